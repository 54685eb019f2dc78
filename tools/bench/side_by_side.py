"""Run chains of several models at once, with one display, and stop them together."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Event, Lock
from types import FrameType
from typing import TextIO

from assay.progress import PROGRESS_FOLDER
from tools.bench.chains import Chain, StageRun
from tools.bench.display import Display
from tools.bench.stage_process import run_stage, signal_group, stage_context

INTERRUPTED = 130
"""The exit code of a stage that was not started because the end was asked for."""


def run_side_by_side(chains: Sequence[Chain], jobs: int) -> None:
    """Run the chains, at most `jobs` at once. A chain that fails does not stop the others.

    DVC records what was done once, at the end: its processes wait for each other's locks. The
    output of a failed stage is shown; the `dvc repro` that follows reports the failure.
    KeyboardInterrupt, after all have ended, if a signal asked to stop.
    """
    with tempfile.TemporaryDirectory(prefix="assay-progress-") as folder:
        running = RunningChains(Path(folder))
        display = Display(Path(folder), [chain.model for chain in chains])
        with display, _stopped_by_signals(running), ThreadPoolExecutor(jobs) as pool:
            for _ in pool.map(lambda chain: running.run(chain, display), chains):
                pass
        record(running.done)
        if running.stopping:
            raise KeyboardInterrupt


def record(stages: Sequence[StageRun]) -> None:
    """Have DVC note that the stages are up to date, as `dvc repro` does after each stage.

    If that fails, DVC says why, and `dvc repro` runs the stages again, without paying again.
    """
    names = [stage.name for stage in stages]
    if names:
        subprocess.run(["dvc", "commit", "--quiet", "--force", *names], check=False)


class RunningChains:
    """The stages under way, at most one of each chain."""

    def __init__(self, folder: Path) -> None:
        self._environment = {PROGRESS_FOLDER: str(folder)}
        self._context = stage_context()
        self._processes: set[BaseProcess] = set()
        self._lock = Lock()
        self._stop = Event()
        self.done: list[StageRun] = []
        """The stages that ended well."""

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    def run(self, chain: Chain, display: Display) -> None:
        """Run a chain until a stage fails or the end is asked for; show what its stages print."""
        if self.stopping:
            return
        display.begin(chain.model)
        code = 0
        for stage in chain.stages:
            code = self._run(stage, display)
            if code:
                break
            self.done.append(stage)
        display.end(chain.model, code)

    def _run(self, stage: StageRun, display: Display) -> int:
        """Run one stage and show what it prints; its exit code."""
        with self._lock:
            if self.stopping:
                return INTERRUPTED
            process, output = self._start(stage)
            self._processes.add(process)
        with output:
            for line in output:
                display.print(line.rstrip("\n"))
        with self._lock:  # starting a process asks all others how they ended, and only one may ask
            process.join()
        self._processes.discard(process)
        return process.exitcode or 0

    def _start(self, stage: StageRun) -> tuple[BaseProcess, TextIO]:
        """The process of the stage, and what it prints."""
        reading, writing = self._context.Pipe(duplex=False)
        process = self._context.Process(target=run_stage, args=(stage, self._environment, writing))
        process.start()
        writing.close()
        output = os.fdopen(os.dup(reading.fileno()), encoding="utf-8", errors="replace")
        reading.close()
        return process, output

    def stop(self, number: int) -> None:
        """Start no further stage, and pass the signal on.

        A stage finishes its calls at the first signal and ends at the second.
        """
        self._stop.set()
        for process in list(self._processes):
            if process.pid:
                signal_group(process.pid, number)


@contextmanager
def _stopped_by_signals(running: RunningChains) -> Iterator[None]:
    def stop(number: int, _: FrameType | None) -> None:
        running.stop(number)

    before = {name: signal.signal(name, stop) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
