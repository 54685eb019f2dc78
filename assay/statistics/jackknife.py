"""Intervals for figures that are sums over verdicts or tests: a jackknife over data sets.

The bounds are those of Student's t. What a figure needs of a verdict is a row of numbers. The rows
of a data set are added up once; each data set is left out in turn. Whole numbers stay exact.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

Numbers = NDArray[np.float64]
Formula = Callable[[Numbers], Numbers]
"""From sums (the last axis) to a figure; not finite where the sums do not define it."""
Ends = tuple[float, float]
SHARE: Ends = (0.0, 1.0)
"""An interval never leaves its ends, such as those of a share."""


def share(sums: Numbers) -> Numbers:
    """The first column as a share of the second."""
    return np.asarray(sums[..., 0] / sums[..., 1])


class Estimate(NamedTuple):
    """A figure with its interval. No value: not defined. No bounds: fewer than two data sets."""

    value: float | None
    low: float | None = None
    high: float | None = None


class Jackknife(NamedTuple):
    """How intervals are made: the share of them that holds the truth (0 to 1)."""

    confidence: float

    def estimate(
        self, cluster: NDArray[np.int64], rows: Numbers, formula: Formula, ends: Ends = (-1.0, 1.0)
    ) -> Estimate:
        """`formula` of the sums of `rows`, with its interval.

        The delete-one jackknife (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993,
        chapter 11) over whole clusters. Sums for which the formula is not defined are left out.
        """
        present, index = np.unique(cluster, return_inverse=True)
        if not len(present):
            return Estimate(None)
        sums = np.zeros((len(present), rows.shape[1]))
        np.add.at(sums, index, rows)
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
        return Estimate(value, max(ends[0], value - margin), min(ends[1], value + margin))
