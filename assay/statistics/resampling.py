"""Intervals for figures made of sums over verdicts: a bootstrap on arrays.

It is `bootstrap` for many thousand verdicts. What a figure needs of a verdict is a row of
numbers. The rows of a data set are added up once, and a draw is a sum of such sums. Whole numbers
stay exact.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.statistics.bootstrap import interval, multiplicities

Numbers = NDArray[np.float64]
Formula = Callable[[Numbers], Numbers]
"""From sums (the last axis) to a figure; not finite where the sums do not define it."""


class Estimate(NamedTuple):
    """A figure with its interval.

    No value: not defined. No bounds: fewer than two data sets.
    """

    value: float | None
    low: float | None = None
    high: float | None = None


class Resampling(NamedTuple):
    """How intervals are made: number of draws, share of them inside (0 to 1), seed."""

    draws: int
    confidence: float
    seed: int

    def estimate(self, cluster: NDArray[np.int64], rows: Numbers, formula: Formula) -> Estimate:
        """`formula` of the sums of `rows`, with its interval.

        Whole clusters are drawn. Draws for which it is not defined are left out.
        """
        present, index = np.unique(cluster, return_inverse=True)
        if not len(present):
            return Estimate(None)
        sums = summed(index, rows, len(present))
        with np.errstate(divide="ignore", invalid="ignore"):
            value = float(formula(sums.sum(axis=0)))
            if not np.isfinite(value):
                return Estimate(None)
            if len(present) < 2:
                return Estimate(value)
            drawn = formula(multiplicities(len(present), self.draws, self.seed) @ sums)
        bounds = interval(np.sort(drawn[np.isfinite(drawn)]).tolist(), self.confidence)
        return Estimate(value, bounds.low, bounds.high) if bounds else Estimate(value)


def summed(index: NDArray[Any], rows: Numbers, clusters: int) -> Numbers:
    """The sum of the rows of each cluster: an array of clusters × columns."""
    return np.stack(
        [np.bincount(index, weights=column, minlength=clusters) for column in rows.T], axis=1
    )
