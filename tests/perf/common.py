"""Helpers that several benchmarks use."""

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.conftest import FakeServer
from tests.project import ROOT

Row = tuple[str, str, str]
"""What was measured, the figure, and how it was taken."""


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def processor_s() -> float:
    """The processor time of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@contextmanager
def server() -> Iterator[FakeServer]:
    with folder() as place:
        command = [sys.executable, "-m", "tests.fake_server", "--port-file", str(place / "port")]
        process = subprocess.Popen(command, cwd=ROOT)
        try:
            while not (place / "port").exists():
                time.sleep(0.05)
            yield FakeServer(f"http://127.0.0.1:{(place / 'port').read_text()}")
        finally:
            process.kill()
            process.wait()


def calling(fake: FakeServer) -> float:
    """From the first call's arrival to the last reply since the last mark, in seconds."""
    made = fake.calls()
    return float(max(call["ended"] for call in made) - min(call["arrived"] for call in made))
