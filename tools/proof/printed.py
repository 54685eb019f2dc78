"""What the terminal shows of a proof: its lines about one test, and the sums over all tests."""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import get_args

from assay.content.criteria import Criterion
from assay.records.criteria_health import CriteriaHealth, RunTrial, TrialKind


def lines_of(test: str, result: CriteriaHealth, criteria: Sequence[Criterion]) -> Iterator[str]:
    """The shares of one test, and each criterion without a mutant."""
    gold_share = "nothing checked" if result.gold is None else f"{result.gold:.1f} %"
    off_topic = result.off_topic.share if result.off_topic else 0.0
    proven = f"{len(result.proofs)} of {result.checked} checked criteria proven"
    yield f"{test}: gold {gold_share}, off the topic {off_topic:.1f} %, {proven}"
    for item in criteria:
        if item.id in result.unproven:
            yield f"  {'argued' if item.argued else 'UNPROVEN'}: {item.metric}: {item.text}"


def trial_lines(test: str, trials: Sequence[RunTrial]) -> Iterator[str]:
    """How many trials came out as they must, and each that did not."""
    yield f"{test}: {sum(trial.is_right for trial in trials)} of {len(trials)} trials as they must"
    for trial in trials:
        if not trial.is_right:
            costs = f"{trial.lost_when_run:.1f} points when run"
            yield f"  WRONG: {trial.of}: {trial.kind}: {trial.what}: {costs}"
            if trial.seen:
                yield f"    {trial.seen}"


def summary(tests: Sequence[CriteriaHealth]) -> Iterator[str]:
    """One line for each proof, in numbers and percent: the figures of README and docs."""
    criteria = sum(test.criteria.accuracy + test.criteria.completeness for test in tests)
    checked = sum(test.checked for test in tests)
    targeted = [proof.targeted for test in tests for proof in test.proofs.values()]
    yield (
        f"criteria: {len(tests)} tests, {criteria:,} criteria, "
        f"{checked:,} of them ({checked / criteria:.0%}) with a check"
    )
    yield from _answers(tests)
    yield _untrue(tests)
    yield (
        f"mutants: {sum(test.mutants for test in tests):,} tried; "
        f"{len(targeted):,} of {checked:,} checked criteria isolated, "
        f"{sum(targeted)} of them by a mutant made from the check itself"
    )
    proofs = (test.execution for test in tests if test.execution)
    yield from trial_summary([trial for proof in proofs for trial in proof.trials])


def _answers(tests: Sequence[CriteriaHealth]) -> Iterator[str]:
    off_topic = [test.off_topic.share for test in tests if test.off_topic]
    second = [test.second.share or 0.0 for test in tests if test.second]
    yield f"gold: passes at least {min(test.gold or 0.0 for test in tests):.0f} % of a test"
    yield f"null: passes at most {max(test.null or 0.0 for test in tests):.0f} % of a test"
    yield (
        f"off the topic: passes nothing in {off_topic.count(0)} tests, "
        f"at most {max(off_topic):.1f} % in the others"
    )
    yield f"second answers: {len(second)}, which pass at least {min(second):.0f} %"


def _untrue(tests: Sequence[CriteriaHealth]) -> str:
    """What checks pass of documents made untrue, on average, by the kind of alteration."""
    documents = [test.altered for test in tests if test.altered]
    means = []
    for kind in documents[0] if documents else ():
        shares = [document[kind] or 0.0 for document in documents]
        means.append(f"{kind} {mean(shares):.0f} %")
    return (
        f"untrue documents, by checks alone: {len(documents)} gold documents pass "
        f"{', '.join(means) or 'nothing'}"
    )


def trial_summary(trials: Sequence[RunTrial]) -> Iterator[str]:
    """A line for each kind of trial: how many are noticed by reading, and are right when run."""
    for kind in get_args(TrialKind):
        mine = [trial for trial in trials if trial.kind == kind]
        if mine:
            read = sum(trial.lowered_by_checks for trial in mine)
            right = sum(trial.is_right for trial in mine)
            yield (
                f"{kind}: {len(mine)} tried; {read} ({read / len(mine):.0%}) lower the score by "
                f"checks alone, {right} ({right / len(mine):.0%}) are as they must when run"
            )
