"""How far the judges can be trusted: the figures of the stage validity, as lines to print."""

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from stages.lib.base.records import CHECKS
from stages.lib.base.results.judges import (
    AgreementByPart,
    CalibrationBucket,
    Coefficients,
    NoFigure,
    PeopleAgainstJudge,
    RatersAlpha,
    ReferenceCalibration,
)
from stages.report.evidence import Evidence
from stages.report.judge_figures import KINDS, FigureCell, Unit, cell, reference_calibration

MAJORITY = "panel"
"""The name in metrics/judges.json of the majority of the LLM judges."""


class FigureLine(NamedTuple):
    """One kind of figure with a cell for each judge of the panel."""

    name: str
    of: str
    unit: Unit
    cells: tuple[FigureCell, ...]

    @property
    def has_a_value(self) -> bool:
        return any(cell.value is not None for cell in self.cells)


class CoefficientLine(NamedTuple):
    """The four coefficients of some judges on some verdicts."""

    name: str
    of: str
    raw: FigureCell
    kappa: FigureCell
    alpha: FigureCell
    ac1: FigureCell


class KappaLine(NamedTuple):
    """Cohen's kappa of one judge with every judge; None for itself."""

    judge: str
    cells: tuple[FigureCell | None, ...]


class CalibrationPoint(NamedTuple):
    """One bucket of confidence in a picture, percent."""

    stated: float
    right: float
    verdicts: int
    radius: float


class CalibrationPicture(NamedTuple):
    judge: str
    reference: str
    ece: FigureCell
    points: tuple[CalibrationPoint, ...]


class AuditLine(NamedTuple):
    """One judge, or the majority of the LLM judges, compared with the audit sample."""

    judge: str
    raw: FigureCell
    kappa: FigureCell
    ac1: FigureCell
    false_pass: FigureCell
    false_fail: FigureCell


@dataclass(frozen=True)
class AuditView:
    lines: int
    used: int
    raters: int
    alpha: FigureCell
    judges: tuple[AuditLine, ...]


@dataclass(frozen=True)
class TrustView:
    """The tables and pictures of the page on the judges."""

    figures: tuple[FigureLine, ...]
    agreement: tuple[CoefficientLine, ...]
    why_no_agreement: str
    matrix: tuple[KappaLine, ...]
    parts: tuple[CoefficientLine, ...]
    calibration: tuple[CalibrationPicture, ...]
    audit: AuditView


def trust(evidence: Evidence) -> TrustView:
    all_llm = evidence.trust.agreement.all_llm
    return TrustView(
        figures=tuple(figures(evidence)),
        agreement=tuple(agreement(evidence)),
        why_no_agreement=all_llm.why if isinstance(all_llm, NoFigure) else "",
        matrix=tuple(matrix(evidence)),
        parts=tuple(parts(all_llm)),
        calibration=tuple(calibration(evidence)),
        audit=audit(evidence),
    )


def figures(evidence: Evidence) -> list[FigureLine]:
    """A line for each kind of figure."""
    judges = [evidence.trust.judges[judge] for judge in evidence.judges]
    lines = []
    for kind in KINDS:
        cells = tuple(cell(kind.figure(judge)) for judge in judges)
        lines.append(FigureLine(kind.name, kind.of, kind.unit, cells))
    return lines


def agreement(evidence: Evidence) -> list[CoefficientLine]:
    """A line for the LLM judges together, if there are two, and for each pair."""
    found = evidence.trust.agreement
    lines = []
    if isinstance(found.all_llm, AgreementByPart):
        lines.append(_coefficients("all LLM judges", "", found.all_llm.all))
    for one, two in combinations(evidence.judges, 2):
        name = f"{one} and {two}"
        lines.append(_coefficients(name, "", found.pairs[name].all))
    return lines


def _coefficients(name: str, of: str, found: Coefficients) -> CoefficientLine:
    return CoefficientLine(
        name, of, cell(found.raw), cell(found.kappa), cell(found.alpha), cell(found.ac1)
    )


def matrix(evidence: Evidence) -> list[KappaLine]:
    """Cohen's kappa of every two judges. Empty for a single judge."""
    if len(evidence.judges) < 2:
        return []
    kappas = {
        frozenset((one, two)): cell(evidence.trust.agreement.pairs[f"{one} and {two}"].all.kappa)
        for one, two in combinations(evidence.judges, 2)
    }
    lines = []
    for one in evidence.judges:
        cells = tuple(kappas.get(frozenset((one, two))) for two in evidence.judges)
        lines.append(KappaLine(one, cells))
    return lines


def parts(all_llm: AgreementByPart | NoFigure) -> list[CoefficientLine]:
    """The LLM judges' coefficients by category, type and metric; empty for fewer than two."""
    if isinstance(all_llm, NoFigure):
        return []
    by_part = (("category", all_llm.category), ("type", all_llm.type), ("metric", all_llm.metric))
    return [
        _coefficients(name, part, found)
        for part, tables in by_part
        for name, found in tables.items()
    ]


def calibration(evidence: Evidence) -> list[CalibrationPicture]:
    """A picture for each LLM judge and each reference."""
    pictures = []
    for judge in evidence.judges:
        if judge == CHECKS:
            continue
        validity = evidence.trust.judges[judge]
        references = (
            ("the majority of the other judges", reference_calibration(validity, by_checks=False)),
            ("the checks", reference_calibration(validity, by_checks=True)),
        )
        for name, found in references:
            if isinstance(found, ReferenceCalibration):
                pictures.append(_picture(judge, name, found))
    return pictures


def _picture(judge: str, reference: str, found: ReferenceCalibration) -> CalibrationPicture:
    verdicts = sum(bucket.verdicts for bucket in found.buckets)
    points = tuple(_point(bucket, verdicts) for bucket in found.buckets)
    return CalibrationPicture(judge, reference, cell(found.ece), points)


def _point(bucket: CalibrationBucket, verdicts: int) -> CalibrationPoint:
    return CalibrationPoint(
        stated=100 * bucket.confidence,
        right=100 * bucket.right,
        verdicts=bucket.verdicts,
        radius=1.5 + 5 * (bucket.verdicts / verdicts) ** 0.5,
    )


def audit(evidence: Evidence) -> AuditView:
    """What the audit sample says, with a line for each judge and for the majority."""
    found = evidence.trust.people
    order = [judge for judge in (*evidence.judges, MAJORITY) if judge in found.judges]
    raters = found.among_raters or NoFigure(why="nobody audited")
    return AuditView(
        lines=found.lines,
        used=found.used,
        raters=len(found.raters),
        alpha=cell(raters.alpha if isinstance(raters, RatersAlpha) else raters),
        judges=tuple(_audit_line(judge, found.judges[judge]) for judge in order),
    )


def _audit_line(judge: str, found: PeopleAgainstJudge) -> AuditLine:
    return AuditLine(
        judge,
        cell(found.raw),
        cell(found.kappa),
        cell(found.ac1),
        cell(found.false_pass),
        cell(found.false_fail),
    )
