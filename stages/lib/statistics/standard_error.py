"""The standard error of a weighted sum over tests that are clustered by data set."""

import math
from collections.abc import Mapping, Sequence


def standard_error(
    groups: Sequence[Sequence[str]],
    values: Mapping[str, float],
    weights: Mapping[str, float],
    strata: Mapping[str, str],
) -> float:
    """The standard error of sum(weight × value) over tests, clustered by group.

    0 for fewer than two groups. The linearised variance of a sum of stratum means (Cochran,
    *Sampling Techniques*, 1977, chapter 6): each test enters with its distance from the mean of
    its stratum, and the groups' totals are squared and summed. Distances are scaled by stratum so
    that unequal weights do not bias it: for n equal groups by n / (n - 1) in the variance.
    """
    if len(groups) < 2:
        return 0.0
    means: dict[str, float] = {}
    scales: dict[str, float] = {}
    for name in sorted({strata[test] for test in weights}):
        of_groups = [
            [test for test in group if test in weights and strata[test] == name] for group in groups
        ]
        group_weights = [math.fsum(weights[test] for test in tests) for tests in of_groups]
        total = math.fsum(group_weights)
        tests = [test for of_group in of_groups for test in of_group]
        means[name] = math.fsum(weights[test] * values[test] for test in tests) / total
        scales[name] = _unbiasing([weight / total for weight in group_weights])

    def contribution(test: str) -> float:
        stratum = strata[test]
        return weights[test] * (values[test] - means[stratum]) * scales[stratum]

    totals = [
        math.fsum(contribution(test) for test in group if test in weights) for group in groups
    ]
    return math.sqrt(math.fsum(total**2 for total in totals))


def _unbiasing(shares: Sequence[float]) -> float:
    """The factor from the expected sum of squares to the variance of the weighted mean.

    The sum is over (share × distance from the weighted mean)². Of independent values with the
    same variance, a distance has the variance 1 - 2 × share + sum of share². 0 for one value,
    which has no distance.
    """
    squares = math.fsum(share**2 for share in shares)
    expected = math.fsum(share**2 * (1 - 2 * share + squares) for share in shares)
    return math.sqrt(squares / expected) if expected > 1e-12 else 0.0
