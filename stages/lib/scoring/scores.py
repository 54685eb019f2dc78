"""From verdicts to scores: the methodology's formulas, as pure functions. Percent unless said otherwise."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from typing import Literal, NamedTuple

from stages.lib.base.records import (
    CHECKS,
    LCIF,
    METRICS,
    Judgement,
    Metric,
    MetricScore,
    Prompt,
    TestScore,
    Verdict,
)
from stages.lib.scoring.majority import by_majority
from stages.lib.scoring.statistics import clusters, mean

Panel = Literal["llm", "checks"]
PANELS: tuple[Panel, ...] = ("llm", "checks")
Rule = Literal["mean", "majority"]
"""How the verdicts of several LLM judges become one score."""


def panel_of(judge: str) -> Panel:
    """The checks are a panel of their own, all LLM judges together the other."""
    return "checks" if judge == CHECKS else "llm"


def judged_by(panel: Panel, judgements: Iterable[Judgement]) -> list[Judgement]:
    return [judgement for judgement in judgements if panel_of(judgement.judge) == panel]


def metric_score(verdicts: Iterable[Verdict], metric: Metric) -> MetricScore:
    """Weight passed / weight judged of one judge on one metric; coverage counts weight, 0 to 1.

    The score is None where nothing was judged. `low` and `high` are the scores if all criteria that were not judged
    had failed or passed.
    """
    chosen = [verdict for verdict in verdicts if verdict.metric == metric]
    total = fsum(verdict.weight for verdict in chosen)
    judged = fsum(verdict.weight for verdict in chosen if verdict.passed is not None)
    passed = fsum(verdict.weight for verdict in chosen if verdict.passed)
    possible = fsum(verdict.weight for verdict in chosen if verdict.passed is not False)
    return MetricScore(
        score=100 * (passed / judged) if judged else None,
        coverage=round(judged / total, 12) if total else 0.0,
        low=100 * (passed / total) if total else 0.0,
        high=100 * (possible / total) if total else 100.0,
    )


def panel_score(
    judgements: Sequence[Judgement], metric: Metric, min_coverage: float, rule: Rule = "mean"
) -> MetricScore:
    """The mean of the judges (and attempts) on one metric, or the score of their majority (the mean over attempts).

    No score if one of the judges covers less than `min_coverage`, or what the majority decided does.
    """
    each = [metric_score(judgement.verdicts, metric) for judgement in judgements]
    counted = each
    if rule == "majority":
        counted = [
            metric_score(judgement.verdicts, metric) for judgement in by_majority(judgements)
        ]
    enough = all(
        score.score is not None and score.coverage >= min_coverage for score in [*each, *counted]
    )
    return MetricScore(
        score=mean([score.score for score in counted if score.score is not None])
        if enough
        else None,
        coverage=mean([score.coverage for score in counted]),
        low=mean([score.low for score in counted]),
        high=mean([score.high for score in counted]),
    )


def tag_scores(judgements: Iterable[Judgement]) -> dict[str, float]:
    """Weight passed / weight judged of the criteria with a tag, over all tests and judges together, in percent."""
    by_tag: dict[str, list[Verdict]] = {}
    for verdict in (verdict for judgement in judgements for verdict in judgement.verdicts):
        for tag in verdict.tags if verdict.passed is not None else ():
            by_tag.setdefault(tag, []).append(verdict)
    return {
        tag: 100
        * fsum(verdict.weight for verdict in judged if verdict.passed)
        / fsum(item.weight for item in judged)
        for tag, judged in sorted(by_tag.items())
    }


def score_test(
    prompt: Prompt,
    judgements: Sequence[Judgement],
    panel: Panel,
    model: str,
    min_coverage: float,
    rule: Rule = "mean",
) -> TestScore:
    """One panel on one test. The built-in checks need no minimal coverage: they judge what has a check."""
    present = [judgement for judgement in judgements if judgement.status != "missing"]
    least = 0.0 if panel == CHECKS else min_coverage
    by: Rule = "mean" if panel == CHECKS else rule
    scores = (
        {metric: panel_score(present, metric, least, by) for metric in METRICS} if present else {}
    )
    scored = bool(scores) and all(score.score is not None for score in scores.values())
    return TestScore(
        model=model,
        test=prompt.test,
        category=prompt.category,
        dataset=prompt.dataset,
        judge_group=panel,
        status="scored" if scored else "unscored" if present else "missing",
        accuracy=scores.get("accuracy"),
        completeness=scores.get("completeness"),
    )


class Pair(NamedTuple):
    """Accuracy and completeness of something, in percent."""

    accuracy: float
    completeness: float

    @property
    def score(self) -> float:
        """(accuracy + completeness) / 2"""
        return (self.accuracy + self.completeness) / 2


Results = Mapping[str, Pair]
"""The accuracy and completeness of each scored test, by test id."""


Bound = Literal["score", "low", "high"]


def results(scores: Iterable[TestScore], bound: Bound = "score") -> dict[str, Pair]:
    """The scored tests alone: their scores, or what they would be if all that is not judged had failed or passed."""
    return {
        score.test: Pair(getattr(score.accuracy, bound), getattr(score.completeness, bound))
        for score in scores
        if score.status == "scored"
    }


def category_pair(pairs: Sequence[Pair]) -> Pair | None:
    """The mean accuracy and the mean completeness over tests; None without tests."""
    if not pairs:
        return None
    return Pair(
        mean([pair.accuracy for pair in pairs]), mean([pair.completeness for pair in pairs])
    )


def lcif_pair(pairs: Mapping[str, Pair], weights: Mapping[str, float]) -> Pair | None:
    """The dialogues' (t1 + t2)/2 × 0.4 + t3 × 0.6, by scenario; None without any.

    Where a suite has not all three, the weights of those present are scaled to 1: a provisional figure.
    """
    present = {name: weights[name] for name in pairs if name in weights}
    total = fsum(present.values())
    if not total:
        return None
    return Pair(
        fsum(pairs[name].accuracy * weight for name, weight in present.items()) / total,
        fsum(pairs[name].completeness * weight for name, weight in present.items()) / total,
    )


def scenario_of(test: str) -> str:
    """The scenario's name in a test id `Scenario` or `Scenario-Dataset`."""
    return test.split("-", 1)[0]


def category_scores(
    found: Results,
    categories: Mapping[str, str],
    drawn: Iterable[str],
    weights: Mapping[str, float],
) -> dict[str, Pair]:
    """The accuracy and completeness of every category that has a scored test.

    `categories` maps test ids to categories, `drawn` are the test ids to average over (a bootstrap repeats some); the
    dialogues have fixed roles, so all that were scored count once.
    """
    by_category: dict[str, list[Pair]] = {}
    for test in drawn:
        if test in found and categories[test] != LCIF:
            by_category.setdefault(categories[test], []).append(found[test])
    tasks: dict[str, list[Pair]] = {}
    for test, pair in sorted(found.items()):
        if categories[test] == LCIF:
            tasks.setdefault(scenario_of(test), []).append(pair)
    dialogues = {task: marks for task, listed in tasks.items() if (marks := category_pair(listed))}
    pairs: dict[str, Pair | None] = {
        category: category_pair(listed) for category, listed in by_category.items()
    }
    pairs[LCIF] = lcif_pair(dialogues, weights)
    return {category: pair for category, pair in sorted(pairs.items()) if pair is not None}


def overall(pairs: Mapping[str, Pair]) -> float | None:
    """The mean of the categories' scores: the final score, or what there is of it."""
    return mean([pair.score for pair in pairs.values()]) if pairs else None


def overall_of(
    found: Results, categories: Mapping[str, str], weights: Mapping[str, float]
) -> Callable[[Sequence[str]], float | None]:
    """The overall score as a function of the tests drawn; None for a draw that leaves out a whole category."""
    all_of_them = set(category_scores(found, categories, found, weights))

    def statistic(drawn: Sequence[str]) -> float | None:
        pairs = category_scores(found, categories, drawn, weights)
        return overall(pairs) if set(pairs) == all_of_them else None

    return statistic


def drawable(
    found: Results, categories: Mapping[str, str], datasets: Mapping[str, str | None]
) -> list[list[str]]:
    """The groups of scored tests that a bootstrap draws: data sets, and single tests without one; not the dialogues.

    Empty if a category has fewer than two: its score would never vary, and the interval would be a false promise.
    """
    tests = {test: datasets[test] for test in found if categories[test] != LCIF}
    for category in {categories[test] for test in tests}:
        if (
            len(
                clusters(
                    {test: name for test, name in tests.items() if categories[test] == category}
                )
            )
            < 2
        ):
            return []
    return clusters(tests)
