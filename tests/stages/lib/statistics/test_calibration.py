"""Calibration equals an independent implementation, and finds what was planted."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve

from stages.lib.statistics.calibration import (
    bucket_rows,
    buckets,
    expected_calibration_error,
    overconfidence,
)

STATED = st.lists(st.tuples(st.integers(0, 99), st.booleans()), min_size=1, max_size=60)


@given(STATED)
def test_buckets_are_those_of_scikit_learn(verdicts: list[tuple[int, bool]]) -> None:
    # half percents: scikit-learn counts a boundary to the bucket below it
    confidence = np.array([(percent + 0.5) / 100 for percent, _ in verdicts])
    right = np.array([float(was_right) for _, was_right in verdicts])
    shares, means = calibration_curve(right, confidence, n_bins=10)
    found = buckets(bucket_rows(confidence, right))
    assert [bucket.right for bucket in found] == pytest.approx(list(shares))
    assert [bucket.confidence for bucket in found] == pytest.approx(list(means))
    weights = np.array([bucket.verdicts for bucket in found]) / len(verdicts)
    error = float((weights * np.abs(shares - means)).sum())
    assert expected_calibration_error(bucket_rows(confidence, right).sum(axis=0)) == pytest.approx(
        error
    )


def test_boundaries_belong_to_the_bucket_above_and_certainty_to_the_last() -> None:
    confidence = np.array([0.0, 0.1, 0.3, 0.7, 0.9, 1.0])
    found = buckets(bucket_rows(confidence, np.ones(6)))
    assert [(bucket.lower, bucket.verdicts) for bucket in found] == [
        (0, 1),
        (0.1, 1),
        (0.3, 1),
        (0.7, 1),
        (0.9, 2),
    ]


def test_overconfidence_has_a_sign_and_the_error_has_none() -> None:
    sure = bucket_rows(np.full(4, 0.95), np.array([1.0, 1.0, 1.0, 0.0])).sum(axis=0)
    unsure = bucket_rows(np.full(4, 0.55), np.array([1.0, 1.0, 1.0, 0.0])).sum(axis=0)
    assert (overconfidence(sure), expected_calibration_error(sure)) == (
        pytest.approx(0.2),
        pytest.approx(0.2),
    )
    assert (overconfidence(unsure), expected_calibration_error(unsure)) == (
        pytest.approx(-0.2),
        pytest.approx(0.2),
    )
