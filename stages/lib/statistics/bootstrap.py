"""A bootstrap over tests that draws whole data sets, seeded and the same on every machine.

Tests on one data set share its difficulty, so the data set is the unit that is drawn. A test
without a data set is a unit of its own. Python's own generator and exact sums keep the bytes
equal on all platforms and library versions.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.records import Interval
from stages.lib.statistics.summary import quantile

Statistic = Callable[[Sequence[str]], float | None]
"""From the ids of the tests drawn (with repeats) to a figure; None if the draw defines none."""


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

    Draws for which the statistic is not defined are left out. Empty for fewer than two groups,
    because nothing varies.
    """
    values = (statistic(drawn) for drawn in samples(groups, draws, seed))
    return sorted(value for value in values if value is not None)


def samples(groups: Sequence[Sequence[str]], draws: int, seed: int) -> list[list[str]]:
    """The tests of each draw: as many groups as there are, with replacement.

    None for fewer than two groups.
    """
    generator = random.Random(seed)
    return [_draw(groups, generator) for _ in range(draws)] if len(groups) > 1 else []


def _draw(groups: Sequence[Sequence[str]], generator: random.Random) -> list[str]:
    count = len(groups)
    return [test for _ in range(count) for test in groups[int(generator.random() * count)]]


@lru_cache(maxsize=64)
def multiplicities(groups: int, draws: int, seed: int) -> NDArray[np.float64]:
    """How often each draw (a row) contains each group (a column), for the draws of `samples`.

    No rows for fewer than two groups.
    """
    generator = random.Random(seed)
    table = np.zeros((draws if groups > 1 else 0, groups))
    for row in table:
        for _ in range(groups):
            row[int(generator.random() * groups)] += 1
    return table


def interval(values: Sequence[float], confidence: float) -> Interval | None:
    """The percentile interval of sorted values; None without values."""
    if not values:
        return None
    tail = (1 - confidence) / 2
    return Interval(low=quantile(values, tail), high=quantile(values, 1 - tail))
