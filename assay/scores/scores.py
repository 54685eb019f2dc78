"""From the verdicts on one test to its score, coverage and bounds. Percent."""

from collections.abc import Iterable, Sequence
from math import fsum
from statistics import fmean as mean

from assay.config.settings import ScoreConfig
from assay.records.pipeline import (
    CHECKS,
    AutomaticGroup,
    Judgement,
    Metric,
    MetricScore,
    Prompt,
    TestScore,
    TestStatus,
    Verdict,
)


def group_of(judge: str) -> AutomaticGroup:
    """The judge group of a judge: the checks are one, all LLM judges together the other."""
    return "checks" if judge == CHECKS else "llm"


def judged_by(judge_group: AutomaticGroup, judgements: Iterable[Judgement]) -> list[Judgement]:
    return [judgement for judgement in judgements if group_of(judgement.judge) == judge_group]


def metric_score(verdicts: Iterable[Verdict], metric: Metric) -> MetricScore:
    """Weight earned / weight judged of one judge on one metric. Coverage is by weight, 0 to 1.

    The score is None if nothing was judged. `low` and `high` are the scores if all criteria that
    were not judged had failed (questions: had been answered wrongly) or passed. Wrong answers take
    weight away, and no sum is below 0.
    """
    chosen = [verdict for verdict in verdicts if verdict.metric == metric]
    total = _weight(chosen)
    if not total:
        return MetricScore(score=None, coverage=0.0, low=0.0, high=100.0)
    judged = _weight(verdict for verdict in chosen if verdict.passed is not None)
    return MetricScore(
        score=100 * (weight_earned(chosen) / judged) if judged else None,
        coverage=round(judged / total, 12),
        low=100 * (weight_earned(chosen, open_question=-1.0) / total),
        high=100 * (weight_earned(chosen, 1.0, 1.0) / total),
    )


def weight_earned(
    verdicts: Iterable[Verdict], open_question: float = 0.0, open_other: float = 0.0
) -> float:
    """The weight that is earned, if what was not judged earns these shares; never below 0."""
    earned = []
    for verdict in verdicts:
        share = open_question if verdict.basis == "asked" else open_other
        earned.append(verdict.weight * (share if verdict.passed is None else verdict.earned))
    return max(0.0, fsum(earned))


def _weight(verdicts: Iterable[Verdict]) -> float:
    return fsum(verdict.weight for verdict in verdicts)


def group_score(
    judgements: Sequence[Judgement], metric: Metric, config: ScoreConfig
) -> MetricScore:
    """The mean of the judges (and attempts) on one metric, or the score of their majority.

    No score if one of the judges covers less than `min_coverage`, or if the majority decided
    less.
    """
    of_judges = _metric_scores(judgements, metric)
    counted = of_judges
    if config.aggregation == "majority":
        counted = _metric_scores(by_majority(judgements), metric)
    enough = all(
        score.score is not None and score.coverage >= config.min_coverage
        for score in [*of_judges, *counted]
    )
    known = [score.score for score in counted if score.score is not None]
    return MetricScore(
        score=mean(known) if enough else None,
        coverage=mean([score.coverage for score in counted]),
        low=mean([score.low for score in counted]),
        high=mean([score.high for score in counted]),
    )


def _metric_scores(judgements: Sequence[Judgement], metric: Metric) -> list[MetricScore]:
    return [metric_score(judgement.verdicts, metric) for judgement in judgements]


def tag_scores(judgements: Iterable[Judgement]) -> dict[str, float]:
    """Weight earned / weight judged of the criteria with a tag, over all tests and judges."""
    judged: dict[str, list[Verdict]] = {}
    for judgement in judgements:
        for verdict in judgement.verdicts:
            for tag in verdict.tags if verdict.passed is not None else ():
                judged.setdefault(tag, []).append(verdict)
    return {tag: 100 * weight_earned(judged[tag]) / _weight(judged[tag]) for tag in sorted(judged)}


def finds_words(judge_group: AutomaticGroup, prompt: Prompt) -> bool:
    """Whether the group only says what is mentioned: checks cannot tell if a document is right."""
    return judge_group == CHECKS and prompt.answer == "document"


def score_test(
    prompt: Prompt,
    judgements: Sequence[Judgement],
    judge_group: AutomaticGroup,
    model: str,
    config: ScoreConfig,
) -> TestScore:
    """One judge group on one test. The checks, which judge a part, need no minimal coverage."""
    if judge_group == CHECKS:
        config = config.model_copy(update={"min_coverage": 0.0, "aggregation": "mean"})
    present = [judgement for judgement in judgements if judgement.status != "missing"]
    accuracy = completeness = None
    status: TestStatus = "missing"
    if present:
        accuracy = group_score(present, "accuracy", config)
        completeness = group_score(present, "completeness", config)
        unscored = accuracy.score is None or completeness.score is None
        status = "unscored" if unscored else "scored"
        if finds_words(judge_group, prompt):
            status = "mentioned"
            nothing = {"score": None, "coverage": 0.0, "low": 0.0}  # it may all be wrong
            accuracy = accuracy.model_copy(update=nothing)
            completeness = completeness.model_copy(update=nothing)
    return TestScore(
        model=model,
        test=prompt.test,
        category=prompt.category,
        dataset=prompt.dataset,
        judge_group=judge_group,
        status=status,
        accuracy=accuracy,
        completeness=completeness,
        criteria=shares_passed(present),
    )


def shares_passed(judgements: Iterable[Judgement]) -> dict[str, float]:
    """By criterion, the mean share that its verdicts earned; without a verdict it is left out."""
    verdicts: dict[str, list[float]] = {}
    for judgement in judgements:
        for verdict in judgement.verdicts:
            if verdict.passed is not None:
                verdicts.setdefault(verdict.criterion, []).append(verdict.earned)
    return {criterion: mean(passed) for criterion, passed in sorted(verdicts.items())}


MAJORITY = "majority"
"""The name of the LLM judges as one."""


def by_majority(judgements: Iterable[Judgement]) -> list[Judgement]:
    """The LLM judges as one: a judgement for each judged answer, in order of first appearance.

    A tie, or no verdict at all, decides nothing: the criterion is not judged. A question counts as
    answered wrongly if most judges answered it so.
    """
    by_answer: dict[tuple[str, int], list[Judgement]] = {}
    for judgement in judgements:
        if judgement.status != "missing":
            by_answer.setdefault(judgement.place, []).append(judgement)
    return [_of_answer(of_answer) for of_answer in by_answer.values()]


def _of_answer(judgements: Sequence[Judgement]) -> Judgement:
    by_criterion: dict[tuple[str, str], list[Verdict]] = {}
    for judgement in judgements:
        for verdict in judgement.verdicts:
            by_criterion.setdefault((verdict.metric, verdict.criterion), []).append(verdict)
    first = judgements[0]
    return Judgement(
        **first.name,
        judge=MAJORITY,
        status="judged",
        verdicts=tuple(_of_criterion(verdicts) for verdicts in by_criterion.values()),
    )


def _of_criterion(verdicts: Sequence[Verdict]) -> Verdict:
    passed = sum(verdict.passed is True for verdict in verdicts)
    failed = sum(verdict.passed is False for verdict in verdicts)
    wrong = sum(verdict.picked == "wrong" for verdict in verdicts)
    first = verdicts[0]
    return Verdict(
        criterion=first.criterion,
        metric=first.metric,
        weight=first.weight,
        basis="asked" if first.basis == "asked" else "",
        tags=first.tags,
        share=-1.0 if wrong > len(verdicts) / 2 else None,
        passed=None if passed == failed else passed > failed,
        explanation=f"{passed} of {len(verdicts)} judges passed it, {failed} failed it",
    )
