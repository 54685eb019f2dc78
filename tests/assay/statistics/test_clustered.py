"""The interval of a mean over data sets: against scipy, and where there is none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import t

from assay.statistics.clustered import mean_interval


@given(st.lists(st.floats(-1e3, 1e3), min_size=4, max_size=20))
def test_the_interval_of_a_plain_mean_is_students(values: list[float]) -> None:
    named = {str(number): value for number, value in enumerate(values)}
    weights = dict.fromkeys(named, 1 / len(named))
    found = mean_interval([[name] for name in named], weights, named, 0.95)
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5
    margin = float(t.ppf(0.975, len(values) - 1)) * error
    assert found is not None
    assert found.high == pytest.approx(np.mean(values) + margin, rel=1e-6, abs=1e-3)
    assert found.low == pytest.approx(np.mean(values) - margin, rel=1e-6, abs=1e-3)


def test_tests_on_one_data_set_are_no_independent_observations() -> None:
    figures = {f"{group}{number}": float(10 * group) for group in range(5) for number in range(4)}
    weights = dict.fromkeys(figures, 1 / 20)
    together = [[name for name in figures if name[0] == str(group)] for group in range(5)]
    clustered = mean_interval(together, weights, figures, 0.95)
    alone = mean_interval([[name] for name in figures], weights, figures, 0.95)
    assert clustered and alone
    assert clustered.high - clustered.low > 2 * (alone.high - alone.low)


def test_fewer_than_four_data_sets_give_no_interval() -> None:
    figures = {"a": 1.0, "b": 2.0, "c": 3.0}
    weights = dict.fromkeys(figures, 1 / 3)
    assert mean_interval([["a"], ["b"], ["c"]], weights, figures, 0.95) is None
