"""The bootstrap on arrays has the same draws as the one over tests."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.statistics.bootstrap import interval
from assay.statistics.resampling import Estimate, Numbers, Resampling, multiplicities

HOW = Resampling(draws=500, confidence=0.95, seed=7)


def mean_of_sums(sums: Numbers) -> Numbers:
    return np.asarray(sums[..., 0] / sums[..., 1])


def rows(values: list[float]) -> Numbers:
    return np.array([[value, 1.0] for value in values])


def plain_draws(groups: int, draws: int, seed: int) -> list[list[int]]:
    """The groups of each draw, one after another from Python's own generator."""
    generator = random.Random(seed)
    return [[int(generator.random() * groups) for _ in range(groups)] for _ in range(draws)]


def test_the_draws_are_those_of_a_plain_bootstrap() -> None:
    counted = [[drawn.count(group) for group in range(9)] for drawn in plain_draws(9, 40, 3)]
    assert multiplicities(9, 40, 3).tolist() == counted


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 100)), min_size=2, max_size=30))
def test_estimate_and_interval_are_those_of_a_plain_bootstrap(
    verdicts: list[tuple[int, int]],
) -> None:
    cluster = np.array([cluster for cluster, _ in verdicts])
    found = HOW.estimate(cluster, rows([float(value) for _, value in verdicts]), mean_of_sums)
    names = sorted(set(cluster.tolist()))
    groups = [[value for one, value in verdicts if one == name] for name in names]
    drawn = []
    for draw in plain_draws(len(groups), HOW.draws if len(groups) > 1 else 0, HOW.seed):
        values = [value for group in draw for value in groups[group]]
        drawn.append(sum(values) / len(values))
    bounds = interval(sorted(drawn), HOW.confidence)
    assert found.value == pytest.approx(np.mean([value for _, value in verdicts]))
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
    cluster = np.array([0, 1])
    values = np.array([[1.0, 1.0], [0.0, 0.0]])
    assert HOW.estimate(cluster, values, mean_of_sums) == Estimate(1.0, 1.0, 1.0)
