"""What each judge passes and leaves open, and its errors against the checks or people."""

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.records import CHECKS
from stages.lib.base.results.judges import ErrorsByPart, Figure, JudgeErrors, NoFigure
from stages.lib.statistics.resampling import Numbers, Resampling
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts, slices


def share(sums: Numbers) -> Numbers:
    """The first column as a share of the second."""
    return np.asarray(sums[..., 0] / sums[..., 1])


def pass_rate(verdicts: Verdicts, judge: str, how: Resampling) -> Figure:
    """The share of the judge's verdicts that pass."""
    passed = verdicts.passed[judge]
    known = ~np.isnan(passed)
    rows = np.column_stack([passed == 1, known]).astype(float)
    estimate = how.estimate(verdicts.cluster, rows, share)
    return figure(estimate, int(known.sum()), "it judged nothing")


def not_judged(verdicts: Verdicts, judge: str, how: Resampling) -> Figure:
    """The share of the criteria put to the judge on which it has no verdict."""
    passed = verdicts.passed[judge]
    rows = np.column_stack([np.isnan(passed), np.ones(len(passed))]).astype(float)
    estimate = how.estimate(verdicts.cluster, rows, share)
    return figure(estimate, len(passed), "nothing was to judge")


def against_checks(verdicts: Verdicts, judge: str, how: Resampling) -> ErrorsByPart | NoFigure:
    """The judge's errors where a check decided: overall, by category, metric and model."""
    if CHECKS not in verdicts.passed:
        return NoFigure(why="the panel has no checks")
    passed = verdicts.passed[judge]
    reference = verdicts.passed[CHECKS]

    def errors_in(rows: NDArray[np.bool_]) -> JudgeErrors:
        return errors(verdicts.cluster[rows], passed[rows], reference[rows], how)

    def by(column: str) -> dict[str, JudgeErrors]:
        parts = slices(verdicts.items, column)
        return {part.name: errors_in(part.rows) for part in parts}

    return ErrorsByPart(
        all=errors(verdicts.cluster, passed, reference, how),
        category=by("category"),
        metric=by("metric"),
        model=by("model"),
    )


def errors(
    cluster: NDArray[np.int64], passed: Numbers, reference: Numbers, how: Resampling
) -> JudgeErrors:
    """`false_pass`: passed / all that the reference fails; `false_fail`: failed / all it passes."""

    def error_rate(truth: int, why: str) -> Figure:
        base = (reference == truth) & ~np.isnan(passed)
        rows = np.column_stack([base & (passed != truth), base]).astype(float)
        return figure(how.estimate(cluster[base], rows[base], share), int(base.sum()), why)

    return JudgeErrors(
        false_pass=error_rate(0, "the reference fails nothing"),
        false_fail=error_rate(1, "the reference passes nothing"),
    )
