"""Run chains of several models at once, with one display, and stop them together."""

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock
from types import FrameType

from stages.lib.base.progress import PROGRESS_FOLDER
from tools.bench.chains import Chain
from tools.bench.display import Display


def run_side_by_side(chains: Sequence[Chain], jobs: int) -> None:
    """Run the chains, at most `jobs` at once. A chain that fails does not stop the others.

    The output of a failed stage is shown; the `dvc repro` that follows reports the failure.
    KeyboardInterrupt, after all have ended, if a signal asked to stop.
    """
    with tempfile.TemporaryDirectory(prefix="assay-progress-") as folder:
        running = RunningChains(Path(folder))
        display = Display(Path(folder), [chain.model for chain in chains])
        with display, _stopped_by_signals(running), ThreadPoolExecutor(jobs) as pool:
            for _ in pool.map(lambda chain: running.run(chain, display), chains):
                pass
        if running.stopping:
            raise KeyboardInterrupt


class RunningChains:
    """The processes under way.

    Each has its own process group, so that no stage outlives its DVC.
    """

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, PROGRESS_FOLDER: str(folder)}
        self._processes: set[subprocess.Popen[str]] = set()
        self._lock = Lock()
        self._stop = Event()

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    def run(self, chain: Chain, display: Display) -> None:
        """Run one chain to its end and show what its stages print, unless the end was asked for."""
        with self._lock:
            if self.stopping:
                return
            process = subprocess.Popen(
                chain.command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
            self._processes.add(process)
        display.begin(chain.model)
        for line in process.stdout or ():
            display.print(line.rstrip("\n"))
        code = process.wait()
        with self._lock:
            self._processes.discard(process)
        display.end(chain.model, code)

    def stop(self, number: int) -> None:
        """Start no further chain, and pass the signal on.

        A stage finishes its calls at the first signal and ends at the second.
        """
        self._stop.set()
        for process in list(self._processes):
            if process.poll() is None:
                os.killpg(process.pid, number)


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
