"""Several attempts at each test: how alike they are, criterion by criterion and in the score."""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Any

from stages.lib.base.records import Judgement, Prompt, TestScore
from stages.lib.scoring.scores import Panel, Rule, results, score_test
from stages.lib.scoring.statistics import mean, standard_deviation
from stages.lib.scoring.weights import weights_of


def with_attempts(
    scores: Sequence[TestScore],
    prompts: Sequence[Prompt],
    judgements: Sequence[Judgement],
    panel: Panel,
    min_coverage: float,
    rule: Rule = "mean",
) -> list[TestScore]:
    """The panel's scores, each with those of its attempts; unchanged with one attempt. `judgements` are the panel's."""
    attempts = sorted({judgement.attempt for judgement in judgements})
    if len(attempts) < 2:
        return list(scores)
    asked = {prompt.test: prompt for prompt in prompts}
    listed: dict[tuple[str, int], list[Judgement]] = {}
    for judgement in judgements:
        listed.setdefault((judgement.test, judgement.attempt), []).append(judgement)

    def alone(score: TestScore) -> list[float]:
        found = [
            score_test(
                asked[score.test],
                listed.get((score.test, attempt), []),
                panel,
                score.model,
                min_coverage,
                rule,
            )
            for attempt in attempts
        ]
        return [pair.score for one in found for pair in results([one]).values()]

    return [
        score.model_copy(
            update={"attempts": tuple(each) if len(each := alone(score)) == len(attempts) else ()}
        )
        for score in scores
    ]


def attempt_figures(
    scores: Sequence[TestScore], judgements: Sequence[Judgement], lcif_weights: Mapping[str, float]
) -> dict[str, Any]:
    """One panel's figures on the attempts, ready to be merged into its others; empty with one attempt.

    `scores` is the overall score of each attempt over the tests that all attempts have, `standard_deviation` the
    sample's between them, in points.
    """
    attempts = max((len(score.attempts) for score in scores), default=0)
    if not attempts:
        return {}
    whole = {score.test: score for score in scores if score.attempts}
    weights = weights_of(
        whole, {test: score.category for test, score in whole.items()}, lcif_weights
    )
    overall = [
        fsum(weight * whole[test].attempts[place] for test, weight in weights.items())
        for place in range(attempts)
    ]
    spread = {
        "scores": overall,
        "standard_deviation": standard_deviation(overall),
        "tests": len(whole),
    }
    return {"attempts": {"count": attempts, **spread, **consistency(judgements)}}


def consistency(judgements: Iterable[Judgement]) -> dict[str, Any]:
    """In percent of the criteria that a judge decided in every attempt: passed in all attempts, on average, in any.

    All attempts alike give three equal figures. `criteria` counts them, each once a judge; criteria weigh alike here.
    """
    outcomes: dict[tuple[str, str, str, str], list[bool | None]] = {}
    attempts = set()
    for judgement in judgements:
        attempts.add(judgement.attempt)
        for verdict in judgement.verdicts:
            key = (judgement.test, judgement.judge, verdict.metric, verdict.criterion)
            outcomes.setdefault(key, []).append(verdict.passed)
    decided = [
        found for found in outcomes.values() if len(found) == len(attempts) and None not in found
    ]
    shares = {
        "passed_in_all": [float(all(found)) for found in decided],
        "passed_on_average": [sum(map(bool, found)) / len(found) for found in decided],
        "passed_in_any": [float(any(found)) for found in decided],
    }
    return {"criteria": len(decided)} | {
        name: 100 * mean(each) if each else None for name, each in shares.items()
    }


def attempt_variance(score: TestScore) -> float | None:
    """The variance of a test's score, a mean over attempts, that comes from the attempts; None with one attempt."""
    if len(score.attempts) < 2:
        return None
    return standard_deviation(score.attempts) ** 2 / len(score.attempts)
