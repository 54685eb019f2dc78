"""A bootstrap over tests that draws whole data sets, seeded and the same on every machine.

Tests on one data set share its difficulty, so the data set is the unit that is drawn. A test
without a data set is a unit of its own. Python's own generator and exact sums keep the bytes
equal on all platforms and library versions.
"""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from assay.records.pipeline import Interval
from assay.statistics.means import quantile


def clusters(datasets: Mapping[str, str | None]) -> list[list[str]]:
    """The tests (id to data set) in groups that are drawn together, in a stable order."""
    groups: dict[str, list[str]] = {}
    for test, dataset in sorted(datasets.items()):
        groups.setdefault(f"dataset {dataset}" if dataset else f"test {test}", []).append(test)
    return [groups[name] for name in sorted(groups)]


@lru_cache(maxsize=64)
def multiplicities(groups: int, draws: int, seed: int) -> NDArray[np.float64]:
    """How often each draw (a row) holds each group (a column).

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
