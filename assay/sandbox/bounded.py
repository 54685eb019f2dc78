"""Run a child process with bounds on time, memory, number of processes and output.

Its output is never kept whole. If it exceeds a bound, it is killed, and its sandbox dies with it.
"""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import IO

from assay.sandbox.execution_config import ExecutionBounds
from assay.sandbox.usage import CoreTime, usage_of

POLL_S = 0.25
GREETING = "printf r >&0 && read -r go || exit 125"
"""The first line of a shell script that greets: it says that it is ready, and waits for a line.

A sandbox dies with its parent from the moment on in which it has asked the kernel for that. If the
parent dies earlier, the script finds nobody to answer, and ends.
"""
CHUNK = 1 << 16


@dataclass(frozen=True)
class CommandOutcome:
    """How a child ended. `exceeded` names the bound that it passed; then `code` is None.

    `archive` is what it wrote to stdout, `log` what it wrote to stderr. `started`: whether it
    greeted (GREETING). `starved`: others had most of the machine (CoreTime).
    """

    code: int | None
    exceeded: str
    log: str
    archive: bytes
    seconds: float
    started: bool = True
    starved: bool = False

    @property
    def passed(self) -> bool:
        return self.code == 0


class _BoundedReader:
    """Reads a stream to its end in its own thread and keeps a bounded part of it."""

    def __init__(self, stream: IO[bytes], head: int, tail: int) -> None:
        self._stream = stream
        self._head = head
        self._tail = tail
        self.first = bytearray()
        self.last = bytearray()
        self.total = 0
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        descriptor = self._stream.fileno()
        while chunk := os.read(descriptor, CHUNK):
            self.total += len(chunk)
            room = self._head - len(self.first)
            self.first += chunk[:room] if room > 0 else b""
            self.last += chunk[max(room, 0) :]
            if len(self.last) > self._tail:
                del self.last[: len(self.last) - self._tail]

    def finish(self) -> None:
        self._thread.join(timeout=5)
        self._stream.close()

    @property
    def cut(self) -> int:
        """How many bytes were thrown away."""
        return self.total - len(self.first) - len(self.last)

    def text(self) -> str:
        left_out = f"\n[{self.cut} bytes are left out]\n".encode() if self.cut else b""
        return bytes(self.first + left_out + self.last).decode("utf-8", "replace")


def run_bounded(
    command: Sequence[str],
    bounds: ExecutionBounds,
    seconds: float,
    pass_fds: Sequence[int],
    stops: Sequence[threading.Event],
    environment: Mapping[str, str],
) -> CommandOutcome:
    """Run the command in / until it ends, exceeds a bound, or one of `stops` is set.

    `environment`: its whole environment. It greets (see GREETING), and has no other input. The
    descriptors are handed over and closed here. Of stderr, beginning and end are kept. `exceeded`
    is one of time, memory, processes, collected, stopped.
    """
    began = time.monotonic()
    here, there = socket.socketpair()
    child = subprocess.Popen(
        command,
        stdin=there.fileno(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=environment,
        cwd="/",
        pass_fds=pass_fds,
    )
    there.close()
    for descriptor in pass_fds:
        os.close(descriptor)
    assert child.stdout and child.stderr
    archive = _BoundedReader(child.stdout, head=bounds.collected_mb << 20, tail=0)
    log = _BoundedReader(child.stderr, head=bounds.log_kb << 8, tail=3 * bounds.log_kb << 8)
    cores = CoreTime()
    try:
        started = _greeted(here, seconds)
        exceeded = _watched(child, bounds, began + seconds, archive, stops, cores)
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)  # a sandbox dies with its first process
            child.wait()
        here.close()
        archive.finish()
        log.finish()
    return CommandOutcome(
        code=None if exceeded else child.returncode,
        exceeded=exceeded,
        log=log.text(),
        archive=bytes(archive.first),
        seconds=time.monotonic() - began,
        started=started,
        starved=cores.starved(),
    )


def _greeted(here: socket.socket, seconds: float) -> bool:
    """Answer the child's greeting. A child that ends without it says why in its log."""
    here.settimeout(seconds)
    try:
        if here.recv(1):
            here.sendall(b"go\n")
            return True
    except OSError:
        pass
    return False


def _watched(
    child: subprocess.Popen[bytes],
    bounds: ExecutionBounds,
    end: float,
    archive: _BoundedReader,
    stops: Sequence[threading.Event],
    cores: CoreTime,
) -> str:
    """Wait for the child. Returns the bound that it exceeded, '' if it ended by itself."""
    while True:
        try:
            child.wait(timeout=POLL_S)
            return "collected" if archive.cut else ""
        except subprocess.TimeoutExpired:
            pass
        used = usage_of(child.pid)
        cores.sample(used.members)
        if time.monotonic() > end:
            return "time"
        if used.memory_bytes > bounds.memory_mb << 20:
            return "memory"
        if len(used.members) > bounds.processes:
            return "processes"
        if archive.cut:
            return "collected"
        if any(stop.is_set() for stop in stops):
            return "stopped"
