"""What a process and all its descendants use, read from /proc."""

from pathlib import Path
from typing import NamedTuple


class ResourceUsage(NamedTuple):
    processes: int
    memory_bytes: int


def usage_of(root: int) -> ResourceUsage:
    """The number of processes, and their own memory with files held in memory.

    A process that ends meanwhile counts as nothing. Without /proc both are 0.
    """
    members = _descendants(root)
    return ResourceUsage(len(members), sum(_memory(pid) for pid in members))


def _descendants(root: int) -> set[int]:
    children: dict[int, list[int]] = {}
    for pid in _all_pids():
        children.setdefault(_parent(pid), []).append(pid)
    members = {root}
    waiting = [root]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child not in members:
                members.add(child)
                waiting.append(child)
    return members


def _all_pids() -> list[int]:
    try:
        return [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    except OSError:
        return []


def _parent(pid: int) -> int:
    """The parent's id; 0 if the process is gone. The name in brackets may hold anything."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return 0


def _memory(pid: int) -> int:
    """Anonymous memory and shared memory in bytes; pages of program files are not counted."""
    try:
        with open(f"/proc/{pid}/status", "rb") as file:
            lines = file.read().splitlines()
    except OSError:
        return 0
    kilobytes = [
        int(line.split()[1]) for line in lines if line.startswith((b"RssAnon:", b"RssShmem:"))
    ]
    return sum(kilobytes) * 1024
