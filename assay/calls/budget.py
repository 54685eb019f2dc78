"""What a run may spend: US dollars and calls, of all its stages together.

A run is one `make bench` or `dvc repro`. Its stages are processes one after the other; each goes on
with what the earlier ones spent.
"""

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from assay.config import paths
from assay.errors import RunStopped
from assay.records.jsonl import write_json


@dataclass
class Budget:
    """What the run has spent, and what its calls under way may cost at most.

    A bill above its estimate raises the estimates of all calls of the same owner, also of those
    under way, by the same factor: who was wrong about one call is wrong about the next.
    """

    usd_limit: float | None
    calls_limit: int | None
    usd: float = 0.0
    calls: int = 0
    open_calls: int = 0
    _open: dict[object, float] = field(default_factory=dict)
    _factors: dict[object, float] = field(default_factory=dict)

    @property
    def open_usd(self) -> float:
        return sum(self._raised(usd, owner) for owner, usd in self._open.items())

    def reason_to_wait(self, usd: float, owner: object = None) -> str:
        """Why a call of at most so many dollars waits for those under way; '' if it may start.

        RunStopped if it can never start, with what was used.
        """
        usd = self._raised(usd, owner)
        if self.calls_limit is not None and self.calls >= self.calls_limit:
            raise _over(f"{self.calls} calls were made, and calls.max_calls is {self.calls_limit}")
        if self.usd_limit is None or self.usd + self.open_usd + usd <= self.usd_limit:
            return ""
        if not self.open_calls:
            passed = "the budget was passed: " if self.usd > self.usd_limit else ""
            raise _over(
                f"{passed}${self.usd:.2f} were or may have been spent, the next call may cost "
                f"up to ${usd:.2f}, and calls.budget_usd is ${self.usd_limit:.2f}"
            )
        return (
            f"{self.open_calls} calls under way may cost ${self.open_usd:.2f} of calls.budget_usd "
            f"(${self.usd_limit:.2f}); the next call may cost ${usd:.2f}"
        )

    def begin(self, usd: float, owner: object = None) -> None:
        """A call of at most so many dollars has started."""
        self.calls += 1
        self.open_calls += 1
        self._open[owner] = self._open.get(owner, 0.0) + usd

    def end(self, at_most_usd: float, usd: float, owner: object = None) -> None:
        """A call that might have cost `at_most_usd` has ended, and cost `usd`."""
        self.open_calls -= 1
        self._open[owner] -= at_most_usd
        self.usd += usd
        if at_most_usd > 0:
            self._factors[owner] = max(self._factors.get(owner, 1.0), usd / at_most_usd)

    def _raised(self, usd: float, owner: object) -> float:
        return usd * self._factors.get(owner, 1.0)


def _over(reason: str) -> RunStopped:
    return RunStopped(
        f"stopped before the limit: {reason}. All answers so far are kept; to go on, raise it in "
        "conf/calls/default.yaml and run again"
    )


def open_budget(usd_limit: float | None, calls_limit: int | None) -> Budget:
    """The budget of the present run, with what its earlier stages spent."""
    budget = Budget(usd_limit, calls_limit)
    try:
        spent = json.loads(paths.SPENT.read_bytes())
    except (OSError, ValueError):
        return budget
    if isinstance(spent, dict) and spent.get("run") == current_run():
        budget.usd, budget.calls = float(spent["usd"]), int(spent["calls"])
    return budget


def keep_spent(budget: Budget) -> None:
    """Keep what the run has spent for its next stage. Calls still open count at their most."""
    usd = budget.usd + budget.open_usd
    write_json(paths.SPENT, {"run": current_run(), "usd": usd, "calls": budget.calls})


def current_run() -> str:
    """What a budget is counted for.

    ASSAY_RUN if it is set, else the outermost `make` or `dvc` around this process.
    """
    if name := os.environ.get("ASSAY_RUN"):
        return name
    me = psutil.Process()
    above = [process for process in me.parents() if _is_runner(process)]
    run = above[-1] if above else me
    return f"{run.pid}-{run.create_time():.2f}"


def _is_runner(process: psutil.Process) -> bool:
    try:
        words = [process.name(), *(Path(word).name for word in process.cmdline()[:3])]
    except psutil.Error:
        return False
    return bool({"make", "dvc"} & set(words))
