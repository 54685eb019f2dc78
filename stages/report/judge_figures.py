"""The figures of a judge on its page and on the page of all judges."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from assay.records.judges import (
    Figure,
    JudgeErrors,
    JudgeFigure,
    JudgeValidity,
    NoFigure,
    Retest,
)

Unit = Literal["percent", "points", "coefficient"]
NOT_FOR_CHECKS = NoFigure(why="not for this judge")


def _false_pass(errors: JudgeErrors | NoFigure | None) -> Figure:
    return errors.false_pass if isinstance(errors, JudgeErrors) else errors or NOT_FOR_CHECKS


def _false_fail(errors: JudgeErrors | NoFigure | None) -> Figure:
    return errors.false_fail if isinstance(errors, JudgeErrors) else errors or NOT_FOR_CHECKS


def _retest(figure: Callable[[Retest], Figure]) -> Callable[[JudgeValidity], Figure]:
    def of_judge(judge: JudgeValidity) -> Figure:
        if isinstance(judge.retest, Retest):
            return figure(judge.retest)
        return judge.retest or NOT_FOR_CHECKS

    return of_judge


class FigureKind(NamedTuple):
    """A figure of each judge: its name, what it is of, its unit, where it is, and what to do.

    `of_repeats`: it is there only if judges were asked again.
    """

    name: str
    of: str
    unit: Unit
    figure: Callable[[JudgeValidity], Figure]
    advice: str
    of_repeats: bool = False

    def is_known(self, judges: Iterable[JudgeValidity]) -> bool:
        """Whether one of the judges has a value."""
        return any(isinstance(self.figure(judge), JudgeFigure) for judge in judges)


KINDS = (
    FigureKind(
        "Not judged",
        "of the criteria asked about",
        "percent",
        lambda judge: judge.not_judged,
        "above 10: raise max_tokens, or see in the log of the stage why replies cannot be read",
    ),
    FigureKind(
        "False passes, by execution",
        "of what a run fails",
        "percent",
        lambda judge: _false_pass(judge.against_executions),
        "above 20: replace the judge, or believe its scores of code only where answers are run",
    ),
    FigureKind(
        "False fails, by execution",
        "of what a run passes",
        "percent",
        lambda judge: _false_fail(judge.against_executions),
        "above 20: the same",
    ),
    FigureKind(
        "False passes, by the checks",
        "of what the checks fail",
        "percent",
        lambda judge: _false_pass(judge.against_checks),
        "above 20: read contradictions on the review list; the check may be wrong, too",
    ),
    FigureKind(
        "False fails, by the checks",
        "of what the checks pass",
        "percent",
        lambda judge: _false_fail(judge.against_checks),
        "above 20: the same",
    ),
    FigureKind(
        "Too sure",
        "confidence minus share right",
        "points",
        lambda judge: judge.overconfidence or NOT_FOR_CHECKS,
        "above 15: do not use its confidence to decide what to read",
    ),
    FigureKind(
        "Own family",
        "more passes than others get",
        "points",
        lambda judge: judge.preference or NOT_FOR_CHECKS,
        "interval without 0: take the judge off the panel for runs with models of its family",
    ),
    FigureKind(
        "Score and length",
        "correlation within tests",
        "coefficient",
        lambda judge: judge.length,
        "far above that of the checks: the judge rewards length, replace it",
    ),
    FigureKind(
        "Same verdict again",
        "of the criteria asked about again",
        "percent",
        _retest(lambda retest: retest.same),
        "the rest is chance: below 90, take the mean of several judges or attempts",
        of_repeats=True,
    ),
    FigureKind(
        "Agreement with itself",
        "AC1, beyond chance",
        "coefficient",
        _retest(lambda retest: retest.ac1),
        "below 0.8: lower its temperature, ask by metric, or replace it",
        of_repeats=True,
    ),
    FigureKind(
        "Place in the list",
        "more passes at the end than at the beginning",
        "points",
        _retest(lambda retest: retest.place),
        "interval without 0: ask by metric, or set a smaller batch",
        of_repeats=True,
    ),
)


def kinds_of(judges: Sequence[JudgeValidity]) -> list[FigureKind]:
    """All kinds; those of repeats only if judges were asked again."""
    has_repeats = any(judge.retest is not None for judge in judges)
    return [kind for kind in KINDS if has_repeats or not kind.of_repeats]
