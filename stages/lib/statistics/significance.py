"""Whether two models differ: a sign-flip test over data sets, and Holm's correction.

Sources: the sign-flip (paired permutation) test is Fisher's, *The Design of Experiments* (1935),
section 21, with the data set as the unit; that the observed draw counts as one is Phipson and
Smyth, *Permutation p-values should never be zero* (2010); the correction is Holm, *A simple
sequentially rejective multiple test procedure* (1979).
"""

import math
import random
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

EXACT = 16
"""Up to so many groups that differ, every flip is tried; above, FLIPS random ones."""
FLIPS = 2 ** (EXACT - 1)
POWER = 0.8
TIE = 1e-9
"""Sums closer than this share of the largest possible one are equal: they differ by rounding alone.
"""


def sign_flip_p(parts: Sequence[float], seed: int) -> float:
    """The two-sided p of a sum of parts, one for each group, if each sign could be the other.

    That is the null hypothesis that chance decided which of two models gave which result on a
    data set. With up to 16 parts that are not zero, p is exact and at least 2 / 2^n. With more,
    it comes from 32768 seeded flips and is at least 1 / 32769.
    """
    size = math.fsum(map(abs, parts))
    moving = sorted((part for part in parts if abs(part) > TIE * size), key=abs)
    if not moving:
        return 1.0
    least = abs(math.fsum(parts)) - TIE * size
    if len(moving) <= EXACT:
        sums = _all_sums(moving)
        return float(np.count_nonzero(np.abs(sums) >= least)) / len(sums)
    sums = _random_sums(moving, seed)
    return (1 + float(np.count_nonzero(np.abs(sums) >= least))) / (1 + len(sums))


def _all_sums(parts: Sequence[float]) -> NDArray[np.float64]:
    """The sums for every choice of signs but the first part's: by symmetry it changes nothing."""
    sums = np.array([parts[0]])
    for part in parts[1:]:
        sums = np.concatenate([sums + part, sums - part])
    return sums


def _random_sums(parts: Sequence[float], seed: int) -> NDArray[np.float64]:
    sums = np.zeros(FLIPS)
    for part, up in zip(parts, _flips(len(parts), seed), strict=True):
        sums += np.where(up, part, -part)
    return sums


@cache
def _flips(parts: int, seed: int) -> list[NDArray[np.bool_]]:
    """For each part, the draws in which it keeps its sign."""
    generator = random.Random(seed)
    drawn = [np.frombuffer(generator.randbytes(FLIPS // 8), dtype=np.uint8) for _ in range(parts)]
    return [np.unpackbits(bits).astype(bool) for bits in drawn]


def holm(values: Sequence[float]) -> list[float]:
    """Each p, corrected for all of them.

    Below a level, the chance of even one false finding is at most that level.
    """
    adjusted, highest = [0.0] * len(values), 0.0
    for place, index in enumerate(sorted(range(len(values)), key=lambda index: values[index])):
        highest = max(highest, min(1.0, (len(values) - place) * values[index]))
        adjusted[index] = highest
    return adjusted


def power_factor(level: float) -> float:
    """The factor from a standard error to the difference seen with 80 % power: 2.80 for 0.05."""
    normal = NormalDist()
    return normal.inv_cdf(1 - level / 2) + normal.inv_cdf(POWER)


def least_groups(level: float) -> int:
    """The fewest groups for which an exact p can be below the level: 2 / 2^n < level."""
    return math.floor(1 - math.log2(level)) + 1
