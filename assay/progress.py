"""Progress of a stage: a bar on a terminal, a line now and then in a log, nothing if it is quick.

Stages that `make bench` runs side by side write their progress to files instead. One display shows
them all.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

QUIET_S = 2.0
"""A stage that takes no longer than this shows nothing."""
LINE_EVERY_S = 10.0
FILE_EVERY_S = 0.5
PROGRESS_FOLDER = "ASSAY_PROGRESS"
"""The environment variable that names the folder for progress files."""


@dataclass(frozen=True)
class StageProgress:
    """How far a stage is. `state`: the calls under way."""

    label: str
    done: int
    total: int
    state: str

    def line(self) -> str:
        beside = f" ({self.state})" if self.state else ""
        return f"{self.label}: {self.done} of {self.total}{beside}"


@contextmanager
def progress(label: str, total: int, state: object = "") -> Iterator[Callable[[], None]]:
    """Yield a function to call once for each of `total` items done.

    `state` is shown beside the progress, as a text.
    """
    if PROGRESS_FOLDER in os.environ:
        show = _file
    elif sys.stderr.isatty():
        show = _bar
    else:
        show = _lines
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
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    beside = TextColumn("{task.fields[state]}")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        beside,
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
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
            line = StageProgress(label, done, total, str(state)).line()
            print(line, file=sys.stderr, flush=True)

    yield tick


@contextmanager
def _file(label: str, total: int, state: object) -> Iterator[Callable[[], None]]:
    path = Path(os.environ[PROGRESS_FOLDER]) / f"{os.getpid()}.json"
    done = 0
    written_at = 0.0

    def write() -> None:
        nonlocal written_at
        written_at = time.monotonic()
        new = path.with_suffix(".new")
        new.write_text(json.dumps(asdict(StageProgress(label, done, total, str(state)))))
        new.replace(path)

    def tick() -> None:
        nonlocal done
        done += 1
        if time.monotonic() - written_at >= FILE_EVERY_S:
            write()

    write()
    try:
        yield tick
    finally:
        path.unlink(missing_ok=True)
