"""Correlation within groups: differences between groups do not count."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.statistics.correlation import correlation, pearson, product_rows, within

VALUES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-50, 50), st.integers(-50, 50)),
    min_size=4,
    max_size=40,
)


@given(VALUES)
def test_it_is_the_correlation_of_what_is_left_after_a_regression_on_the_groups(
    values: list[tuple[int, ...]],
) -> None:
    group, one, two = (np.array(column) for column in zip(*values, strict=True))
    dummies = (group[:, None] == np.arange(4)).astype(float)
    left = [side - dummies @ np.linalg.lstsq(dummies, side, rcond=None)[0] for side in (one, two)]
    rows = product_rows(within(group, one.astype(float)), within(group, two.astype(float)))
    with np.errstate(invalid="ignore"):
        ours = correlation(rows.sum(axis=0))
    if min(np.abs(left[0]).max(), np.abs(left[1]).max()) < 1e-6:
        assert np.isnan(ours)
    else:
        assert ours == pytest.approx(np.corrcoef(left)[0, 1], abs=1e-9)


def test_groups_that_differ_make_no_correlation() -> None:
    group = np.array([0, 0, 0, 0, 1, 1, 1, 1])
    length = np.array([1, 2, 1, 2, 11, 12, 11, 12.0])
    score = np.array([1, 1, 2, 2, 91, 91, 92, 92.0])
    rows = product_rows(within(group, length), within(group, score))
    assert np.corrcoef(length, score)[0, 1] > 0.99
    assert correlation(rows.sum(axis=0)) == pytest.approx(0)


def test_correlation_without_variation_is_not_defined() -> None:
    assert pearson([(1, 2), (1, 3)]) is None
    assert pearson([(1, 2), (2, 1)]) == pytest.approx(-1)
