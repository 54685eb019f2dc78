"""Run many calls at once, with progress and with results in the order of the work."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from stages.lib.base.progress import progress

T = TypeVar("T")


def run_all(label: str, work: Sequence[Coroutine[Any, Any, T]], state: object = "") -> list[T]:
    """Run all coroutines in one event loop and return their results in the given order.

    `state`, as a text, is shown beside the progress.

    If one raises, the others still run to their end, because their answers are paid for. Then the
    first exception is raised. An interrupt ends all of them at once.
    """
    return asyncio.run(_run_all(label, work, state))


async def _run_all(label: str, work: Sequence[Coroutine[Any, Any, T]], state: object) -> list[T]:
    with progress(label, len(work), state) as tick:
        tasks = [asyncio.create_task(item) for item in work]
        for task in tasks:
            task.add_done_callback(lambda _: tick())
        if tasks:
            await asyncio.wait(tasks)
        # ask every task: asyncio prints the exceptions that nobody asks for
        errors = [task.exception() for task in tasks]
        for error in filter(None, errors):
            raise error
        return [task.result() for task in tasks]
