"""The interval of a score that is a weighted sum over tests: score ± t × standard error."""

from collections.abc import Mapping, Sequence

from assay.config.settings import ScoreConfig
from assay.records.pipeline import Interval, TestScore
from assay.scores.formulas import results
from assay.scores.weights import sum_of_tests
from assay.statistics.clustered import ClusteredSum
from assay.statistics.max_t import LEAST_CLUSTERS, ONE_PAIR, reference


def sum_interval(
    structure: ClusteredSum, scores: Mapping[str, float], confidence: float, seed: int
) -> Interval | None:
    """The interval of the sum within 0 to 100; None with fewer than four data sets.

    t is what a single difference needs on the same tests and data sets: a score and a difference
    have the same structure.
    """
    found = unbounded_interval(structure, scores, confidence, seed)
    if found is None:
        return None
    return Interval(low=max(0.0, found.low), high=min(100.0, found.high))


def unbounded_interval(
    structure: ClusteredSum, figures: Mapping[str, float], confidence: float, seed: int
) -> Interval | None:
    """As `sum_interval`, for figures that are no percentages, such as a change of complexity."""
    if structure.clusters < LEAST_CLUSTERS:
        return None
    t = reference(structure, 2, ONE_PAIR, seed).critical(1 - confidence)
    margin = t * structure.error(figures)
    centre = structure.value(figures)
    return Interval(low=centre - margin, high=centre + margin)


def score_interval(config: ScoreConfig, seed: int, scores: Sequence[TestScore]) -> Interval | None:
    """The interval of the overall score over the scored ones of these tests."""
    pairs = results(scores)
    scored = [score for score in scores if score.test in pairs]
    structure = sum_of_tests(scored, config.lcif_weights)
    values = {test: pair.score for test, pair in pairs.items()}
    return sum_interval(structure, values, config.confidence, seed)
