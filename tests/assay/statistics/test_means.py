"""Mean and standard deviation, against numpy."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.statistics.means import mean, standard_deviation

FINITE = st.floats(-1e6, 1e6)


@given(st.lists(FINITE, min_size=2, max_size=30))
def test_standard_deviation_is_numpys(values: list[float]) -> None:
    assert standard_deviation(values) == pytest.approx(
        float(np.std(values, ddof=1)), rel=1e-6, abs=1e-4
    )


@pytest.mark.parametrize("values", [[], [3.0]])
def test_standard_deviation_of_fewer_than_two_values_is_zero(values: list[float]) -> None:
    assert standard_deviation(values) == 0


@given(st.lists(FINITE, min_size=1, max_size=20), st.randoms())
def test_mean_does_not_depend_on_the_order(values: list[float], shuffle: random.Random) -> None:
    shuffled = values.copy()
    shuffle.shuffle(shuffled)
    assert mean(values) == mean(shuffled)
