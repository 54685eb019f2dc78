"""Everything that execution needs of this machine, found or made once."""

import importlib
import subprocess
import sys
from pathlib import Path

from assay.config import paths
from assay.errors import AssayError, Problems
from assay.progress import progress
from assay.sandbox import programs
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.sandbox import Sandbox
from assay.sandbox.scratch import sweep_scratch
from assay.sandbox.steps import Tools
from assay.sandbox.toolchains import install_all, load_toolchain

ETC = Path("etc")
SET_UP = ("make", "--no-print-directory", "execution")
SETTING_UP = (
    "execute: new answers are to be executed: setting up Node, bubblewrap and Chromium, once "
    "(about 500 MB, some minutes)"
)


def open_tools(config: ExecutionConfig) -> Tools:
    """The sandbox and the programs. What is missing is installed once, where `make` can do it.

    One AssayError lists what is missing all the same, with the remedies.
    """
    sweep_scratch()
    try:
        return _tools_of(config)
    except AssayError:
        if not _set_up():
            raise
    return _tools_of(config)


def _set_up() -> bool:
    """Install Node, bubblewrap and Chromium. False if this is no environment that `make` made."""
    made = Path(".venv", "run.done")
    if not made.exists() or made.parent.resolve() != Path(sys.prefix).resolve():
        return False
    print(SETTING_UP, file=sys.stderr)
    with progress("execute: setting up", 1) as tick:
        done = subprocess.run(SET_UP, stdout=sys.stderr, stdin=subprocess.DEVNULL, check=False)
        tick()
    importlib.invalidate_caches()
    return done.returncode == 0


def _tools_of(config: ExecutionConfig) -> Tools:
    problems = Problems()
    with problems.collecting():
        etc = paths.EXECUTION_STORE.parent / ETC
        sandbox = Sandbox(config.bounds, etc, config.allow_soft_bounds)
    with problems.collecting():
        node = programs.node(config.node, config.node_version)
    with problems.collecting():
        browser = programs.browser(config)
    problems.raise_if_any()
    runner = install_all([load_toolchain("browser")], lambda: node)["browser"]
    return Tools(sandbox, config, node, programs.python(), browser, runner)
