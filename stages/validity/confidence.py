"""Calibration: whether a judge is right as often as it says it is, by the other judges and by the checks."""

from collections.abc import Sequence

import numpy as np

from stages.lib.base.records import CHECKS
from stages.lib.scoring.calibration import (
    bucket_rows,
    buckets,
    expected_calibration_error,
    overconfidence,
)
from stages.lib.scoring.resampling import Numbers, Resampling
from stages.validity.figures import LEAST, Node, absent, figure
from stages.validity.verdicts import Verdicts


def calibration(verdicts: Verdicts, judge: str, how: Resampling) -> Node:
    """The judge's stated confidence held against the majority of the other LLM judges, and against the checks."""
    if np.isnan(verdicts.confidence[judge]).all():
        return absent("it states no confidence")
    others = [other for other in verdicts.llm if other != judge]
    return {
        "others": _against(
            verdicts, judge, majority([verdicts.passed[other] for other in others]), how
        )
        if others
        else absent("there is no other LLM judge"),
        "checks": _against(verdicts, judge, verdicts.passed[CHECKS], how)
        if CHECKS in verdicts.passed
        else absent("the panel has no checks"),
    }


def majority(ratings: Sequence[Numbers]) -> Numbers:
    """What most raters say of each item, 1 or 0; NaN for a tie and where nobody has a verdict."""
    table = np.stack(list(ratings))
    passes, fails = (table == 1).sum(axis=0), (table == 0).sum(axis=0)
    return np.where(passes == fails, np.nan, (passes > fails).astype(float))


def _against(verdicts: Verdicts, judge: str, reference: Numbers, how: Resampling) -> Node:
    passed, stated = verdicts.passed[judge], verdicts.confidence[judge]
    known = ~np.isnan(stated) & ~np.isnan(reference)
    count = int(known.sum())
    if count < LEAST:
        return absent(f"fewer than {LEAST} verdicts with a confidence and a reference")
    rows = bucket_rows(stated[known], (passed == reference)[known].astype(float))
    return {
        "ece": figure(
            how.estimate(verdicts.cluster[known], rows, expected_calibration_error), count
        ),
        "overconfidence": figure(
            how.estimate(verdicts.cluster[known], rows, overconfidence), count
        ),
        "buckets": buckets(rows),
    }
