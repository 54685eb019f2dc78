"""Criteria decided by running: what an execution says of the names under `run:`."""

from collections.abc import Iterable
from typing import NamedTuple

from stages.lib.base.executions import Execution, Step

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
    wanted = tuple(names)
    if execution is None or execution.status == "not run" or not wanted:
        return None
    outcomes = [_outcome(name, execution) for name in wanted]
    failed = [item for item in outcomes if item.outcome == "failed"]
    if failed:
        return RunDecision(False, "; ".join(_words(item) for item in failed))
    if any(item.outcome == "not run" for item in outcomes):
        return None
    flaky = [item for item in outcomes if item.outcome == "flaky"]
    if flaky:
        return RunDecision(None, "; ".join(f"'{item.name}' is flaky" for item in flaky))
    return RunDecision(True, "; ".join(f"'{item.name}' passed when run" for item in outcomes))


def _words(item: RunOutcome) -> str:
    reason = f": {item.message}" if item.message else ""
    return f"'{item.name}' failed when run{reason}"


def _outcome(name: str, execution: Execution) -> RunOutcome:
    if name in STEPS:
        step: Step | None = getattr(execution, name)
        return RunOutcome(name, step.status if step else "not run", step.reason if step else "")
    for behaviour in execution.behaviours:
        if behaviour.title == name:
            return RunOutcome(name, behaviour.outcome, behaviour.message)
    return RunOutcome(name, "not run", "")
