"""Processes that make calls for this one, where it alone could not make as many as there is work for.

litellm takes about ten milliseconds of a processor for a call, and a process has one processor. A worker is this module
run as a program. Its standard input is a socket to the process that started it: by it come functions with what they are
given, and by it goes back what came of them. When the socket ends, for whatever reason, so does the worker.
"""

import asyncio
import math
import os
import pickle
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from stages.lib.base.errors import AssayError
from stages.lib.calls.concurrent import Turns, new_loop
from stages.lib.calls.llm import prepare
from stages.lib.calls.request import CallError

T = TypeVar("T")

EACH = 64
"""So many calls at once one process makes without falling behind, if they take two seconds or more."""
_FEWER = f"Lower calls.concurrency: up to {EACH} calls at once need no such process"
_LAST_WORDS_S = 2.0
"""A worker that fails may print for so long why."""
_SIZE_BYTES = 8
_ENDED = (asyncio.IncompleteReadError, OSError)
"""What reading and writing raise when there is nobody at the other end."""


class Workers:
    """Who makes the calls of this process: it alone or, if more than it can make are wanted at once, workers for it.

    That is decided at the first call: a worker for each 64 calls at once, at most one for each processor.
    """

    def __init__(self, at_once: int) -> None:
        """`at_once`: the most calls that one place may have under way."""
        self._at_once = at_once
        self._coming: Counter[str] = Counter()
        self._starting: asyncio.Task[None] | None = None
        self._workers: list[_Worker] = []
        self._turns = Turns()

    async def ready(self, place: str) -> None:
        """Wait, before a call to this place, until there is a process that can make it."""
        self._coming[place] += 1
        if self._starting is None:
            self._starting = asyncio.create_task(
                self._start()
            )  # its turn comes after all calls that are there by now
        await asyncio.shield(self._starting)

    async def run(self, function: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> T:
        """What a module's coroutine function returns or raises, here or in a worker.

        CallError if its worker ends meanwhile, AssayError if none is left.
        """
        if not self._workers:
            await self._turns.wait()
            return await function(*given)
        alive = [worker for worker in self._workers if not worker.has_ended]
        if not alive:
            raise AssayError(
                f"all processes that make calls have ended: is there memory enough? What was bought is kept. {_FEWER}"
            )
        return await min(alive, key=lambda worker: worker.under_way).run(function, *given)

    def close(self) -> None:
        for worker in self._workers:
            worker.close()

    async def _start(self) -> None:
        wanted = sum(min(count, self._at_once) for count in self._coming.values())
        count = min(math.ceil(wanted / EACH), _processors())
        if count < 2 or sys.platform == "win32":  # there, no socket can be a standard input
            return await prepare()
        try:
            for _ in range(count):
                self._workers.append(await _Worker.started())
        except OSError as error:
            raise AssayError(
                f"a process that makes calls cannot be started ({error.strerror}). No call was made. {_FEWER}"
            ) from None
        await asyncio.gather(
            *(worker.run(prepare) for worker in self._workers), return_exceptions=True
        )
        return None


class _Worker:
    """A worker, seen from the process that started it."""

    def __init__(self, process: "subprocess.Popen[bytes]", writer: asyncio.StreamWriter) -> None:
        self._process = process
        self._writer = writer
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._sent = 0
        self._listening: asyncio.Task[None] | None = None

    @classmethod
    async def started(cls) -> "_Worker":
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        path = os.pathsep.join(map(os.path.abspath, sys.path))
        with theirs:
            process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=theirs.fileno(),
                env={**os.environ, "PYTHONPATH": path},
                process_group=0,  # Ctrl-C is for who started it
            )
        reader, writer = await asyncio.open_connection(sock=ours)
        worker = cls(process, writer)
        worker._listening = asyncio.create_task(worker._listen(reader))
        return worker

    @property
    def under_way(self) -> int:
        return len(self._waiting)

    @property
    def has_ended(self) -> bool:
        return self._listening is None or self._listening.done() or self._writer.is_closing()

    async def run(self, function: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> T:
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._sent += 1
        number = self._sent
        self._waiting[number] = outcome
        try:
            self._writer.write(_packed((number, function, given)))
            await self._writer.drain()
            return await outcome
        except OSError:
            raise _lost() from None
        finally:
            self._waiting.pop(number, None)
            if outcome.done() and not outcome.cancelled():
                outcome.exception()  # else asyncio prints one that came while the request was still on its way

    def close(self) -> None:
        self._process.kill()
        self._process.wait()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                number, value, error = await _received(reader)
                outcome = self._waiting.get(number)
                if outcome is None or outcome.done():  # nobody waits for it any more
                    continue
                if error is None:
                    outcome.set_result(value)
                else:
                    outcome.set_exception(error)
        except _ENDED:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_LAST_WORDS_S)
            self.close()  # without its socket it is of no use, even if it lives
            code = self._process.returncode
            print(
                f"a process that makes calls has ended (exit code {code}); its calls count as failed",
                file=sys.stderr,
            )
        finally:
            for outcome in self._waiting.values():
                if not outcome.done():
                    outcome.set_exception(_lost())
            self._writer.close()


def _lost() -> CallError:
    return CallError("the process that made the call has ended", mendable=True, charged=True)


def _processors() -> int:
    """How many processors this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _packed(item: object) -> bytes:
    content = pickle.dumps(item, pickle.HIGHEST_PROTOCOL)
    return len(content).to_bytes(_SIZE_BYTES) + content


async def _received(reader: asyncio.StreamReader) -> Any:
    """The next item. It comes from a process of our own, by a socket that has no address."""
    size = int.from_bytes(await reader.readexactly(_SIZE_BYTES))
    return pickle.loads(await reader.readexactly(size))


async def _serve(theirs: socket.socket) -> None:
    """A worker's life: run what comes, side by side, until the socket ends."""
    theirs.setblocking(False)
    reader, writer = await asyncio.open_connection(sock=theirs)
    turns = Turns()

    async def answer(
        number: int, function: Callable[..., Coroutine[Any, Any, Any]], given: tuple[Any, ...]
    ) -> None:
        value: object = None
        error: Exception | None = None
        await turns.wait()
        try:
            value = await function(*given)
        except asyncio.CancelledError:  # nobody here cancels: a library let its own out
            error = CallError("the call was cut off", mendable=True, charged=True)
        except Exception as raised:
            error = raised
        if not writer.is_closing():
            with suppress(OSError):
                writer.write(_packed((number, value, error)))
                await writer.drain()

    async with asyncio.TaskGroup() as running:
        while True:
            try:
                item = await _received(reader)
            except _ENDED:
                os._exit(0)  # nobody is left to hear of what is under way
            running.create_task(answer(*item))


if __name__ == "__main__":
    theirs = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, fileno=os.dup(0))
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)  # what a call starts shall not have the socket
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(_serve(theirs))
