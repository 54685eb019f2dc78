"""The marking application as a process of its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TextIO

from tests.project import ROOT


class RunningApplication:
    """`python -m tools.marking` in a folder, on a free port unless told."""

    def __init__(self, folder: Path, *more: str, port: int = 0, rater: str = "ann") -> None:
        options = ["--rater", rater, "--no-browser", "--port", str(port)]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.marking", *options, *more],
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
