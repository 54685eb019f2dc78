"""What the exam says of a judge: its errors on papers whose truth is known."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.exam.papers import GOLD
from assay.judging.document import LETTERS
from assay.records.exam_records import ExamSheet, SatPaper
from assay.records.judges import ExamErrors, Figure, JudgeErrors, NoFigure
from assay.statistics.jackknife import Jackknife, Numbers
from stages.validity.rates import errors


class ExamVerdicts(NamedTuple):
    """A judge's verdicts: number of the data set, kind of paper, passed (1, 0, NaN), truth."""

    cluster: NDArray[np.int64]
    kind: NDArray[np.str_]
    right: NDArray[np.str_]
    passed: Numbers
    truth: Numbers


def exam_verdicts(
    sat: Sequence[SatPaper], judge: str, number_of: Mapping[str, int]
) -> ExamVerdicts:
    """`number_of`: the number of each test's data set."""
    rows = [
        (number_of[paper.test], paper.kind, verdict)
        for paper in sat
        for verdict in paper.verdicts
        if paper.judge == judge and paper.test in number_of
    ]
    passed = [np.nan if one.passed is None else float(one.passed) for _, _, one in rows]
    return ExamVerdicts(
        cluster=np.array([number for number, _, _ in rows], dtype=np.int64),
        kind=np.array([kind for _, kind, _ in rows], dtype=np.str_),
        right=np.array([one.right for _, _, one in rows], dtype=np.str_),
        passed=np.array(passed, dtype=float),
        truth=np.array([float(one.states) for _, _, one in rows], dtype=float),
    )


def exam_errors(
    sheet: ExamSheet, judge: str, exam: ExamVerdicts, how: Jackknife
) -> ExamErrors | NoFigure:
    """The judge's errors in its exam: over all papers, and for each kind of them.

    Gold's also by the place of the right answer: does the judge prefer one?
    """
    if not len(exam.passed):
        return NoFigure(why="it sat no exam (judging.exam)")

    def on(rows: NDArray[np.bool_]) -> JudgeErrors:
        found = errors(exam.cluster[rows], exam.passed[rows], exam.truth[rows], how)
        return JudgeErrors(
            false_pass=_at_least_wilson(found.false_pass, how.confidence),
            false_fail=_at_least_wilson(found.false_fail, how.confidence),
        )

    everything = on(np.ones(len(exam.passed), dtype=bool))
    kinds = {kind: exam.kind == kind for kind in sorted(set(exam.kind.tolist()) - {GOLD})}
    for letter in LETTERS:
        kinds[f"{GOLD}, right answer at {letter}"] = (exam.kind == GOLD) & (exam.right == letter)
    return ExamErrors(
        false_pass=everything.false_pass,
        false_fail=everything.false_fail,
        kind={kind: on(rows) for kind, rows in kinds.items()},
        barred=sheet.barred.get(judge, ""),
    )


def _at_least_wilson(figure: Figure, confidence: float) -> Figure:
    """The figure; its interval holds Wilson's for as many independent verdicts.

    A jackknife over few data sets is too narrow where errors are rare.
    """
    if isinstance(figure, NoFigure):
        return figure
    from scipy.stats import binomtest

    wrong = round(figure.value * figure.verdicts)
    wilson = binomtest(wrong, figure.verdicts).proportion_ci(confidence, method="wilson")
    low = wilson.low if figure.low is None else min(wilson.low, figure.low)
    high = wilson.high if figure.high is None else max(wilson.high, figure.high)
    return figure.model_copy(update={"low": float(low), "high": float(high)})
