"""Figures of a list of numbers: mean, quantile, standard deviation. The same on every machine."""

import math
from collections.abc import Sequence


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean of a non-empty sequence, by an exact sum."""
    return math.fsum(values) / len(values)


def quantile(values: Sequence[float], share: float) -> float:
    """The quantile of sorted values, interpolated between neighbours (type 7, the usual one)."""
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
