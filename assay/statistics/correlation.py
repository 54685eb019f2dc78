"""Correlation of pairs."""

import statistics
from collections.abc import Sequence


def pearson(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None for fewer than two pairs, or if one side never varies."""
    try:
        return statistics.correlation(*zip(*pairs, strict=True)) if len(pairs) > 1 else None
    except statistics.StatisticsError:
        return None
