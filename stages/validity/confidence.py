"""Calibration: whether a judge is right as often as it says.

It is compared with the majority of the other judges, and with the checks.
"""

from collections.abc import Sequence

import numpy as np

from stages.lib.base.records import CHECKS
from stages.lib.base.results.judges import Calibration, NoFigure, ReferenceCalibration
from stages.lib.statistics.calibration import (
    bucket_rows,
    buckets,
    expected_calibration_error,
    overconfidence,
)
from stages.lib.statistics.resampling import Numbers, Resampling
from stages.validity.figures import LEAST, figure
from stages.validity.verdicts import Verdicts


def calibration(verdicts: Verdicts, judge: str, how: Resampling) -> Calibration | NoFigure:
    """The judge's stated confidence, compared with the other LLM judges and the checks."""
    if np.isnan(verdicts.confidence[judge]).all():
        return NoFigure(why="it states no confidence")
    return Calibration(
        others=_by_others(verdicts, judge, how),
        checks=_by_checks(verdicts, judge, how),
    )


def _by_others(verdicts: Verdicts, judge: str, how: Resampling) -> ReferenceCalibration | NoFigure:
    others = [verdicts.passed[other] for other in verdicts.llm if other != judge]
    if not others:
        return NoFigure(why="there is no other LLM judge")
    return _against(verdicts, judge, majority(others), how)


def _by_checks(verdicts: Verdicts, judge: str, how: Resampling) -> ReferenceCalibration | NoFigure:
    if CHECKS not in verdicts.passed:
        return NoFigure(why="the panel has no checks")
    return _against(verdicts, judge, verdicts.passed[CHECKS], how)


def majority(ratings: Sequence[Numbers]) -> Numbers:
    """What most raters decide of each item, 1 or 0; NaN for a tie or without a verdict."""
    table = np.stack(list(ratings))
    passes = (table == 1).sum(axis=0)
    fails = (table == 0).sum(axis=0)
    return np.where(passes == fails, np.nan, (passes > fails).astype(float))


def _against(
    verdicts: Verdicts, judge: str, reference: Numbers, how: Resampling
) -> ReferenceCalibration | NoFigure:
    passed = verdicts.passed[judge]
    confidence = verdicts.confidence[judge]
    known = ~np.isnan(confidence) & ~np.isnan(reference)
    count = int(known.sum())
    if count < LEAST:
        return NoFigure(why=f"fewer than {LEAST} verdicts with a confidence and a reference")
    cluster = verdicts.cluster[known]
    right = (passed == reference)[known].astype(float)
    rows = bucket_rows(confidence[known], right)
    return ReferenceCalibration(
        ece=figure(how.estimate(cluster, rows, expected_calibration_error), count),
        overconfidence=figure(how.estimate(cluster, rows, overconfidence), count),
        buckets=tuple(buckets(rows)),
    )
