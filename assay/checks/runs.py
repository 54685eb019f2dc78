"""Criteria decided by running: what an execution says of the names under `run:`."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from assay.records.executions import Execution, Step

STEPS = ("builds", "types", "own_tests")
"""Names under `run:` that stand for a step and not for a behaviour."""


class RunDecision(NamedTuple):
    """Whether everything passed. None: something was flaky, so the criterion is not judged."""

    passed: bool | None
    seen: str


class RunOutcome(NamedTuple):
    """What came of one name: passed, failed, flaky or not run."""

    name: str
    outcome: str
    message: str


def run_decision(names: Iterable[str], execution: Execution | None) -> RunDecision | None:
    """The decision by the execution; None where it has none, and the check decides.

    One that failed decides, whatever the others did. One that was not run leaves all to the check.
    """
    if execution is None or execution.status == "not run":
        return None
    outcomes = [_outcome(name, execution) for name in names]
    kinds = {item.outcome for item in outcomes}
    if "failed" in kinds:
        return RunDecision(False, _joined(outcomes, "failed"))
    if not outcomes or "not run" in kinds:
        return None
    if "flaky" in kinds:
        return RunDecision(None, _joined(outcomes, "flaky"))
    return RunDecision(True, _joined(outcomes, "passed"))


def _joined(outcomes: Sequence[RunOutcome], kind: str) -> str:
    """What came of each name with this outcome, in one line."""
    return "; ".join(_words(item) for item in outcomes if item.outcome == kind)


def _words(item: RunOutcome) -> str:
    if item.outcome == "flaky":
        return f"'{item.name}' is flaky"
    reason = f": {item.message}" if item.outcome == "failed" and item.message else ""
    return f"'{item.name}' {item.outcome} when run{reason}"


def _outcome(name: str, execution: Execution) -> RunOutcome:
    if name in STEPS:
        step: Step | None = getattr(execution, name)
        return RunOutcome(name, step.status if step else "not run", step.reason if step else "")
    for behaviour in execution.behaviours:
        if behaviour.title == name:
            return RunOutcome(name, behaviour.outcome, behaviour.message)
    return RunOutcome(name, "not run", "")
