"""The jackknife over data sets: Student's interval of a mean, and what has none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from assay.statistics.jackknife import SHARE, Estimate, Jackknife, Numbers

HOW = Jackknife(0.95)


def mean_of_sums(sums: Numbers) -> Numbers:
    return np.asarray(sums[..., 0] / sums[..., 1])


def rows(values: list[float]) -> Numbers:
    return np.array([[value, 1.0] for value in values])


@given(st.lists(st.floats(0, 0.3), min_size=3, max_size=30))
def test_the_interval_of_a_plain_mean_is_students(values: list[float]) -> None:
    found = HOW.estimate(np.arange(len(values)), rows(values), mean_of_sums)
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    margin = float(t.ppf(0.975, len(values) - 1)) * error
    assert found.value == pytest.approx(np.mean(values), abs=1e-9)
    assert found.high == pytest.approx(min(1, np.mean(values) + margin), abs=1e-9)
    assert found.low == pytest.approx(max(-1, np.mean(values) - margin), abs=1e-9)


def test_verdicts_of_one_data_set_are_no_independent_observations() -> None:
    values = rows([0.0] * 20 + [1.0] * 20 + [0.0] * 20)
    together = HOW.estimate(np.repeat([0, 1, 2], 20), values, mean_of_sums)
    alone = HOW.estimate(np.arange(60), values, mean_of_sums, SHARE)
    assert (together.low, together.high) == (-1, 1)
    assert alone.low is not None and alone.high is not None
    assert 0.2 < alone.low < alone.high < 0.5


def test_the_interval_of_a_share_stays_within_its_bounds() -> None:
    found = HOW.estimate(np.arange(4), rows([0.0, 0.0, 0.0, 1.0]), mean_of_sums, SHARE)
    assert found.low == 0 and found.high == 1


def test_nothing_and_one_cluster_promise_no_interval() -> None:
    nothing = HOW.estimate(np.array([], dtype=int), np.empty((0, 2)), mean_of_sums)
    assert nothing == Estimate(None, None, None)
    assert HOW.estimate(np.array([4, 4]), rows([1, 0]), mean_of_sums) == Estimate(0.5, None, None)


def test_figure_that_the_sums_do_not_define_is_none() -> None:
    found = HOW.estimate(np.array([0, 1]), np.zeros((2, 2)), mean_of_sums)
    assert found == Estimate(None, None, None)


def test_what_is_not_defined_without_a_data_set_is_left_out() -> None:
    values = np.array([[1.0, 1.0], [0.0, 0.0]])
    assert HOW.estimate(np.array([0, 1]), values, mean_of_sums) == Estimate(1.0, 1.0, 1.0)
