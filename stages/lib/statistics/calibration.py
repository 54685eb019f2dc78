"""Calibration of stated confidence: whether a judge is right as often as it says.

As in `agreement`: rows of numbers for each verdict, and formulas of their sums. Source: Guo et
al. (2017), "On calibration of modern neural networks"; ten buckets of equal width.
"""

import numpy as np

from stages.lib.base.results.judges import CalibrationBucket
from stages.lib.statistics.resampling import Numbers

BUCKETS = 10


def bucket_rows(confidence: Numbers, right: Numbers) -> Numbers:
    """For each verdict, by bucket: 1, whether it is right (0 or 1), its confidence (0 to 1).

    Three blocks of ten columns. A confidence on a boundary belongs to the bucket above it; 1
    belongs to the last.
    """
    bucket = np.minimum((confidence * BUCKETS + 1e-9).astype(int), BUCKETS - 1)
    member = bucket[:, None] == np.arange(BUCKETS)
    return np.concatenate([member, member * right[:, None], member * confidence[:, None]], axis=1)


def _blocks(sums: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The sums of `bucket_rows`: verdicts, right ones and confidences, by bucket."""
    return sums[..., :BUCKETS], sums[..., BUCKETS : 2 * BUCKETS], sums[..., 2 * BUCKETS :]


def expected_calibration_error(sums: Numbers) -> Numbers:
    """The mean distance between mean confidence and share right, 0 to 1.

    Over buckets, weighted by their verdicts.
    """
    verdicts, right, confidence = _blocks(sums)
    return np.asarray(np.abs(right - confidence).sum(axis=-1) / verdicts.sum(axis=-1))


def overconfidence(sums: Numbers) -> Numbers:
    """Mean confidence minus the share that is right: above 0 for a judge that is too sure."""
    verdicts, right, confidence = _blocks(sums)
    return np.asarray((confidence - right).sum(axis=-1) / verdicts.sum(axis=-1))


def buckets(rows: Numbers) -> list[CalibrationBucket]:
    """The buckets that have verdicts."""
    filled = []
    blocks = zip(*_blocks(rows.sum(axis=0)), strict=True)
    for number, (verdicts, right, confidence) in enumerate(blocks):
        if verdicts:
            bucket = CalibrationBucket(
                lower=number / BUCKETS,
                verdicts=int(verdicts),
                confidence=float(confidence / verdicts),
                right=float(right / verdicts),
            )
            filled.append(bucket)
    return filled
