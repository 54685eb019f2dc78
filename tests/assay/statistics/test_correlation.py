"""Correlation of pairs."""

import pytest

from assay.statistics.correlation import pearson


def test_correlation_without_variation_is_not_defined() -> None:
    assert pearson([(1, 2), (1, 3)]) is None
    assert pearson([(1, 2), (2, 1)]) == pytest.approx(-1)
