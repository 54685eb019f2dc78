"""The methodology's formulas: from scores of tests to categories, and to one score of a model.

Pure functions; everything is percent.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from statistics import fmean as mean
from typing import Literal, NamedTuple

from assay.config import paths
from assay.errors import AssayError
from assay.records.pipeline import LCIF, TestScore


def scenario_of(test: str) -> str:
    """The scenario's name in a test id `Scenario` or `Scenario-Dataset`."""
    return test.split("-", 1)[0]


def weights_of(
    tests: Iterable[str], categories: Mapping[str, str], lcif_weights: Mapping[str, float]
) -> dict[str, float]:
    """The weight of each test: overall score = sum of weight × (accuracy + completeness) / 2.

    A category weighs as much as any other, and its tests alike. The dialogues have the weights of
    their scenarios, scaled to 1 over those present. The weights add up to 1, unless there is
    nothing to weigh.
    """
    weighed = sorted(
        test for test in tests if categories[test] != LCIF or scenario_of(test) in lcif_weights
    )
    sizes = Counter(categories[test] for test in weighed)
    of_scenario = Counter(scenario_of(test) for test in weighed if categories[test] == LCIF)
    total = sum(lcif_weights[name] for name in sorted(of_scenario))

    def share(test: str) -> float:
        """What the test weighs in its category."""
        if categories[test] != LCIF:
            return 1 / sizes[categories[test]]
        scenario = scenario_of(test)
        return lcif_weights[scenario] / total / of_scenario[scenario]

    return {test: share(test) / len(sizes) for test in weighed}


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


def check_dialogue_weights(dialogues: Mapping[str, str], weights: Mapping[str, float]) -> None:
    """AssayError for a dialogue, by test its scenario, that would count for nothing."""
    for test, scenario in dialogues.items():
        if scenario not in weights:
            raise AssayError(
                f"{paths.SCORE_CONFIG}: lcif_weights: there is no weight for the dialogue scenario "
                f"'{scenario}': add one, or take {test} off the suite"
            )
