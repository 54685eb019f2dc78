"""Everything that execution needs of this machine, found or made once."""

from pathlib import Path

from assay.config import paths
from assay.errors import Problems
from assay.sandbox import programs
from assay.sandbox.container import CONTAINERS, Container
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.sandbox import Bubblewrap, NoSandbox, Sandbox
from assay.sandbox.steps import Tools
from assay.sandbox.toolchains import install, load_toolchain

ETC = Path("etc")


def open_tools(config: ExecutionConfig) -> Tools:
    """The sandbox and the programs. One AssayError lists what is missing, with the remedies."""
    problems = Problems()
    with problems.collecting():
        sandbox = open_sandbox(config)
    with problems.collecting():
        node = programs.node(config.node, config.node_version)
    with problems.collecting():
        browser = programs.browser(config)
    problems.raise_if_any()
    runner = install(load_toolchain("browser"), lambda: node)
    return Tools(sandbox, config, node, programs.python(), browser, runner)


def open_sandbox(config: ExecutionConfig) -> Sandbox:
    """The configured sandbox. `auto` takes the first that works; NoSandbox says why none does."""
    reasons = list[str]()
    wanted = ("bubblewrap", *CONTAINERS) if config.sandbox == "auto" else (config.sandbox,)
    for name in wanted:
        try:
            if name == "bubblewrap":
                return Bubblewrap(config.bounds, paths.EXECUTION_STORE.parent / ETC)
            return Container(name, config)
        except NoSandbox as reason:
            reasons.append(str(reason))
    raise NoSandbox(f"nothing can be executed: {'; '.join(reasons)}")
