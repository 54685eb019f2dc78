"""Running many calls at once, with progress, results in the order of the work."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import ContextVar
from typing import Any, ParamSpec, TypeVar

from stages.lib.progress import progress

T = TypeVar("T")
P = ParamSpec("P")

PASSES = 16
"""Passes of the loop in which a call is prepared and sent; with 8, calls get in each other's way, 30 win nothing."""
BRIEF: ContextVar[bool] = ContextVar("BRIEF", default=False)
"""Set by a task whose work for the loop's executor is brief and waits for nothing: it needs no thread."""


def run_all(label: str, work: Sequence[Coroutine[Any, Any, T]], state: object = "") -> list[T]:
    """Run all coroutines in one event loop and return their results in the given order.

    `state`, as a text, stands beside the progress.

    After an exception the others still end, for what they are being answered is paid; then the first one is raised.
    An interrupt ends them all at once.
    """
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(_run_all(label, work, state))


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop's event loop, which takes a third less of the processor for a call; asyncio's where it does not exist."""
    try:
        import uvloop
    except ImportError:  # Windows
        return asyncio.new_event_loop()  # it looks up addresses by its executor, which is not brief
    loop = uvloop.new_event_loop()
    loop.set_default_executor(_Executor())
    return loop


class _Executor(ThreadPoolExecutor):
    """Threads, but brief work is done at once: handing it to a thread and back takes longer than the work."""

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        if not BRIEF.get():
            return super().submit(work, *args, **kwargs)
        done: Future[T] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class Turns:
    """Lets calls begin one after another: each when those before it have done what they could do at once.

    What begins together is served by the loop in turn, and so is ready together: it would go to the provider as a
    crowd, come back as one, and leave the processor with nothing to do in between.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        """Wait for a turn, and take it."""
        await self._turn.acquire()
        self._pass_on(PASSES)

    def _pass_on(self, passes: int) -> None:
        """Give the turn to the next when the loop has come round so often."""
        if passes:
            asyncio.get_running_loop().call_soon(self._pass_on, passes - 1)
        else:
            self._turn.release()


async def _run_all(label: str, work: Sequence[Coroutine[Any, Any, T]], state: object) -> list[T]:
    with progress(label, len(work), state) as tick:
        tasks = [asyncio.create_task(item) for item in work]
        for task in tasks:
            task.add_done_callback(lambda _: tick())
        if tasks:
            await asyncio.wait(tasks)
        errors = [
            task.exception() for task in tasks
        ]  # of all: asyncio prints those that nobody asks for
        for error in filter(None, errors):
            raise error
        return [task.result() for task in tasks]
