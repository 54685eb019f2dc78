"""The figures of a judge on its page and on the page of all judges."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple

from assay.records.judges import Figure, JudgeFigure, JudgeValidity, NoFigure

Unit = Literal["percent", "points", "coefficient"]
NOT_FOR_CHECKS = NoFigure(why="not for this judge")


class FigureKind(NamedTuple):
    """A figure of each judge: its name, what it is of, its unit, where it is, and what to do.

    `field`: of the judge, with dots. `of_repeats`: there only if judges were asked again.
    """

    name: str
    of: str
    unit: Unit
    field: str
    advice: str
    of_repeats: bool = False

    def figure(self, judge: JudgeValidity) -> Figure:
        """The figure, or why the judge has none."""
        found: Any = judge
        for name in self.field.split("."):
            found = getattr(found, name)
            if found is None or isinstance(found, NoFigure):
                return found or NOT_FOR_CHECKS
        figure: Figure = found
        return figure

    def is_known(self, judges: Iterable[JudgeValidity]) -> bool:
        """Whether one of the judges has a value."""
        return any(isinstance(self.figure(judge), JudgeFigure) for judge in judges)


KINDS = (
    FigureKind(
        "Not judged",
        "of the criteria asked about",
        "percent",
        "not_judged",
        "above 10: raise max_tokens, or see in the log of the stage why replies cannot be read",
    ),
    FigureKind(
        "False passes, in the exam",
        "of what its papers do not state",
        "percent",
        "exam.false_pass",
        "above 10: replace the judge, it finds in documents what is not there",
    ),
    FigureKind(
        "False fails, in the exam",
        "of what its papers state",
        "percent",
        "exam.false_fail",
        "above 20: replace the judge, it misses what documents say",
    ),
    FigureKind(
        "False passes, by execution",
        "of what a run fails",
        "percent",
        "against_executions.false_pass",
        "above 20: replace the judge, or believe its scores of code only where answers are run",
    ),
    FigureKind(
        "False fails, by execution",
        "of what a run passes",
        "percent",
        "against_executions.false_fail",
        "above 20: the same",
    ),
    FigureKind(
        "False passes, by the checks",
        "of what the checks fail",
        "percent",
        "against_checks.false_pass",
        "above 20: read contradictions on the review list; the check may be wrong, too",
    ),
    FigureKind(
        "False fails, by the checks",
        "of what the checks pass",
        "percent",
        "against_checks.false_fail",
        "above 20: the same",
    ),
    FigureKind(
        "Too sure",
        "confidence minus share right",
        "points",
        "overconfidence",
        "above 15: do not use its confidence to decide what to read",
    ),
    FigureKind(
        "Own family",
        "more passes than others get",
        "points",
        "preference",
        "interval without 0: take the judge off the panel for runs with models of its family",
    ),
    FigureKind(
        "Score and length",
        "correlation within tests",
        "coefficient",
        "length",
        "far above that of the checks: the judge rewards length, replace it",
    ),
    FigureKind(
        "Same verdict again",
        "of the criteria asked about again",
        "percent",
        "retest.same",
        "the rest is chance: below 90, take the mean of several judges or attempts",
        of_repeats=True,
    ),
    FigureKind(
        "Agreement with itself",
        "AC1, beyond chance",
        "coefficient",
        "retest.ac1",
        "below 0.8: lower its temperature, ask by metric, or replace it",
        of_repeats=True,
    ),
    FigureKind(
        "Place in the list",
        "more passes at the end than at the beginning",
        "points",
        "retest.place",
        "interval without 0: ask by metric, or set a smaller batch",
        of_repeats=True,
    ),
)


def kinds_of(judges: Sequence[JudgeValidity]) -> list[FigureKind]:
    """All kinds; those of repeats only if judges were asked again."""
    has_repeats = any(judge.retest is not None for judge in judges)
    return [kind for kind in KINDS if has_repeats or not kind.of_repeats]
