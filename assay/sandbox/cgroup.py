"""Hard bounds by the kernel: control groups of our own (mostly as root), or systemd's for a user.

Without either, the limits of single processes and the sum in `bounded` apply, which memory that no
process maps escapes.
"""

import os
import shutil
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from assay.sandbox.execution_config import ExecutionBounds

ROOT = Path("/sys/fs/cgroup")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@contextmanager
def hard_bounds(limit: ExecutionBounds) -> Iterator[tuple[str, ...]]:
    """Yield the words to put before a command, so that it starts inside the groups.

    There are none if the kernel cannot be asked to bound its memory.
    """
    name = f"assay-{os.getpid()}-{uuid.uuid4().hex[:8]}"
    if (ROOT / "cgroup.controllers").exists():
        groups = [ROOT / name]
    else:  # version 1: a folder for each controller
        groups = [ROOT / "pids" / name, ROOT / "memory" / name]
    made = [group for group in groups if _made(group, limit)]
    joins = "".join(f"echo $$ > '{group}/cgroup.procs' && " for group in made)
    try:
        if made == groups:
            yield ("/bin/sh", "-c", f'{joins}exec "$@"', "sh")
        else:
            yield _scope(limit) if _has_scopes(os.environ.get("XDG_RUNTIME_DIR", "")) else ()
    finally:
        for group in made:
            _remove(group)


def _scope(limit: ExecutionBounds) -> tuple[str, ...]:
    """A scope of the user's own systemd. Its address goes to systemd-run alone."""
    runtime = f"XDG_RUNTIME_DIR={os.environ['XDG_RUNTIME_DIR']}"
    bounds = (f"MemoryMax={limit.memory_mb << 20}", f"TasksMax={limit.processes}")
    words = ["env", runtime, "systemd-run", "--user", "--scope", "--quiet", "--collect"]
    for bound in (*bounds, "MemorySwapMax=0"):
        words += ["-p", bound]
    return (*words, "--", "env", "-i", f"PATH={PATH}")


@cache
def _has_scopes(runtime: str) -> bool:
    """Whether the user's systemd makes scopes whose memory it bounds."""
    if not runtime or shutil.which("systemd-run") is None:
        return False
    command = ["systemd-run", "--user", "--scope", "--quiet", "--collect", "-p", "MemoryMax=1G"]
    try:
        done = subprocess.run([*command, "true"], capture_output=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def sweep() -> None:
    """Remove the empty groups of processes that were killed before they could do it themselves."""
    for folder in (ROOT, ROOT / "pids", ROOT / "memory"):
        for group in sorted(folder.glob("assay-*-*")):
            pid = group.name.split("-")[1]
            if not Path("/proc", pid).exists():
                with suppress(OSError):
                    group.rmdir()


def _made(group: Path, limit: ExecutionBounds) -> bool:
    """Whether the group could be made with the bound that it is for: of memory, or processes."""
    bounds = {
        "pids.max": limit.processes,
        "memory.swap.max": 0,
        "memory.max": limit.memory_mb << 20,
        "memory.limit_in_bytes": limit.memory_mb << 20,
    }
    try:
        group.mkdir()
    except OSError:
        return False
    written = {file for file, value in bounds.items() if _written(group / file, value)}
    needed = {"pids.max"} if group.parent.name == "pids" else {*bounds} - {"pids.max"}
    if not written & needed - {"memory.swap.max"}:
        _remove(group)
        return False
    return True


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
