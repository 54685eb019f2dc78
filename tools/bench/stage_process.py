"""One stage in a process of its own, which starts with the slow libraries imported.

litellm takes seconds of a processor and 180 MB. One process imports it, and each stage is a fork
of that process. Where forks are not safe (macOS), each stage imports it for itself.
"""

import multiprocessing
import os
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path

from tools.bench.chains import StageRun

PYTHON = ["python", "-m"]
"""How the commands of our stages begin. Any other command gets a shell, as with DVC."""


def stage_context() -> ForkServerContext | SpawnContext:
    """What starts the processes of stages. Their common process starts here, before any thread."""
    if sys.platform != "linux":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tools.bench.preload"])
    forkserver.ensure_running()
    return context


def run_stage(stage: StageRun, environment: Mapping[str, str], output: Connection) -> None:
    """Run the stage as DVC does, in this process; what it prints goes to `output`.

    The process leads a group of its own, so that one signal reaches the stage and its children.
    SystemExit with the stage's exit code.
    """
    os.setsid()
    for stream in (sys.stdout, sys.stderr):
        os.dup2(output.fileno(), stream.fileno())
    output.close()
    os.environ.update(environment)
    for path in map(Path, stage.removed):
        remove(path)
    words = shlex.split(stage.command)
    if words[:2] != PYTHON:
        sys.exit(subprocess.run(stage.command, shell=True, check=False).returncode)
    module, *arguments = words[2:]
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def remove(path: Path) -> None:
    """Remove a file, a link or a folder, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def signal_group(process_id: int, number: int) -> None:
    """Send a signal to the process and its children, if it still runs."""
    with suppress(ProcessLookupError):
        try:
            os.killpg(process_id, number)
        except ProcessLookupError:  # it has no group yet
            os.kill(process_id, number)
