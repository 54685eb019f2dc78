"""Uncertainty: a bootstrap over tests that draws whole data sets, seeded and the same on every machine.

Tests on one data set share its difficulty, so the data set is the unit that is drawn; a test without one is a unit of
its own. Python's own generator and exact sums keep the bytes equal across platforms and library versions.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

Statistic = Callable[[Sequence[str]], float | None]
"""From the ids of the tests drawn (with repeats) to a figure; None where the draw does not define it."""


class Interval(NamedTuple):
    low: float
    high: float


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean of a non-empty sequence, by an exact sum."""
    return math.fsum(values) / len(values)


def clusters(datasets: Mapping[str, str | None]) -> list[list[str]]:
    """The tests (id to data set) in groups that are drawn together, in a stable order."""
    groups: dict[str, list[str]] = {}
    for test, dataset in sorted(datasets.items()):
        groups.setdefault(f"dataset {dataset}" if dataset else f"test {test}", []).append(test)
    return [groups[name] for name in sorted(groups)]


def bootstrap(
    groups: Sequence[Sequence[str]], statistic: Statistic, draws: int, seed: int
) -> list[float]:
    """The statistic's values over `draws` samples of the groups with replacement, sorted.

    Draws that do not define the statistic are left out. Empty for fewer than two groups: there is nothing to draw.
    """
    values = (statistic(drawn) for drawn in samples(groups, draws, seed))
    return sorted(value for value in values if value is not None)


def samples(groups: Sequence[Sequence[str]], draws: int, seed: int) -> list[list[str]]:
    """The tests of each draw: as many groups as there are, with replacement. None for fewer than two groups."""
    generator = random.Random(seed)
    return [_draw(groups, generator) for _ in range(draws)] if len(groups) > 1 else []


def _draw(groups: Sequence[Sequence[str]], generator: random.Random) -> list[str]:
    count = len(groups)
    return [test for _ in range(count) for test in groups[int(generator.random() * count)]]


def interval(values: Sequence[float], confidence: float) -> Interval | None:
    """The percentile interval of sorted values; None where there are none."""
    if not values:
        return None
    tail = (1 - confidence) / 2
    return Interval(quantile(values, tail), quantile(values, 1 - tail))


def quantile(values: Sequence[float], share: float) -> float:
    """The quantile of sorted values with linear interpolation between neighbours (the usual type 7)."""
    position = share * (len(values) - 1)
    below = math.floor(position)
    above = min(below + 1, len(values) - 1)
    return values[below] + (values[above] - values[below]) * (position - below)


def standard_deviation(values: Sequence[float]) -> float:
    """The sample standard deviation; 0 for fewer than two values."""
    if len(values) < 2:
        return 0.0
    centre = mean(values)
    return math.sqrt(math.fsum((value - centre) ** 2 for value in values) / (len(values) - 1))


def standard_error(
    groups: Sequence[Sequence[str]],
    values: Mapping[str, float],
    weights: Mapping[str, float],
    strata: Mapping[str, str],
) -> float:
    """The standard error of sum(weight × value) over tests, clustered by group; 0 for fewer than two groups.

    The linearised variance of a sum of stratum means (Cochran, *Sampling Techniques*, 1977, chapter 6): each test
    enters with its distance from the mean of its stratum, and the squares of the groups' totals are summed. Distances
    are scaled by stratum so that unequal weights do not bias it: for n equal groups by n / (n - 1) in the variance.
    """
    if len(groups) < 2:
        return 0.0
    scales, means = {}, {}
    for name in sorted({strata[test] for test in weights}):
        parts = [
            [test for test in group if test in weights and strata[test] == name] for group in groups
        ]
        weighed = [math.fsum(weights[test] for test in part) for part in parts]
        total = math.fsum(weighed)
        means[name] = (
            math.fsum(weights[test] * values[test] for part in parts for test in part) / total
        )
        scales[name] = _unbiasing([weight / total for weight in weighed])
    totals = [
        math.fsum(
            weights[test] * (values[test] - means[strata[test]]) * scales[strata[test]]
            for test in group
            if test in weights
        )
        for group in groups
    ]
    return math.sqrt(math.fsum(total**2 for total in totals))


def _unbiasing(shares: Sequence[float]) -> float:
    """What makes the expected sum of (share × distance from the weighted mean)² that of the weighted mean's variance.

    Of independent values of one variance, a distance has the variance 1 - 2 × share + sum of share². 0 for one value,
    whose distance is none.
    """
    squares = math.fsum(share**2 for share in shares)
    expected = math.fsum(share**2 * (1 - 2 * share + squares) for share in shares)
    return math.sqrt(squares / expected) if expected > 1e-12 else 0.0
