"""Run stages and tools without start-up: in a fork of one warm process.

    python -m tests.forked SOCKET PROCESS_ID

It ends after the process with that id.

The fork runs the project's code in a process of its own. litellm, Hydra and other slow libraries
are already imported. So is the code of this repository: a project with the same code uses it, and
a project that changed a file imports its own.
"""

import gc
import importlib
import marshal
import os
import pkgutil
import resource
import runpy
import select
import signal
import socket
import subprocess
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path

import hydra
import psutil

from assay.calls.lazy import LITELLM_SETTINGS
from tests.project import CODE, ROOT

PRELOADED = (
    "dotenv", "filelock", "hydra", "hydra._internal.hydra", "hydra.compose", "jinja2",
    "litellm", "litellm.proxy._types", "lizard", "lizard_languages", "networkx",
    "openai.resources", "openai.resources.admin", "openai.resources.beta", "pandas", "pathspec",
    "pyparsing", "radon.complexity", "regex", "rich.progress", "ruamel.yaml", "scmrepo.git",
    "semantic_version", "tabulate", "tree_sitter", "tree_sitter_typescript", "wcwidth",
)  # fmt: skip
START = """#!/bin/sh
'''exec' "{python}" -IS "$0" "$@"
' '''
import os, sys
"""
"""A shell starts the real Python: its path in the first line must have no space and not be long."""
PYTHON = """
if sys.argv[1:2] != ["-m"] or not sys.argv[2].startswith(("stages.", "tools.")):
    os.execv({python!r}, [{python!r}, *sys.argv[1:]])
sys.path.append({root!r})
from tests.ask_forked import ask
sys.exit(ask({socket!r}, sys.argv[2], sys.argv[3:], os.getcwd(), dict(os.environ), 1, 2))
"""
"""`python`: asks the running process for stages and tools; else it is the real Python."""

LARGEST_FILE = "LARGEST_FILE"
"""The environment variable with the size in bytes that no file of a stage may exceed."""


class Forked:
    """The running process, as tests see it: the socket, and a folder for PATH."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "socket"
        self.path = folder / "bin"

    @classmethod
    def start(cls, folder: Path, used_by: int) -> None:
        """Start it in a new folder. It ends soon after the process with the id `used_by`."""
        forked = cls(folder)
        forked.path.mkdir(parents=True)
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.forked", str(forked.socket), str(used_by)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
        )
        words = {"python": sys.executable, "root": str(ROOT), "socket": str(forked.socket)}
        python = forked.path / "python"
        python.write_text((START + PYTHON).format(**words))
        python.chmod(0o755)
        deadline = time.monotonic() + 300
        while not forked.socket.exists():
            assert process.poll() is None and time.monotonic() < deadline, (
                "the process did not start"
            )
            time.sleep(0.05)

    def stage_in(self, folder: Path) -> psutil.Process:
        """The process that runs the project's code in the folder, as soon as there is one.

        A signal to what was started as `python -m stages.…` does not reach it.
        """
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            for process in psutil.process_iter():
                with suppress(psutil.Error):  # it has ended, or is another user's
                    if str(self.socket) in process.cmdline() and Path(process.cwd()) == folder:
                        return process
            time.sleep(0.02)
        raise AssertionError(f"nothing runs in {folder}")


def _code_of(root: Path) -> dict[str, bytes]:
    """Every file of the code and what is in it, by path."""
    files = [path for package in CODE for path in (root / package).rglob("*") if path.is_file()]
    own = [path for path in files if path.parent.name != "__pycache__"]
    return {str(path.relative_to(root)): path.read_bytes() for path in own}


def _preload() -> dict[str, bytes]:
    """Import what stages and tools need, and let Hydra compose once. Returns the code imported."""
    os.environ |= LITELLM_SETTINGS
    for name in PRELOADED:
        __import__(name)
    sys.path[0] = str(ROOT)  # lizard puts the folder of this file there
    with hydra.initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
        hydra.compose("fingerprint")  # its parsers remember what they learn
    imported = _code_of(ROOT)
    for package in CODE:
        for module in pkgutil.walk_packages([str(ROOT / package)], f"{package}."):
            if not module.name.endswith(".__main__"):
                importlib.import_module(module.name)
    _compile_templates()
    _read_imports()
    return imported


def _compile_templates() -> None:
    """Let the report's templates and lexers be compiled: that is half of a small report's time."""
    from stages.report.highlight import code_lines
    from stages.report.page import environment

    for name in environment().list_templates(extensions=["j2"]):
        environment().get_template(name)
    for name in ("a.tsx", "a.html", "a.json"):
        code_lines(name, "let a = 1;")


def _read_imports() -> None:
    """Let the module remember what every file imports: that takes most of the stage fingerprint."""
    from assay.config.code_imports import imported

    for package in ("assay", "stages"):
        for path in (ROOT / package).rglob("*.py"):
            imported(path)


def _forget_code() -> None:
    """Let the project's own modules be imported."""
    for name in [name for name in sys.modules if name.split(".")[0] in CODE]:
        del sys.modules[name]


def serve(path: str, used_by: int) -> None:
    """Run a stage in a fork for everyone who connects, while the other process runs."""
    imported = _preload()
    sys.dont_write_bytecode = False  # else every stage compiles the project's code anew
    gc.freeze()  # a child that collects garbage would copy all of it
    signal.signal(
        signal.SIGCHLD, signal.SIG_IGN
    )  # children are not waited for: they tell their exit code themselves
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(f"{path}.new")
        listening.listen()
        Path(f"{path}.new").rename(path)
        while psutil.pid_exists(used_by):
            ready, _, _ = select.select([listening], [], [], 1.0)
            if not ready:
                continue
            connection, _ = listening.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                message, streams, *_ = socket.recv_fds(connection, 4, 2)
                with connection.makefile("rb") as rest:
                    job = marshal.loads(rest.read(int.from_bytes(message)))
                if imported != _code_of(Path(job["folder"])):
                    _forget_code()
                connection.sendall(bytes([_run(streams, **job)]))
                os._exit(0)
            connection.close()


def _run(
    streams: list[int],
    folder: str,
    module: str,
    arguments: list[str],
    environment: dict[str, str],
) -> int:
    """`python -m <module> …` in the folder.

    The exit code, with a traceback on stderr where Python prints one.
    """
    for number, stream in enumerate(streams, 1):
        os.dup2(stream, number)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    if largest := int(environment.get(LARGEST_FILE, 0)):
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    sys.path[0] = folder
    sys.argv = ["", *arguments]
    if module.split(".")[0] in CODE:  # else runpy warns that it was imported before
        for name in (module, f"{module}.__main__"):
            sys.modules.pop(name, None)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]))
