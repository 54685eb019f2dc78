"""Several attempts at each test: how similar they are, by criterion and in the score."""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from statistics import fmean as mean
from statistics import stdev

from assay.records.models import AttemptFigures
from assay.records.pipeline import Judgement, TestScore
from assay.scores.weights import weights_of


def attempt_figures(
    scores: Sequence[TestScore], judgements: Sequence[Judgement], lcif_weights: Mapping[str, float]
) -> AttemptFigures | None:
    """One judge group's figures on the attempts; None with one attempt."""
    attempts = max((len(score.attempts) for score in scores), default=0)
    if not attempts:
        return None
    by_test = {score.test: score for score in scores if score.attempts}
    categories = {test: score.category for test, score in by_test.items()}
    weights = weights_of(by_test, categories, lcif_weights)
    overall = []
    for number in range(attempts):
        weighted = (weight * by_test[test].attempts[number] for test, weight in weights.items())
        overall.append(fsum(weighted))
    decided = decided_in_all(judgements)
    return AttemptFigures(
        count=attempts,
        scores=tuple(overall),
        standard_deviation=stdev(overall),
        tests=len(by_test),
        criteria=len(decided),
        passed_in_all=_percent([float(all(passed)) for passed in decided]),
        passed_on_average=_percent([sum(passed) / len(passed) for passed in decided]),
        passed_in_any=_percent([float(any(passed)) for passed in decided]),
    )


def decided_in_all(judgements: Iterable[Judgement]) -> list[list[bool]]:
    """What a judge decided in each attempt, of each criterion that it decided in all of them."""
    outcomes: dict[tuple[str, str, str, str], list[bool | None]] = {}
    attempts = set()
    for judgement in judgements:
        attempts.add(judgement.attempt)
        for verdict in judgement.verdicts:
            key = (judgement.test, judgement.judge, verdict.metric, verdict.criterion)
            outcomes.setdefault(key, []).append(verdict.passed)
    complete = []
    for of_criterion in outcomes.values():
        decided = [passed for passed in of_criterion if passed is not None]
        if len(decided) == len(of_criterion) == len(attempts):
            complete.append(decided)
    return complete


def _percent(shares: Sequence[float]) -> float | None:
    return 100 * mean(shares) if shares else None
