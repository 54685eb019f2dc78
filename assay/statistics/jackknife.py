"""Intervals for figures made of sums over verdicts: a jackknife over data sets with Student's t.

What a figure needs of a verdict is a row of numbers. The rows of a data set are added up once; each
data set is left out in turn. Whole numbers stay exact.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

Numbers = NDArray[np.float64]
Formula = Callable[[Numbers], Numbers]
"""From sums (the last axis) to a figure; not finite where the sums do not define it."""


class Estimate(NamedTuple):
    """A figure with its interval. No value: not defined. No bounds: fewer than two data sets."""

    value: float | None
    low: float | None = None
    high: float | None = None


class Jackknife(NamedTuple):
    """How intervals are made: the share of them that holds the truth (0 to 1)."""

    confidence: float

    def estimate(
        self, cluster: NDArray[np.int64], rows: Numbers, formula: Formula, least: float = -1.0
    ) -> Estimate:
        """`formula` of the sums of `rows`, with its interval.

        The delete-one jackknife (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993,
        chapter 11) over whole clusters. Sums for which the formula is not defined are left out. The
        interval never leaves `least` to 1.
        """
        present, index = np.unique(cluster, return_inverse=True)
        if not len(present):
            return Estimate(None)
        sums = summed(index, rows, len(present))
        with np.errstate(divide="ignore", invalid="ignore"):
            value = float(formula(sums.sum(axis=0)))
            without = formula(sums.sum(axis=0) - sums)
        if not np.isfinite(value):
            return Estimate(None)
        left = without[np.isfinite(without)]
        if len(present) < 2 or not len(left):
            return Estimate(value)
        count = len(left)
        error = float(np.sqrt((count - 1) / count * ((left - left.mean()) ** 2).sum()))
        margin = float(stdtrit(max(count - 1, 1), (1 + self.confidence) / 2)) * error
        return Estimate(value, max(least, value - margin), min(1.0, value + margin))


def summed(index: NDArray[Any], rows: Numbers, clusters: int) -> Numbers:
    """The sum of the rows of each cluster: an array of clusters × columns."""
    return np.stack(
        [np.bincount(index, weights=column, minlength=clusters) for column in rows.T], axis=1
    )
