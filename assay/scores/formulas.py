"""The methodology's formulas: from scores of tests to categories, and to one score of a model.

Pure functions; everything is percent.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from statistics import fmean as mean
from typing import Literal, NamedTuple

from assay.records.pipeline import TestScore
from assay.scores.weights import weights_of


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


def category_scores(
    pairs: Results, categories: Mapping[str, str], lcif_weights: Mapping[str, float]
) -> dict[str, MetricPair]:
    """The accuracy and completeness of every category that has a scored test.

    `categories` maps test ids to categories. A category is the mean over its tests. The dialogues
    are (t1 + t2)/2 × 0.4 + t3 × 0.6, by scenario; if a suite does not have all three, the weights
    of those present are scaled to 1: a provisional figure.
    """
    weights = weights_of(pairs, categories, lcif_weights)
    found = {}
    for category in sorted({categories[test] for test in weights}):
        tests = [test for test in weights if categories[test] == category]
        total = fsum(weights[test] for test in tests)
        found[category] = MetricPair(
            fsum(weights[test] * pairs[test].accuracy for test in tests) / total,
            fsum(weights[test] * pairs[test].completeness for test in tests) / total,
        )
    return found


def overall(pairs: Mapping[str, MetricPair]) -> float | None:
    """The mean of the categories' scores that exist."""
    return mean([pair.score for pair in pairs.values()]) if pairs else None
