"""The marking application as a process of its own."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from tests.project import ROOT
from tools.marking.__main__ import main

FORK = multiprocessing.get_context("fork")


class RunningApplication:
    """`python -m tools.marking` in a folder, on a free port unless told."""

    def __init__(self, folder: Path, *more: str, port: int = 0, rater: str = "ann") -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.marking", *_arguments(rater, port, more)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout
        self._output: TextIO = self._process.stdout

    def __enter__(self) -> "RunningApplication":
        said = ""
        for line in self._output:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/\?key=\S+", line):
                self.address = found[0]
                self.port = int(found[1])
                return self
        raise AssertionError(f"the application did not start:\n{said}")

    def __exit__(self, *_: object) -> None:
        self.kill()

    def kill(self) -> None:
        """As `kill -9` does."""
        self._process.kill()
        self._process.wait()
        self._output.close()

    def interrupted(self) -> tuple[int, str]:
        """Its exit code and last words after Ctrl-C."""
        self._process.send_signal(signal.SIGINT)
        said, _ = self._process.communicate(timeout=60)
        return self._process.returncode, said.strip()

    def failure(self) -> str:
        """What it says, to the first parenthesis, when it does not start."""
        said, _ = self._process.communicate(timeout=60)
        return said.split(" (")[0].strip()


class ForkedApplication(RunningApplication):
    """The same in a fork of this process, which has the modules already.

    To import them takes 0.9 s of processor time: as much as most tests with a browser.
    """

    def __init__(self, folder: Path, *more: str, port: int = 0, rater: str = "ann") -> None:
        reading, writing = os.pipe()
        self._fork = FORK.Process(
            target=_run, args=(folder, _arguments(rater, port, more), writing), daemon=True
        )
        self._fork.start()
        os.close(writing)
        self._output = os.fdopen(reading)

    def kill(self) -> None:
        self._fork.kill()
        self._fork.join()
        self._output.close()


def _arguments(rater: str, port: int, more: Sequence[str]) -> list[str]:
    return ["--rater", rater, "--no-browser", "--port", str(port), *more]


def _run(folder: Path, arguments: Sequence[str], output: int) -> None:
    """`main` of the application with these arguments in the folder, writing to the descriptor."""
    for stream in (1, 2):
        os.dup2(output, stream)
    sys.stdout = sys.stderr = os.fdopen(output, "w", buffering=1)
    os.chdir(folder)
    sys.argv = ["tools.marking", *arguments]
    main()
