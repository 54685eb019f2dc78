"""Whether a process still runs, also if it runs in another container.

A number alone does not say so: numbers are used again, in a container at every start. So each
process holds a lock on a file of its own. The system releases the lock when the process ends,
however it ends, and everybody who sees the file can try the lock.
"""

import os
import uuid
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout


class RunningMark:
    """The file that is locked for as long as this process runs."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{os.getpid()}-{uuid.uuid4().hex}.lock"
        self._lock = FileLock(self.path)
        self._lock.acquire()

    def remove(self) -> None:
        self._lock.release()
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def runs(mark: Path) -> bool:
    """Whether the process that made the mark still runs.

    The mark of a process that has ended is removed.
    """
    if not mark.exists():
        return False
    lock = FileLock(mark)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return True
    lock.release()
    with suppress(OSError):
        mark.unlink(missing_ok=True)
    return False
