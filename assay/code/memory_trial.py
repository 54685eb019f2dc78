"""Whether work stays within a bound of memory: it is tried in a child process first.

Of some bad code one step of the parser takes gigabytes, and a failed allocation ends the process.
So the parser's own bound, which is in steps, cannot hold this.
"""

import os
import resource
import signal
from collections.abc import Callable, Collection
from contextlib import suppress
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from threading import Lock
from typing import NamedTuple, NoReturn

MOST_MEMORY = 512 << 20
"""Bytes for one file: four times what 2 MB of ordinary code take."""
_MOST_KEPT = 16 << 20
"""Bytes that a child may have grown by, to be used again: so each trial has about the same room."""
_STATM = Path("/proc/self/statm")
_STAYS, _ENDS = b"stays", b"ends"
"""What a child answers: the work fitted, and whether the child takes more."""


class _Child(NamedTuple):
    process_id: int
    parent: int
    connection: Connection


class MemoryTrial:
    """Work of one kind, tried in a child process, which lives until a piece of work is too large.

    A fork of a stage takes longer than most work, so one child does many pieces.
    """

    def __init__(self, work: Callable[[bytes], object]) -> None:
        self._work = work
        self._lock = Lock()
        self._child: _Child | None = None

    def stays_in_memory(self, request: bytes) -> bool:
        """Whether the work on this request ends with at most MOST_MEMORY more than before it.

        True without a trial where the system has no /proc, such as macOS: it keeps no such limit.
        """
        if not _STATM.exists():
            return True
        with self._lock:
            child = self._child
            if child is None or child.parent != os.getpid():
                child = self._started()
            self._child = None  # an interrupt must not leave one that still has to answer
            reply = _reply(child.connection, request)
            if reply == _STAYS:
                self._child = child
            else:
                child.connection.close()
                os.waitpid(child.process_id, 0)
            return reply is not None

    def _started(self) -> _Child:
        ours, theirs = Pipe()
        child = os.fork()
        if child == 0:
            _serve(theirs, self._work)
        theirs.close()
        return _Child(child, os.getpid(), ours)


def _reply(connection: Connection, request: bytes) -> bytes | None:
    """What the child answers; None if it ends without an answer."""
    try:
        connection.send_bytes(request)
        return connection.recv_bytes()
    except (EOFError, OSError):
        return None


def _serve(connection: Connection, work: Callable[[bytes], object]) -> NoReturn:
    """Do the work of each request, until the parent is gone, or memory or anything else fails."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt ends
        _let_go_of_files(connection.fileno())
        start = _size()
        _limit_memory(start + MOST_MEMORY)
        while True:
            work(connection.recv_bytes())
            has_grown = _size() - start > _MOST_KEPT
            connection.send_bytes(_ENDS if has_grown else _STAYS)
    finally:
        os._exit(0)


def close_files_but(kept: Collection[int]) -> None:
    """Close all open files but the standard streams and these.

    Only what is open is closed: a process may be allowed a billion files.
    """
    numbers = [int(path.name) for path in Path("/proc/self/fd").iterdir()]
    for number in numbers:
        if number > 2 and number not in kept:
            with suppress(OSError):  # the listing's own, which is closed by now
                os.close(number)


def _let_go_of_files(kept: int) -> None:
    """Close the parent's files but this one: a lock or a pipe must not outlive the parent.

    What is printed is lost, such as the allocator's last words.
    """
    close_files_but([kept])
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)


def _size() -> int:
    """The address space of this process, in bytes."""
    return int(_STATM.read_bytes().split()[0]) * os.sysconf("SC_PAGE_SIZE")


def _limit_memory(size: int) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
