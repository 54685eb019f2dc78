"""One model's metrics file, filled in from its answers, verdicts, scores and marks."""

import math
from collections import Counter
from collections.abc import Sequence
from statistics import fmean as mean
from typing import NamedTuple

import numpy as np

from assay.config.settings import ScoreConfig
from assay.records.models import (
    Breakdown,
    CategoryScore,
    GroupFigures,
    ModelMetrics,
    ModelSpending,
    PeopleFigures,
    Percentiles,
    ScoreBounds,
    Spending,
    TestCounts,
)
from assay.records.pipeline import (
    AUTOMATIC_GROUPS,
    CHECKS,
    LCIF,
    Answer,
    AutomaticGroup,
    Judgement,
    Prompt,
    TestScore,
)
from assay.records.totals import total_usage, total_usd
from assay.scores.basis import basis_counts
from assay.scores.conduct import conduct
from assay.scores.formulas import MetricPair, Results, category_scores, mean_pair, overall, results
from assay.scores.scores import by_majority, judged_by, tag_scores
from assay.scores.suite import scores_of

ANALYSIS = "code_analysis"
DEFECT = "defect"


class Method(NamedTuple):
    """How tests become a score: the settings, and what each test of the suite is."""

    config: ScoreConfig
    prompts: Sequence[Prompt]

    @property
    def categories(self) -> dict[str, str]:
        return {prompt.test: prompt.category for prompt in self.prompts}

    def category_scores(self, pairs: Results) -> dict[str, MetricPair]:
        return category_scores(pairs, self.categories, self.config.lcif_weights)

    def overall(self, pairs: Results) -> float | None:
        return overall(self.category_scores(pairs))


def model_metrics(
    method: Method,
    judgements: Sequence[Judgement],
    scores: Sequence[TestScore],
    marks: PeopleFigures | None = None,
) -> ModelMetrics:
    """One model's scores. `scores`: by judge groups and by people, whose marks are `marks`."""
    groups = {group: group_figures(method, group, judgements, scores) for group in AUTOMATIC_GROUPS}
    return ModelMetrics(llm=groups["llm"], checks=groups["checks"], people=marks)


def model_spending(answers: Sequence[Answer], judgements: Sequence[Judgement]) -> ModelSpending:
    """What one model's answers and their judging took, and how each LLM judge worked."""
    by_llm = judged_by("llm", judgements)
    return ModelSpending(
        generate=spending(answers),
        judge=spending(by_llm) if by_llm else None,
        judging=conduct(by_llm) if by_llm else None,
    )


def group_figures(
    method: Method,
    group: AutomaticGroup,
    judgements: Sequence[Judgement],
    scores: Sequence[TestScore],
) -> GroupFigures | None:
    """One judge group's figures; None if it judged nothing.

    A score is final if every test of the suite has one, and people marked every dialogue of it.
    """
    of_group = [score for score in scores if score.judge_group == group]
    if not of_group:
        return None
    searched = results(of_group, "mentioned")
    judged = [item for item in judged_by(group, judgements) if item.test not in searched]
    if group != CHECKS and method.config.aggregation == "majority":
        judged = by_majority(judged)
    pairs = results(of_group)
    final = results(scores_of(scores, group, "final"))
    is_final = final.keys() == method.categories.keys()
    parts = breakdown(method, pairs)
    statuses = Counter(score.status for score in of_group)
    return GroupFigures(
        **dict(parts),
        final_provisional=method.overall(pairs),
        final=method.overall(final) if is_final else None,
        lcif_by_people=lcif_by_people(method, final),
        with_people=breakdown(method, final) if is_final else None,
        mentioned=most_mentioned(method, searched, parts),
        tests=TestCounts(
            scored=statuses["scored"],
            mentioned=statuses["mentioned"],
            unscored=statuses["unscored"],
            missing=statuses["missing"],
        ),
        coverage=_coverage(of_group),
        bounds=_bounds(method, of_group),
        tags=tag_scores(judged),
        defects_found=defects_found(method.prompts, judged),
        basis=basis_counts(judged),
    )


def most_mentioned(method: Method, searched: Results, parts: Breakdown) -> dict[str, float]:
    """The most that each category can score that has no scored test, only searched documents."""
    most = method.category_scores(searched)
    return {name: pair.score for name, pair in most.items() if name not in parts.categories}


def lcif_by_people(method: Method, final: Results) -> float | None:
    """The category of the dialogues by people; None unless they have marked all of them."""
    dialogues = {test for test, category in method.categories.items() if category == LCIF}
    if not dialogues or not final.keys() >= dialogues:
        return None
    return method.category_scores(final)[LCIF].score


def breakdown(method: Method, pairs: Results) -> Breakdown:
    """The categories, and the mean accuracy and completeness over them."""
    categories = method.category_scores(pairs)
    means = mean_pair(list(categories.values()))
    return Breakdown(
        categories={
            name: CategoryScore(
                accuracy=pair.accuracy, completeness=pair.completeness, score=pair.score
            )
            for name, pair in categories.items()
        },
        accuracy=means.accuracy if means else None,
        completeness=means.completeness if means else None,
    )


def defects_found(prompts: Sequence[Prompt], judgements: Sequence[Judgement]) -> float | None:
    """Percent of the known defects that the code analyses name; None where none was judged."""
    analyses = {prompt.test for prompt in prompts if prompt.type == ANALYSIS}
    of_analyses = [judgement for judgement in judgements if judgement.test in analyses]
    return tag_scores(of_analyses).get(DEFECT)


def _coverage(scores: Sequence[TestScore]) -> float:
    """The mean share of criteria judged; a missing test covers nothing."""
    metrics = [metric for score in scores for metric in (score.accuracy, score.completeness)]
    return mean([metric.coverage if metric else 0.0 for metric in metrics])


def _bounds(method: Method, scores: Sequence[TestScore]) -> ScoreBounds:
    """What the overall score would be if all that is not judged failed, or passed.

    The bounds of a missing test are 0 and 100.
    """
    low: dict[str, MetricPair] = {}
    high: dict[str, MetricPair] = {}
    for score in scores:
        metrics = (score.accuracy, score.completeness)
        low[score.test] = MetricPair(*(metric.low if metric else 0.0 for metric in metrics))
        high[score.test] = MetricPair(*(metric.high if metric else 100.0 for metric in metrics))
    return ScoreBounds(low=method.overall(low), high=method.overall(high))


def spending(items: Sequence[Answer] | Sequence[Judgement]) -> Spending:
    """What the items took, and their gaps. Latency and speed only if any took time.

    An item is an answer, or a judge's report on one, with all its calls.
    """
    usage = total_usage(items)
    times = [item.latency_s for item in items if item.latency_s]
    seconds = math.fsum(times)
    p50, p95 = np.percentile(times or [0.0], [50, 95]).tolist()
    return Spending(
        tokens=usage,
        cost_usd=total_usd(items),
        seconds=seconds,
        gaps=sum(item.status == "gap" for item in items),
        latency_s=Percentiles(p50=p50, p95=p95) if seconds else None,
        output_tokens_per_second=usage.output / seconds if seconds else None,
    )
