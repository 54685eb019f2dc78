"""The methodology's formulas: from scores of tests to categories, and to one score of a model.

Pure functions; everything is percent.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import Literal, NamedTuple

from assay.records.pipeline import LCIF, TestScore
from assay.statistics.means import mean


class MetricPair(NamedTuple):
    """Accuracy and completeness of a test, a category or a model."""

    accuracy: float
    completeness: float

    @property
    def score(self) -> float:
        """(accuracy + completeness) / 2"""
        return (self.accuracy + self.completeness) / 2


Results = Mapping[str, MetricPair]
"""The accuracy and completeness of each scored test, by test id."""


def results(
    scores: Iterable[TestScore], status: Literal["scored", "mentioned"] = "scored"
) -> dict[str, MetricPair]:
    """The tests of this status: the scores, or the most that mentioned ones can score."""
    figure = "score" if status == "scored" else "high"
    return {
        score.test: MetricPair(getattr(score.accuracy, figure), getattr(score.completeness, figure))
        for score in scores
        if score.status == status
    }


def mean_pair(pairs: Sequence[MetricPair]) -> MetricPair | None:
    """The mean accuracy and the mean completeness; None without tests."""
    if not pairs:
        return None
    return MetricPair(
        mean([pair.accuracy for pair in pairs]), mean([pair.completeness for pair in pairs])
    )


def lcif_pair(pairs: Mapping[str, MetricPair], weights: Mapping[str, float]) -> MetricPair | None:
    """The dialogues' (t1 + t2)/2 × 0.4 + t3 × 0.6, by scenario; None without any.

    If a suite does not have all three, the weights of those present are scaled to 1: a
    provisional figure.
    """
    present = {name: weights[name] for name in pairs if name in weights}
    total = fsum(present.values())
    if not total:
        return None
    return MetricPair(
        fsum(pairs[name].accuracy * weight for name, weight in present.items()) / total,
        fsum(pairs[name].completeness * weight for name, weight in present.items()) / total,
    )


def scenario_of(test: str) -> str:
    """The scenario's name in a test id `Scenario` or `Scenario-Dataset`."""
    return test.split("-", 1)[0]


def category_scores(
    pairs: Results,
    categories: Mapping[str, str],
    drawn: Iterable[str],
    weights: Mapping[str, float],
) -> dict[str, MetricPair]:
    """The accuracy and completeness of every category that has a scored test.

    `categories` maps test ids to categories. `drawn` are the test ids to average over; a
    bootstrap repeats some. Dialogues have fixed roles, so all scored ones count once.
    """
    by_category: dict[str, list[MetricPair]] = {}
    for test in drawn:
        if test in pairs and categories[test] != LCIF:
            by_category.setdefault(categories[test], []).append(pairs[test])
    means = {category: mean_pair(of_category) for category, of_category in by_category.items()}
    means[LCIF] = lcif_pair(_dialogue_tasks(pairs, categories), weights)
    return {category: pair for category, pair in sorted(means.items()) if pair is not None}


def _dialogue_tasks(pairs: Results, categories: Mapping[str, str]) -> dict[str, MetricPair]:
    """Each dialogue scenario's mean over its tests."""
    by_task: dict[str, list[MetricPair]] = {}
    for test, pair in sorted(pairs.items()):
        if categories[test] == LCIF:
            by_task.setdefault(scenario_of(test), []).append(pair)
    means = {task: mean_pair(of_task) for task, of_task in by_task.items()}
    return {task: pair for task, pair in means.items() if pair is not None}


def overall(pairs: Mapping[str, MetricPair]) -> float | None:
    """The mean of the categories' scores that exist."""
    return mean([pair.score for pair in pairs.values()]) if pairs else None
