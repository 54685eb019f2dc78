"""Criteria decided by running: what an execution says of the names under `run:`."""

from collections.abc import Collection, Sequence, Set
from typing import NamedTuple

from assay.records.execution_records import (
    NO_TESTS,
    Behaviour,
    Execution,
    MutantRuns,
    OwnTests,
    Step,
)

MUTANTS = "mutants"
"""Stands under `run:` for the mutants of the source that the answer's tests notice."""
STEPS = ("builds", "types", "own_tests", MUTANTS)
"""Names under `run:` that stand for a step and not for a behaviour."""
CHECK = "check"
"""Stands under `run:` for the criterion's own check: it must pass as well."""
BEHAVIOUR = "behaviour"
"""The tag of criteria on what a program does."""
SHOWN = 5


class RunDecision(NamedTuple):
    """The share that passed, from 0 to 1, of a criterion or of one name under `run:`.

    None: it is not judged, or was not run; `seen` says why.
    """

    share: float | None
    seen: str


def run_decision(
    names: Sequence[str],
    tags: Collection[str],
    execution: Execution | None,
    wavering: Set[str] = frozenset(),
) -> RunDecision | None:
    """The decision by the execution; None where there is none, and the check decides.

    Each name counts alike. What does not build, or passes no behaviour, does nothing: it fails
    every criterion with the tag `behaviour`. `wavering`: behaviours that waver on gold too; where
    the answer wavers on one, it is not judged.
    """
    if execution is None or execution.is_read:
        return None
    named = [name for name in names if name != CHECK]
    if not named:
        dead = execution.dead if BEHAVIOUR in tags else ""
        return RunDecision(0.0, dead) if dead else None
    if execution.status == "not run":
        return RunDecision(0.0 if execution.dead else None, f"not run: {execution.reason}")
    return _joined([_outcome(name, execution, wavering) for name in named])


def _joined(outcomes: Sequence[RunDecision]) -> RunDecision:
    """The mean of the shares that are known, and what came of the names that did not pass."""
    shares = [item.share for item in outcomes if item.share is not None]
    if not shares:
        return RunDecision(None, "; ".join(item.seen for item in outcomes))
    count = (
        f"{shares.count(1.0)} of {len(shares)} pass: " if 1 < len(shares) > sum(shares) > 0 else ""
    )
    told = [item for item in outcomes if item.share != 1.0] or outcomes
    words = count + "; ".join(item.seen for item in told)
    return RunDecision(sum(shares) / len(shares), words)


def _outcome(name: str, execution: Execution, wavering: Set[str]) -> RunDecision:
    if name == MUTANTS and execution.mutants:
        return _of_mutants(execution.mutants)
    if name == "own_tests" and execution.mutants and execution.own_tests:
        return _of_suite(execution.own_tests)
    if name in STEPS:
        return _of_step(name, getattr(execution, name))
    for behaviour in execution.behaviours:
        if behaviour.title == name:
            return _of_behaviour(behaviour, name in wavering)
    return RunDecision(None, f"'{name}' was not run")


def _of_step(name: str, step: Step | None) -> RunDecision:
    """A step. Where a criterion names tests and the answer has none, it fails."""
    if step is None or (step.status == "not run" and step.reason != NO_TESTS):
        return RunDecision(None, f"'{name}' was not run: {step.reason if step else 'no such step'}")
    reason = f": {step.reason}" if step.reason else ""
    return RunDecision(float(step.status == "passed"), f"'{name}' {step.status} when run{reason}")


def _of_mutants(ran: MutantRuns) -> RunDecision:
    """The share that was noticed; none if the tests could not be tried on mutants."""
    if ran.status != "passed" or not ran.tried:
        return _of_step(MUTANTS, ran)
    missed = f"; not noticed: {'; '.join(ran.survivors[:SHOWN])}" if ran.survivors else ""
    words = f"{ran.noticed} of {ran.tried} mutants of the source were noticed{missed}"
    return RunDecision(ran.noticed / ran.tried, words)


def _of_suite(tests: OwnTests) -> RunDecision:
    """The share that passes of tests which are all that the answer is."""
    if tests.status != "failed" or not tests.passed or not tests.failed:
        return _of_step("own_tests", tests)
    return RunDecision(tests.passed / (tests.passed + tests.failed), tests.reason)


def _of_behaviour(behaviour: Behaviour, wavers_on_gold: bool) -> RunDecision:
    title = behaviour.title
    reason = f": {behaviour.message}" if behaviour.message else ""
    if behaviour.outcome == "flaky":
        if wavers_on_gold:
            return RunDecision(None, f"'{title}' wavers, and on gold too")
        tries = behaviour.tries
        words = f"'{title}' passed {sum(tries)} of {len(tries)} tries{reason}"
        return RunDecision(sum(tries) / len(tries), words)
    share = {"passed": 1.0, "failed": 0.0}.get(behaviour.outcome)
    return RunDecision(share, f"'{title}' {behaviour.outcome} when run{reason}")
