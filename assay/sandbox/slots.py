"""One pool of slots on the machine: so many answers run at once, whatever the number of stages.

A slot is a lock of a file, so that it is free as soon as its process is gone.
"""

import fcntl
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO

WAIT_S = 0.1


@contextmanager
def slot(most: int, *, alone: bool = False) -> Iterator[None]:
    """Wait for one of `most` slots; `alone`: for all that this machine can have."""
    folder = Path(tempfile.gettempdir()) / f"assay-slots-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with ExitStack() as stack:
        count = max(most, os.cpu_count() or 1) if alone else most
        opened = [(folder / str(number)).open("w") for number in range(count)]
        files: list[IO[str]] = [stack.enter_context(file) for file in opened]
        if alone:
            for file in files:
                fcntl.flock(file, fcntl.LOCK_EX)
        while not alone and not any(_taken(file) for file in files):
            time.sleep(WAIT_S)
        yield


def _taken(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
