"""Every test of a suite by every judge group."""

from collections.abc import Mapping, Sequence

from assay.records.models import ScoreKind
from assay.records.pipeline import (
    AUTOMATIC_GROUPS,
    LCIF,
    AutomaticGroup,
    Judgement,
    MetricScore,
    Prompt,
    TestScore,
)
from assay.scores.attempts import with_attempts
from assay.scores.formulas import MetricPair
from assay.scores.scores import Aggregation, judged_by, score_test


def score_tests(
    prompts: Sequence[Prompt],
    judgements: Sequence[Judgement],
    model: str,
    min_coverage: float,
    aggregation: Aggregation = "mean",
) -> list[TestScore]:
    """Every test by every judge group that judged anything."""
    scores: list[TestScore] = []
    for group in AUTOMATIC_GROUPS:
        of_group = judged_by(group, judgements)
        if not of_group:
            continue
        by_test: dict[str, list[Judgement]] = {prompt.test: [] for prompt in prompts}
        for judgement in of_group:
            by_test.setdefault(judgement.test, []).append(judgement)
        of_tests = [
            score_test(prompt, by_test[prompt.test], group, model, min_coverage, aggregation)
            for prompt in prompts
        ]
        scores += with_attempts(of_tests, prompts, of_group, group, min_coverage, aggregation)
    return scores


def people_scores(
    prompts: Sequence[Prompt], people: Mapping[str, MetricPair], model: str
) -> list[TestScore]:
    """People's marks as scores of a judge group, by which final scores are compared."""
    return [
        _people_score(prompt, people[prompt.test], model)
        for prompt in prompts
        if prompt.test in people
    ]


def _people_score(prompt: Prompt, pair: MetricPair, model: str) -> TestScore:
    return TestScore(
        model=model,
        test=prompt.test,
        category=prompt.category,
        dataset=prompt.dataset,
        judge_group="people",
        status="scored",
        accuracy=_certain(pair.accuracy),
        completeness=_certain(pair.completeness),
    )


def _certain(percent: float) -> MetricScore:
    return MetricScore(score=percent, coverage=1.0, low=percent, high=percent)


def scores_of(
    scores: Sequence[TestScore], judge_group: AutomaticGroup, kind: ScoreKind
) -> list[TestScore]:
    """A model's test scores by the judge group; for final scores the dialogues are people's."""
    dialogues = "people" if kind == "final" else judge_group
    return [
        score
        for score in scores
        if score.judge_group == (dialogues if score.category == LCIF else judge_group)
    ]
