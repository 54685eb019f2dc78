"""What each judge leaves open, and its errors against executed criteria or people."""

import numpy as np
from numpy.typing import NDArray

from assay.records.judges import ExecutionErrors, Figure, JudgeErrors, NoFigure
from assay.records.pipeline import CHECKS
from assay.statistics.jackknife import SHARE, Jackknife, Numbers, share
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts


def not_judged(verdicts: Verdicts, judge: str, how: Jackknife) -> Figure:
    """The share of the criteria put to the judge on which it has no verdict."""
    put = np.ones(len(verdicts.items), dtype=bool)
    if judge != CHECKS:
        put = np.isnan(verdicts.items["checked"].to_numpy(dtype=float))
    passed = verdicts.passed[judge][put]
    rows = np.column_stack([np.isnan(passed), np.ones(len(passed))]).astype(float)
    estimate = how.estimate(verdicts.cluster[put], rows, share, SHARE)
    return figure(estimate, len(passed), "nothing was to judge")


def against_executions(
    verdicts: Verdicts, judge: str, how: Jackknife
) -> ExecutionErrors | NoFigure:
    """The judge's errors on criteria that running the answer decided, also by their tags."""
    executed = verdicts.items["executed"].to_numpy(dtype=bool)
    if CHECKS not in verdicts.passed or not executed.any():
        return NoFigure(why="no answer was executed (docs/execution.md)")
    found = _errors_in(verdicts, judge, executed, how)
    tags = verdicts.items["tags"].tolist()
    of_executed = [of_item for of_item, is_run in zip(tags, executed, strict=True) if is_run]
    names = sorted(set().union(*of_executed))
    kinds = {name: executed & np.array([name in of_item for of_item in tags]) for name in names}
    return ExecutionErrors(
        false_pass=found.false_pass,
        false_fail=found.false_fail,
        kind={name: _errors_in(verdicts, judge, rows, how) for name, rows in kinds.items()},
    )


def _errors_in(
    verdicts: Verdicts, judge: str, rows: NDArray[np.bool_], how: Jackknife
) -> JudgeErrors:
    passed = verdicts.passed
    return errors(verdicts.cluster[rows], passed[judge][rows], passed[CHECKS][rows], how)


def error_rows(passed: Numbers, reference: Numbers, truth: int) -> Numbers:
    """Two columns: 1 where the judge errs, and 1 where it decides what the reference says is so."""
    base = (reference == truth) & ~np.isnan(passed)
    return np.column_stack([base & (passed != truth), base]).astype(float)


def errors(
    cluster: NDArray[np.int64], passed: Numbers, reference: Numbers, how: Jackknife
) -> JudgeErrors:
    """`false_pass`: passed / all that the reference fails; `false_fail`: failed / all it passes."""

    def error_rate(truth: int, why: str) -> Figure:
        rows = error_rows(passed, reference, truth)
        base = rows[:, 1] > 0
        return figure(how.estimate(cluster[base], rows[base], share, SHARE), int(base.sum()), why)

    return JudgeErrors(
        false_pass=error_rate(0, "the reference fails nothing"),
        false_fail=error_rate(1, "the reference passes nothing"),
    )
