"""How large differences get by chance: the reference of a studentised test for many pairs at once.

Each pair of models has t = difference / standard error. What |t| reaches by chance alone is worked
out by drawing models of equal skill on the same tests, data sets and weights, with the errors
estimated as they are for real models. The largest |t| of a draw over all pairs of the family
decides how large a t has to be: then the chance of even one false finding is the level (single-step
max-T; Westfall and Young, *Resampling-based Multiple Testing*, 1993). Categories may scatter
differently: each draw scales them at random, so that the reference does not assume that they are
alike.
"""

import math
import random
from functools import lru_cache
from itertools import combinations
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from assay.statistics.clustered import ClusteredSum, Numbers

MOST_DRAWS = 10_000
LEAST_DRAWS = 2_000
MODEL_DRAWS = 200_000
"""Draws × models, between the bounds: 10,000 draws for up to 20 models, 2,000 for 100."""
POWER = 0.8
LEAST_CLUSTERS = 4
"""With fewer data sets nothing is decided: the level of the test is known from four on."""
CATEGORY_SPREAD = 0.4
"""Standard deviation of the logarithm by which the scatter of categories differs."""
CHUNK = 2_000_000
"""So many drawn numbers are in memory at once."""

Family = tuple[tuple[int, int], ...]
"""The pairs of models, by their numbers, that are decided together."""
ONE_PAIR: Family = ((0, 1),)


class MaxTReference(NamedTuple):
    """What chance does, draw by draw.

    `largest`: the largest |t| over the family, sorted. `largest_known`: the same with the true
    error in place of the estimated one, sorted: the limit for many data sets. `single` and
    `single_error`: one difference and its estimated error, both in units of the true error.
    """

    largest: Numbers
    largest_known: Numbers
    single: Numbers
    single_error: Numbers

    def p(self, t: float) -> float:
        """The chance that the largest |t| of the family is at least this one."""
        reached = len(self.largest) - int(np.searchsorted(self.largest, t, side="left"))
        return (1 + reached) / (1 + len(self.largest))

    def as_rare_as(self, t: float, other: "MaxTReference") -> float:
        """The t that is reached here as seldom as `t` in the other reference."""
        if t >= other.largest[-1]:
            return float(self.largest[-1] * t / other.largest[-1])
        rank = float(np.searchsorted(other.largest, t)) / len(other.largest)
        return float(np.quantile(self.largest, rank))

    def critical(self, level: float) -> float:
        """The t from which on a pair is significant at the level."""
        return float(np.quantile(self.largest, 1 - level))

    def distance(self, level: float) -> float:
        """The difference, in estimated standard errors, that is significant with 80 % power.

        The error that a run estimates is itself uncertain, and too small in more than half of the
        runs. So the power is that of another run, with an error of its own, averaged over both.
        """
        stated_error = np.roll(self.single_error, len(self.single_error) // 2)
        needed = (self.critical(level) * self.single_error - self.single) / stated_error
        return float(np.quantile(needed, POWER))

    def least_distance(self, level: float) -> float:
        """What `distance` falls to with more and more data sets, where the error is known."""
        limit = float(np.quantile(self.largest_known, 1 - level))
        return limit + NormalDist().inv_cdf(POWER)


def family_of_all(models: int) -> Family:
    """Every two of so many models."""
    return tuple(combinations(range(models), 2))


def family_with(baseline: int, models: int) -> Family:
    """The pairs of one model with each other one."""
    return tuple((baseline, other) for other in range(models) if other != baseline)


@lru_cache(maxsize=64)
def reference(structure: ClusteredSum, models: int, family: Family, seed: int) -> MaxTReference:
    """The reference for these pairs of so many models, on the tests of the structure."""
    size = max(1, CHUNK // (models * len(structure.tests)))
    total = min(MOST_DRAWS, max(LEAST_DRAWS, MODEL_DRAWS // models))
    parts = [
        _draws(structure, models, family, min(size, total - start), f"{seed} {start}")
        for start in range(0, total, size)
    ]
    largest, known, single, error = (
        np.concatenate(columns) for columns in zip(*parts, strict=True)
    )
    return MaxTReference(np.sort(largest), np.sort(known), single, error)


def _draws(
    structure: ClusteredSum, models: int, family: Family, draws: int, seed: str
) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """The four columns of a reference, for some of its draws."""
    matrix = structure.matrices
    scale = np.exp(CATEGORY_SPREAD * normals((draws, matrix.strata), f"{seed} strata"))
    scale = scale[:, matrix.stratum]
    scores = normals((draws, models, len(structure.tests)), f"{seed} scores") @ matrix.loading.T
    scores *= scale[:, None, :]
    sums = scores @ matrix.weights
    distances = scores @ matrix.residuals.T
    first, second = np.array(family).T
    difference = sums[:, first] - sums[:, second]
    squares = np.einsum("dmc,dmc->dm", distances, distances)
    products = distances @ distances.transpose(0, 2, 1)
    square = squares[:, first] + squares[:, second] - 2 * products[:, first, second]
    error = np.sqrt(np.maximum(square, 1e-24))
    true_error = np.sqrt(2) * np.linalg.norm((scale * matrix.weights) @ matrix.loading, axis=1)
    return (
        np.abs(difference / error).max(axis=1),
        np.abs(difference).max(axis=1) / true_error,
        difference[:, 0] / true_error,
        error[:, 0] / true_error,
    )


def normals(shape: tuple[int, ...], seed: str) -> Numbers:
    """Standard normal numbers by Box and Muller, the same everywhere: Python's own generator."""
    count = math.prod(shape)
    half = (count + 1) // 2
    words = np.frombuffer(random.Random(seed).randbytes(16 * half), dtype="<u8")
    uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) / 2.0**53
    radius = np.sqrt(-2 * np.log(uniform[:half]))
    angle = 2 * np.pi * uniform[half:]
    both = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])
    return both[:count].reshape(shape)
