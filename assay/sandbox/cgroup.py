"""Hard bounds by the kernel's control groups, if this user may make one (mostly root).

Otherwise the limits of single processes and the sum in `bounded` apply.
"""

import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from assay.sandbox.bounded import Limit

ROOT = Path("/sys/fs/cgroup")


@contextmanager
def hard_bounds(limit: Limit) -> Iterator[tuple[str, ...]]:
    """Yield the words to put before a command, so that it starts inside the groups.

    There are none if no group can be made.
    """
    name = f"assay-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    groups = [group for group in _candidates(name) if _made(group, limit)]
    joins = "".join(f"echo $$ > '{group}/cgroup.procs' && " for group in groups)
    try:
        yield ("/bin/sh", "-c", f'{joins}exec "$@"', "sh") if groups else ()
    finally:
        for group in groups:
            _remove(group)


def sweep() -> None:
    """Remove the empty groups of processes that were killed before they could do it themselves."""
    for folder in (ROOT, ROOT / "pids", ROOT / "memory"):
        for group in sorted(folder.glob("assay-*-*")):
            pid = group.name.split("-")[1]
            if not Path("/proc", pid).exists():
                with suppress(OSError):
                    group.rmdir()


def _candidates(name: str) -> list[Path]:
    """One folder for version 2, one for each controller of version 1."""
    if (ROOT / "cgroup.controllers").exists():
        return [ROOT / name]
    return [ROOT / "pids" / name, ROOT / "memory" / name]


def _made(group: Path, limit: Limit) -> bool:
    """Whether the group could be made with at least one bound in it."""
    bounds = {
        "pids.max": limit.processes,
        "memory.max": limit.memory_bytes,
        "memory.swap.max": 0,
        "memory.limit_in_bytes": limit.memory_bytes,
    }
    try:
        group.mkdir()
    except OSError:
        return False
    written = [_written(group / file, value) for file, value in bounds.items()]
    if not any(written):
        _remove(group)
    return any(written)


def _written(file: Path, value: int) -> bool:
    if not file.exists():
        return False
    try:
        file.write_text(str(value))
    except OSError:
        return False
    return True


def _remove(group: Path) -> None:
    """Remove the groups. Killed processes take a moment to leave them."""
    for _ in range(50):
        try:
            group.rmdir()
            return
        except OSError:
            time.sleep(0.02)
