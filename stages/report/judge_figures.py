"""The figures of a judge on its page and on the page of all judges."""

from collections.abc import Callable
from typing import Literal, NamedTuple

from stages.lib.base.results.judges import (
    Calibration,
    ErrorsByPart,
    Figure,
    JudgeErrors,
    JudgeFigure,
    JudgeValidity,
    NoFigure,
    Preference,
    ReferenceCalibration,
    ReferencePreference,
)

Unit = Literal["percent", "points", "coefficient"]
NOT_FOR_CHECKS = NoFigure(why="not for this judge")


class FigureCell(NamedTuple):
    """A figure to print; without a value, `why` there is none."""

    value: float | None
    low: float | None
    high: float | None
    verdicts: int
    why: str


def cell(figure: Figure) -> FigureCell:
    if isinstance(figure, JudgeFigure):
        return FigureCell(figure.value, figure.low, figure.high, figure.verdicts, "")
    return FigureCell(None, None, None, figure.verdicts or 0, figure.why)


def _errors(judge: JudgeValidity) -> JudgeErrors | NoFigure:
    found = judge.against_checks or NOT_FOR_CHECKS
    return found.all if isinstance(found, ErrorsByPart) else found


def reference_calibration(judge: JudgeValidity, by_checks: bool) -> ReferenceCalibration | NoFigure:
    found = judge.calibration or NOT_FOR_CHECKS
    if isinstance(found, Calibration):
        return found.checks if by_checks else found.others
    return found


def _preference(judge: JudgeValidity, by_checks: bool) -> ReferencePreference | NoFigure:
    found = judge.preference or NOT_FOR_CHECKS
    if isinstance(found, Preference):
        return found.checks if by_checks else found.others
    return found


def _false_pass(judge: JudgeValidity) -> Figure:
    found = _errors(judge)
    return found.false_pass if isinstance(found, JudgeErrors) else found


def _false_fail(judge: JudgeValidity) -> Figure:
    found = _errors(judge)
    return found.false_fail if isinstance(found, JudgeErrors) else found


def _too_sure(by_checks: bool) -> Callable[[JudgeValidity], Figure]:
    def figure(judge: JudgeValidity) -> Figure:
        found = reference_calibration(judge, by_checks)
        return found.overconfidence if isinstance(found, ReferenceCalibration) else found

    return figure


def _own_family(by_checks: bool, standardised: bool) -> Callable[[JudgeValidity], Figure]:
    def figure(judge: JudgeValidity) -> Figure:
        found = _preference(judge, by_checks)
        if isinstance(found, ReferencePreference):
            return found.standardised if standardised else found.difference
        return found

    return figure


class FigureKind(NamedTuple):
    """A figure of each judge: its name, what it is of, its unit, and where it is."""

    name: str
    of: str
    unit: Unit
    figure: Callable[[JudgeValidity], Figure]


KINDS = (
    FigureKind("Criteria passed", "of those judged", "percent", lambda judge: judge.pass_rate),
    FigureKind(
        "Not judged", "of the criteria asked about", "percent", lambda judge: judge.not_judged
    ),
    FigureKind("False passes", "of what the checks fail", "percent", _false_pass),
    FigureKind("False fails", "of what the checks pass", "percent", _false_fail),
    FigureKind(
        "Too sure, by the other judges",
        "confidence minus share right",
        "points",
        _too_sure(by_checks=False),
    ),
    FigureKind("Too sure, by the checks", "the same", "points", _too_sure(by_checks=True)),
    FigureKind(
        "Own family, by the other judges",
        "difference in differences",
        "points",
        _own_family(by_checks=False, standardised=False),
    ),
    FigureKind(
        "Own family, like with like",
        "standardised, by the others",
        "points",
        _own_family(by_checks=False, standardised=True),
    ),
    FigureKind(
        "Own family, by the checks",
        "difference in differences",
        "points",
        _own_family(by_checks=True, standardised=False),
    ),
    FigureKind(
        "Own family, like with like",
        "standardised, by the checks",
        "points",
        _own_family(by_checks=True, standardised=True),
    ),
    FigureKind(
        "Score and length",
        "correlation within tests",
        "coefficient",
        lambda judge: judge.length,
    ),
)
