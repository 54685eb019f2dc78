"""Servers that start when somebody connects to their socket, one after the other."""

import os
import select
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from assay.sandbox.bounded import CommandOutcome
from assay.sandbox.sandbox import Job, Sandbox, SandboxFailed

LOOK_S = 0.05


def listening(path: Path) -> int:
    """The descriptor of a listening socket. Only processes that see its path can reach it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        path.chmod(0o666)
        server.listen(128)
        return server.detach()


class RunningServer:
    """A program beside another. `early`: how it ended by itself; `fault`: why it did not start."""

    early: CommandOutcome | None = None
    fault: SandboxFailed | None = None


@contextmanager
def servers(sandbox: Sandbox, jobs: Sequence[Job]) -> Iterator[RunningServer]:
    """Until the block ends, run each job from the first connection to its `listening` socket on.

    The jobs come in turn: one ends when the next is asked for. Every socket is closed at the end.
    """
    server = RunningServer()
    stop = threading.Event()
    thread = threading.Thread(target=_run_all, args=(sandbox, jobs, server, stop), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        stop.set()
        thread.join()
    if server.fault:
        raise server.fault


def _run_all(
    sandbox: Sandbox, jobs: Sequence[Job], server: RunningServer, stop: threading.Event
) -> None:
    waiting = {job.listening: job for job in jobs if job.listening is not None}
    running: list[tuple[threading.Thread, threading.Event]] = []
    while not stop.is_set():
        for descriptor in select.select(list(waiting), [], [], LOOK_S)[0]:
            _end(running)
            own = threading.Event()
            job = waiting.pop(descriptor)
            thread = threading.Thread(target=_run, args=(sandbox, job, server, own), daemon=True)
            thread.start()
            running.append((thread, own))
    _end(running)
    for descriptor in waiting:
        os.close(descriptor)


def _end(running: Sequence[tuple[threading.Thread, threading.Event]]) -> None:
    for thread, own in running:
        own.set()
        thread.join()


def _run(sandbox: Sandbox, job: Job, server: RunningServer, stop: threading.Event) -> None:
    try:
        outcome = sandbox.run(job, stop)
        server.early = server.early if outcome.exceeded == "stopped" else outcome
    except SandboxFailed as error:
        server.fault = error
