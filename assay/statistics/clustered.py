"""A weighted sum over tests and its standard error, clustered by data set.

The variance is the linearised one of a sum of stratum means (Cochran, *Sampling Techniques*, 1977,
chapter 6). Each test enters with its distance from the mean of its stratum (its category). The
distances of a cluster are added up, and the error is the root of the sum of their squares. All but
this root is linear in the scores, so it is kept as a matrix that serves many models.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

WITHIN_CLUSTER = 0.5
"""The assumed correlation of two tests on one data set. It sets the scale of the error."""


class ClusteredTest(NamedTuple):
    """One test of the sum. `cluster` and `stratum` are numbers from 0."""

    name: str
    weight: float
    cluster: int
    stratum: int


class Matrices(NamedTuple):
    """A clustered sum in arrays.

    `weights`: by test. `residuals`: clusters × tests, from scores to distances. `correlation`:
    tests × tests, as assumed; `loading` is its root. `stratum`: by test.
    """

    weights: Numbers
    residuals: Numbers
    correlation: Numbers
    loading: Numbers
    stratum: NDArray[np.int64]

    @property
    def strata(self) -> int:
        return int(self.stratum.max(initial=-1)) + 1


class ClusteredSum(NamedTuple):
    """Which tests a sum is made of, and how they hang together."""

    tests: tuple[ClusteredTest, ...]

    @property
    def clusters(self) -> int:
        return len({test.cluster for test in self.tests})

    @property
    def matrices(self) -> Matrices:
        return _matrices(self)

    def value(self, scores: Mapping[str, float]) -> float:
        """The sum of weight × score."""
        return math.fsum(test.weight * scores[test.name] for test in self.tests)

    def error(self, scores: Mapping[str, float]) -> float:
        """The standard error of the sum; 0 where the scores do not scatter."""
        values = np.array([scores[test.name] for test in self.tests])
        distances = self.matrices.residuals @ values
        error = math.sqrt(math.fsum(distance**2 for distance in distances.tolist()))
        size = math.fsum(abs(test.weight * scores[test.name]) for test in self.tests)
        return error if error > 1e-9 * size else 0.0


def clustered_sum(
    groups: Sequence[Sequence[str]], weights: Mapping[str, float], strata: Mapping[str, str]
) -> ClusteredSum:
    """The sum of weight × score over the tests that have a weight, clustered by group."""
    weighed = [[test for test in group if test in weights] for group in groups]
    clusters = [group for group in weighed if group]
    names = sorted({strata[test] for cluster in clusters for test in cluster})
    tests = [
        ClusteredTest(test, weights[test], number, names.index(strata[test]))
        for number, cluster in enumerate(clusters)
        for test in cluster
    ]
    return ClusteredSum(tuple(tests))


@lru_cache(maxsize=256)
def _matrices(structure: ClusteredSum) -> Matrices:
    weights = np.array([test.weight for test in structure.tests])
    cluster = np.array([test.cluster for test in structure.tests], dtype=np.int64)
    stratum = np.array([test.stratum for test in structure.tests], dtype=np.int64)
    correlation = np.where(cluster[:, None] == cluster[None, :], WITHIN_CLUSTER, 0.0)
    np.fill_diagonal(correlation, 1.0)
    residuals = np.zeros((structure.clusters, len(structure.tests)))
    for number in range(int(stratum.max(initial=-1)) + 1):
        residuals += _distances(stratum == number, cluster, weights)
    expected = float(np.einsum("ct,tu,cu->", residuals, correlation, residuals))
    if expected > 1e-15:
        residuals *= math.sqrt(float(weights @ correlation @ weights) / expected)
    return Matrices(weights, residuals, correlation, np.linalg.cholesky(correlation), stratum)


def _distances(inside: NDArray[np.bool_], cluster: NDArray[np.int64], weights: Numbers) -> Numbers:
    """Each cluster's weighted distance from the mean of a stratum: clusters × tests.

    A stratum of one cluster has no scatter of its own: its distance is that from the mean of all
    tests, so that it never passes for certain. The rows are scaled so that unequal weights do not
    bias the variance: for n equal clusters by n / (n - 1).
    """
    clusters = int(cluster.max()) + 1
    members = np.arange(clusters)[:, None] == cluster[None, :]
    own = np.where(members & inside[None, :], weights, 0.0)
    own_weights = own.sum(axis=1)
    alone = np.count_nonzero(own_weights) < 2
    centre = weights if alone else np.where(inside, weights, 0.0)
    rows = own - own_weights[:, None] * (centre / centre.sum())
    by_cluster = rows @ members.T  # what the rows are if the tests of a cluster are all alike
    expected = float((by_cluster**2).sum())
    if expected < 1e-15:
        return np.zeros_like(rows)
    return np.asarray(rows * math.sqrt(float((own_weights**2).sum()) / expected))
