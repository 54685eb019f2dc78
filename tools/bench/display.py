"""One progress display for stages that run side by side. Each writes its progress to a file."""

import json
import sys
from pathlib import Path
from threading import Event, Thread
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from assay.progress import LINE_EVERY_S, StageProgress

EVERY_S = 0.5


class Display:
    """The progress of all models.

    On a terminal, a line for each running model below the stages' output; in a log, a line from
    time to time.
    """

    def __init__(self, folder: Path, models: list[str]) -> None:
        self._folder = folder
        self._waiting = list(models)
        self._running: list[str] = []
        self._ended: list[str] = []
        self._console = Console(stderr=True)
        self._live: Live | None = None
        self._closing = Event()
        self._reporter = Thread(target=self._report, daemon=True)

    def __enter__(self) -> "Display":
        if sys.stderr.isatty():
            self._live = Live(
                console=self._console,
                get_renderable=self._render,
                refresh_per_second=1 / EVERY_S,
                transient=True,
            )
            self._live.start()
        else:
            self._reporter.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._closing.set()
        if self._live:
            self._live.stop()
        else:
            self._reporter.join()

    def begin(self, model: str) -> None:
        self._waiting.remove(model)
        self._running.append(model)

    def end(self, model: str, code: int) -> None:
        self._running.remove(model)
        self._ended.append(model)
        if code:
            self.print(f"{model}: stopped with exit code {code}; the other models go on")

    def print(self, line: str) -> None:
        """Show a line of a stage as it is."""
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def lines(self) -> list[str]:
        """How far each running stage is, then how many models have ended and wait."""
        stages = sorted(self._progress(), key=lambda stage: stage.label)
        shown = [stage.line() for stage in stages]
        total = len(self._waiting) + len(self._running) + len(self._ended)
        return [*shown, f"{len(self._ended)} of {total} models done, {len(self._waiting)} waiting"]

    def _progress(self) -> list[StageProgress]:
        found = []
        for path in self._folder.glob("*.json"):
            try:
                found.append(StageProgress(**json.loads(path.read_text(encoding="utf-8"))))
            except FileNotFoundError:
                continue  # the stage has just ended
        return found

    def _render(self) -> RenderableType:
        return Group(*(Text(line, no_wrap=True, overflow="ellipsis") for line in self.lines()))

    def _report(self) -> None:
        while not self._closing.wait(LINE_EVERY_S):
            self.print("; ".join(self.lines()))
