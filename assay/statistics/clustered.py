"""A weighted mean over tests and its interval: tests on one data set share its difficulty."""

import math
from collections.abc import Mapping, Sequence

from scipy.special import stdtrit  # scipy.stats takes a second to import

from assay.records.pipeline import Interval


def clusters(datasets: Mapping[str, str | None]) -> list[list[str]]:
    """Tests in groups by data set, in a stable order; one without a data set is a group."""
    groups: dict[str, list[str]] = {}
    for test, dataset in sorted(datasets.items()):
        groups.setdefault(f"dataset {dataset}" if dataset else f"test {test}", []).append(test)
    return [groups[name] for name in sorted(groups)]


LEAST_CLUSTERS = 4
"""With fewer data sets there is no interval, and nothing is decided."""


def mean_interval(
    groups: Sequence[Sequence[str]],
    weights: Mapping[str, float],
    figures: Mapping[str, float],
    confidence: float,
) -> Interval | None:
    """The interval of the sum of weight × figure; None with fewer than four groups.

    `weights` add up to 1. The standard error is the linearised one over groups (Cochran, *Sampling
    Techniques*, 1977, chapter 6), and the degrees of freedom are Satterthwaite's: unequal groups
    count as fewer.
    """
    if len(groups) < LEAST_CLUSTERS:
        return None
    centre = math.fsum(weights[test] * figures[test] for group in groups for test in group)
    sizes = []
    squares = []
    for group in groups:
        sizes.append(math.fsum(weights[test] for test in group) ** 2)
        distance = math.fsum(weights[test] * (figures[test] - centre) for test in group)
        squares.append(distance**2)
    count = math.fsum(sizes) ** 2 / math.fsum(size**2 for size in sizes)
    freedom = max(count - 1, 1.0)
    error = math.sqrt(math.fsum(squares) * (freedom + 1) / freedom)
    margin = float(stdtrit(freedom, (1 + confidence) / 2)) * error
    return Interval(low=centre - margin, high=centre + margin)
