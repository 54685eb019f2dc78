"""Correlation of pairs, and within groups (each group is set to the same mean first)."""

import statistics
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from assay.statistics.jackknife import Numbers


def within(group: NDArray[np.int64], values: Numbers) -> Numbers:
    """Each value minus the mean of its group."""
    counts = np.bincount(group)
    return np.asarray(
        values - (np.bincount(group, weights=values) / np.where(counts, counts, 1))[group]
    )


def product_rows(one: Numbers, two: Numbers) -> Numbers:
    """For `correlation`: products and squares of values that are already centred."""
    return np.column_stack([one * two, one * one, two * two])


def correlation(sums: Numbers) -> Numbers:
    """Pearson's r, of sums of `product_rows`.

    Not defined if a side never varies (by more than rounding leaves).
    """
    one, two = (np.where(sums[..., side] > 1e-12, sums[..., side], 0) for side in (1, 2))
    return np.asarray(sums[..., 0] / np.sqrt(one * two))


def pearson(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None for fewer than two pairs, or if one side never varies."""
    try:
        return statistics.correlation(*zip(*pairs, strict=True)) if len(pairs) > 1 else None
    except statistics.StatisticsError:
        return None
