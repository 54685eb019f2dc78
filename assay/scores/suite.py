"""Every test of a suite by every judge group."""

from collections.abc import Mapping, Sequence

from assay.config.settings import ScoreConfig
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
from assay.scores.formulas import MetricPair, results
from assay.scores.scores import judged_by, score_test


def score_tests(
    prompts: Sequence[Prompt], judgements: Sequence[Judgement], model: str, config: ScoreConfig
) -> list[TestScore]:
    """Every test by every judge group that judged anything.

    If there are several attempts and all of a test have a score, its record has these too.
    """
    scores: list[TestScore] = []
    for group in AUTOMATIC_GROUPS:
        of_group = judged_by(group, judgements)
        if not of_group:
            continue
        attempts = sorted({judgement.attempt for judgement in of_group})
        for prompt in prompts:
            of_test = [judgement for judgement in of_group if judgement.test == prompt.test]
            whole = score_test(prompt, of_test, group, model, config)
            each = []
            for attempt in attempts:
                of_attempt = [item for item in of_test if item.attempt == attempt]
                each.append(score_test(prompt, of_attempt, group, model, config))
            scores.append(_with_attempts(whole, each))
    return scores


def _with_attempts(whole: TestScore, each: Sequence[TestScore]) -> TestScore:
    if len(each) < 2 or any(one.status != "scored" for one in each):
        return whole
    of_attempts = tuple(results([one])[whole.test].score for one in each)
    return whole.model_copy(update={"attempts": of_attempts})


def people_scores(
    prompts: Sequence[Prompt], people: Mapping[str, MetricPair], model: str
) -> list[TestScore]:
    """People's marks as scores of a judge group, by which final scores are compared."""
    scores = []
    for prompt in prompts:
        if prompt.test not in people:
            continue
        certain = [
            MetricScore(score=percent, coverage=1.0, low=percent, high=percent)
            for percent in people[prompt.test]
        ]
        score = TestScore(
            model=model,
            test=prompt.test,
            category=prompt.category,
            dataset=prompt.dataset,
            judge_group="people",
            status="scored",
            accuracy=certain[0],
            completeness=certain[1],
        )
        scores.append(score)
    return scores


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
