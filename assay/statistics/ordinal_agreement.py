"""Agreement of raters on few, ordered marks.

K. Krippendorff, Computing Krippendorff's alpha-reliability (2011), with the metric of ordinal data:
1 for full agreement and 0 for chance; None if not defined.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from math import fsum


def ordinal_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Krippendorff's alpha of any number of raters; None if no two values differ.

    Units with one value are left out.
    """
    units = [unit for unit in units if len(unit) > 1]
    counts = Counter(value for unit in units for value in unit)
    total = sum(counts.values())
    distance = {
        (low, high): _ordinal(counts, low, high) for low, high in combinations(sorted(counts), 2)
    }
    observed = fsum(
        distance[min(pair), max(pair)] / (len(unit) - 1)
        for unit in units
        for pair in permutations(unit, 2)
        if pair[0] != pair[1]
    )
    expected = fsum(
        2 * counts[low] * counts[high] * apart for (low, high), apart in distance.items()
    )
    return 1 - (total - 1) * observed / expected if expected else None


def _ordinal(counts: Mapping[float, int], low: float, high: float) -> float:
    """The squared distance of two ranks: the values between them, plus half of both ends."""
    between = sum(count for value, count in counts.items() if low <= value <= high)
    return (between - (counts[low] + counts[high]) / 2) ** 2
