"""The bootstrap on arrays has the same draws as the one over tests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.lib.statistics.bootstrap import bootstrap, interval, samples
from stages.lib.statistics.resampling import Estimate, Numbers, Resampling, multiplicities

HOW = Resampling(draws=500, confidence=0.95, seed=7)


def mean_of_sums(sums: Numbers) -> Numbers:
    return np.asarray(sums[..., 0] / sums[..., 1])


def rows(values: list[float]) -> Numbers:
    return np.array([[value, 1.0] for value in values])


def test_the_draws_are_those_of_the_bootstrap_over_tests() -> None:
    groups = [[f"test {number}"] for number in range(9)]
    counted = [[drawn.count(test) for (test,) in groups] for drawn in samples(groups, 40, seed=3)]
    assert multiplicities(9, 40, 3).tolist() == counted


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 100)), min_size=2, max_size=30))
def test_estimate_and_interval_are_those_of_the_bootstrap_over_tests(
    verdicts: list[tuple[int, int]],
) -> None:
    cluster = np.array([cluster for cluster, _ in verdicts])
    found = HOW.estimate(cluster, rows([float(value) for _, value in verdicts]), mean_of_sums)
    values = {f"{place} {cluster}": value for place, (cluster, value) in enumerate(verdicts)}
    groups = [
        [name for name in values if name.endswith(f" {one}")]
        for one in sorted(set(cluster.tolist()))
    ]
    drawn = bootstrap(
        groups, lambda names: sum(values[name] for name in names) / len(names), HOW.draws, HOW.seed
    )
    bounds = interval(drawn, HOW.confidence)
    assert found.value == pytest.approx(np.mean(list(values.values())))
    expected = (bounds.low, bounds.high) if bounds else (None, None)
    assert (found.low, found.high) == pytest.approx(expected)


def test_nothing_and_one_cluster_promise_no_interval() -> None:
    assert HOW.estimate(np.array([], dtype=int), np.empty((0, 2)), mean_of_sums) == Estimate(
        None, None, None
    )
    assert HOW.estimate(np.array([4, 4]), rows([1, 0]), mean_of_sums) == Estimate(0.5, None, None)


def test_figure_that_the_sums_do_not_define_is_none() -> None:
    assert HOW.estimate(np.array([0, 1]), np.zeros((2, 2)), mean_of_sums) == Estimate(
        None, None, None
    )


def test_draws_that_leave_out_what_defines_the_figure_are_left_out() -> None:
    cluster, values = np.array([0, 1]), np.array([[1.0, 1.0], [0.0, 0.0]])
    assert HOW.estimate(cluster, values, mean_of_sums) == Estimate(1.0, 1.0, 1.0)
