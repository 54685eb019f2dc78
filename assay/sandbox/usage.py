"""What a process and all its descendants use, read from /proc."""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import psutil

SAMPLE_S = 0.5
BUSY = ("user", "nice", "system", "irq", "softirq", "steal")
"""Of the times that the kernel counts for a core, those in which it worked."""


class ResourceUsage(NamedTuple):
    members: set[int]
    memory_bytes: int


def usage_of(root: int) -> ResourceUsage:
    """The processes, and their own memory with files held in memory.

    A process that ends meanwhile counts as nothing. Without /proc nothing is counted.
    """
    try:
        children = psutil.Process(root).children(recursive=True)
    except psutil.Error:
        children = []
    members = {root, *(child.pid for child in children)}
    return ResourceUsage(members, sum(_memory(pid) for pid in members))


class CoreTime:
    """Whether processes got the cores that they wanted.

    The kernel counts for each thread how long it ran, and how long it could have run and waited for
    a core. A program that waits for anything else counts as neither, however long it waits.
    """

    def __init__(self) -> None:
        self._began = self._sampled = time.monotonic()
        self._busy = _busy_seconds()
        self._threads: dict[str, tuple[float, float]] = {}

    def sample(self, processes: Iterable[int]) -> None:
        """Look at the processes' threads, at most every SAMPLE_S."""
        if time.monotonic() - self._sampled < SAMPLE_S:
            return
        self._sampled = time.monotonic()
        for pid in processes:
            self._threads.update(_thread_times(pid))

    def times(self) -> list[tuple[float, float]]:
        """The seconds that each thread ran, and waited."""
        return list(self._threads.values())

    def starved(self) -> bool:
        """Whether others had most of the machine while these waited for it."""
        ran = sum(times[0] for times in self.times())
        waited = sum(times[1] for times in self.times())
        others = _busy_seconds() - self._busy - ran
        return is_starved(ran, waited, others, time.monotonic() - self._began)


def _thread_times(pid: int) -> dict[str, tuple[float, float]]:
    """The seconds that each thread ran and waited, by its path; none of what ends meanwhile."""
    times: dict[str, tuple[float, float]] = {}
    try:
        for path in Path(f"/proc/{pid}/task").iterdir():
            ran, waited, _ = (path / "schedstat").read_bytes().split()
            times[str(path)] = (int(ran) / 1e9, int(waited) / 1e9)
    except (OSError, ValueError):
        pass
    return times


def is_starved(ran: float, waited: float, others: float, seconds: float, cores: int = 0) -> bool:
    """Whether a program wanted half a core or more and got less, by the fault of others.

    The others had more than half of all cores. Neither a program that waits for ever nor threads
    that wait for each other are starved.
    """
    is_busy = others > seconds * (cores or os.cpu_count() or 1) / 2
    return is_busy and ran < seconds / 2 <= ran + waited


def _busy_seconds() -> float:
    times = psutil.cpu_times()
    return float(sum(getattr(times, name, 0.0) for name in BUSY))


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
