"""Run many calls at once, with progress and with results in the order of the work."""

import asyncio
import signal
import sys
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from assay.calls.remote import Gates
from assay.config.stage import PIPELINE_ENDED
from assay.errors import RunStopped
from assay.progress import progress

T = TypeVar("T")

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, PIPELINE_ENDED)
"""Ctrl-C, what `kill`, containers and CI systems send, a closed terminal, and the end of DVC."""


def run_all(
    label: str, work: Sequence[Coroutine[Any, Any, T]], calls: Gates | None = None
) -> list[T]:
    """Run all coroutines in one event loop and return their results in the given order.

    `calls` has the loop, and stands as a text beside the progress.

    After an exception the others still end, because their answers are paid for; then the first
    exception is raised.

    An interrupt (Ctrl-C, SIGTERM) starts no further call. Calls under way have `drain_s` seconds to
    end, then KeyboardInterrupt is raised. A second interrupt ends them at once; the signal that
    DVC has ended is none.
    """
    run = calls.runner.run if calls else asyncio.run
    return run(_Run(label, calls).all(work))


class _Run:
    """One run. `interrupted` is set by the first interrupt, `given_up` by the second."""

    def __init__(self, label: str, calls: Gates | None) -> None:
        self._label = label
        self._calls = calls
        self._times_asked = 0
        self._interrupted = asyncio.Event()
        self._given_up = asyncio.Event()

    async def all(self, work: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
        with progress(self._label, len(work), self._calls or "") as tick, self._interrupts():
            tasks = [asyncio.create_task(item) for item in work]
            for task in tasks:
                task.add_done_callback(lambda _: tick())
            await self._finished(tasks)
        if self._interrupted.is_set():
            raise KeyboardInterrupt
        # ask every task: asyncio prints the exceptions that nobody asks for
        errors = [task.exception() for task in tasks]
        for error in filter(None, errors):
            raise error
        return [task.result() for task in tasks]

    @contextmanager
    def _interrupts(self) -> Iterator[None]:
        """Take interrupts from the system, where calls are made."""
        if self._calls is None:
            yield
            return
        loop = asyncio.get_running_loop()
        before = {number: signal.getsignal(number) for number in SIGNALS}
        for number in SIGNALS:
            loop.add_signal_handler(number, self._interrupt, self._calls, number)
        try:
            yield
        finally:
            for number, handler in before.items():
                loop.remove_signal_handler(number)
                signal.signal(number, handler)

    def _interrupt(self, calls: Gates, number: signal.Signals) -> None:
        self._times_asked += number != PIPELINE_ENDED
        if self._times_asked > 1:
            self._given_up.set()
        if self._interrupted.is_set():
            return
        self._interrupted.set()
        calls.stop(RunStopped("interrupted"))
        print(
            f"{self._label}: interrupted: no further call starts; {calls.under_way} calls under "
            f"way have {calls.drain_s:g} s to end; interrupt again to end at once",
            file=sys.stderr,
            flush=True,
        )

    async def _finished(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        """Wait until all tasks have ended, or as long as an interrupt allows."""
        everything = asyncio.gather(*tasks, return_exceptions=True)
        await _first(everything, self._interrupted)
        if not self._interrupted.is_set() or self._calls is None:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self._calls.drain_s):
                await _first(everything, self._given_up)
        cut_off = self._calls.under_way
        for task in tasks:
            task.cancel()
        await everything
        if cut_off:
            text = f"{self._label}: {cut_off} calls were cut off; the provider may charge for them"
            print(text, file=sys.stderr, flush=True)


async def _first(task: asyncio.Future[Any], event: asyncio.Event) -> None:
    """Wait until the task has ended or the event is set."""
    waiting = asyncio.create_task(event.wait())
    try:
        await asyncio.wait((task, waiting), return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
