"""Progress of a stage: a bar on a terminal, or now and then a line; nothing if it is quick."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

QUIET_S = 2.0
"""A stage that takes no longer than this shows nothing."""
LINE_EVERY_S = 10.0


@contextmanager
def progress(label: str, total: int, state: object = "") -> Iterator[Callable[[], None]]:
    """Yield what to call for each of `total` items done; `state` is shown beside, as a text."""
    show = _bar if sys.stderr.isatty() else _lines
    with show(label, total, state) as tick:
        yield tick


def tracked(label: str, items: Sequence[T]) -> Iterator[T]:
    """The items one by one. Each counts as done when the next one is asked for."""
    with progress(label, len(items)) as tick:
        for item in items:
            yield item
            tick()


@contextmanager
def _bar(label: str, total: int, state: object) -> Iterator[Callable[[], None]]:
    from rich import progress as rich
    from rich.console import Console

    columns = (
        rich.TextColumn("{task.description}"),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TimeRemainingColumn(),
        rich.TextColumn("{task.fields[state]}"),
    )
    with rich.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total, state=state)
        yield lambda: bar.advance(task)


@contextmanager
def _lines(label: str, total: int, state: object) -> Iterator[Callable[[], None]]:
    done = 0
    shown = time.monotonic() + QUIET_S - LINE_EVERY_S

    def tick() -> None:
        nonlocal done, shown
        done += 1
        if time.monotonic() - shown >= LINE_EVERY_S and done < total:
            shown = time.monotonic()
            beside = f" ({state})" if str(state) else ""
            print(f"{label}: {done} of {total}{beside}", file=sys.stderr, flush=True)

    yield tick
