"""How far the judges can be trusted: the figures of the stage validity, as lines to print."""

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from assay.records.judges import (
    AgreementByCategory,
    ChecksErrors,
    Coefficients,
    CorrectedScores,
    ExecutionErrors,
    NoFigure,
    PeopleAgainstJudge,
    RatersAlpha,
    Retest,
)
from stages.report.evidence import Evidence
from stages.report.judge_figures import KINDS, FigureCell, Unit, cell

MAJORITY = "panel"
"""The name in metrics/judges.json of the majority of the LLM judges."""


class FigureLine(NamedTuple):
    """One kind of figure with a cell for each judge of the panel, and what to do about it."""

    name: str
    of: str
    unit: Unit
    advice: str
    cells: tuple[FigureCell, ...]

    @property
    def has_a_value(self) -> bool:
        return any(cell.value is not None for cell in self.cells)


class CoefficientLine(NamedTuple):
    """The coefficients of some judges on some verdicts."""

    name: str
    kappa: FigureCell
    ac1: FigureCell


class KappaLine(NamedTuple):
    """Cohen's kappa of one judge with every judge; None for itself."""

    judge: str
    cells: tuple[FigureCell | None, ...]


class KindLine(NamedTuple):
    """One judge's errors on one kind of executed criteria."""

    judge: str
    kind: str
    false_pass: FigureCell
    false_fail: FigureCell


class CorrectedLine(NamedTuple):
    """One model's score by one judge, as judged and corrected for the judge's errors."""

    judge: str
    model: str
    truth: str
    raw: FigureCell
    corrected: FigureCell


class MildestLine(NamedTuple):
    """The model on which a judge's false passes are most frequent."""

    judge: str
    model: str
    false_pass: FigureCell


class AuditLine(NamedTuple):
    """One judge, or the majority of the LLM judges, compared with the audit sample."""

    judge: str
    kappa: FigureCell
    ac1: FigureCell
    false_pass: FigureCell
    false_fail: FigureCell


class RepeatsLine(NamedTuple):
    """What it took to ask one judge again."""

    judge: str
    calls: int
    cost_usd: float | None


@dataclass(frozen=True)
class AuditView:
    lines: int
    used: int
    raters: int
    alpha: FigureCell
    judges: tuple[AuditLine, ...]


@dataclass(frozen=True)
class TrustView:
    """The tables of the page on the judges."""

    figures: tuple[FigureLine, ...]
    agreement: tuple[CoefficientLine, ...]
    why_no_agreement: str
    matrix: tuple[KappaLine, ...]
    categories: tuple[CoefficientLine, ...]
    executed: tuple[KindLine, ...]
    corrected: tuple[CorrectedLine, ...]
    mildest: tuple[MildestLine, ...]
    repeats: tuple[RepeatsLine, ...]
    audit: AuditView


def trust(evidence: Evidence) -> TrustView:
    all_llm = evidence.trust.agreement.all_llm
    return TrustView(
        figures=tuple(figures(evidence)),
        agreement=tuple(agreement(evidence)),
        why_no_agreement=all_llm.why if isinstance(all_llm, NoFigure) else "",
        matrix=tuple(matrix(evidence)),
        categories=tuple(categories(all_llm)),
        executed=tuple(executed(evidence)),
        corrected=tuple(corrected(evidence)),
        mildest=tuple(mildest(evidence)),
        repeats=tuple(repeats(evidence)),
        audit=audit(evidence),
    )


def figures(evidence: Evidence) -> list[FigureLine]:
    """A line for each kind of figure; those of repeats only if judges were asked again."""
    judges = [evidence.trust.judges[judge] for judge in evidence.judges]
    has_repeats = any(judge.retest is not None for judge in judges)
    kinds = [kind for kind in KINDS if has_repeats or not kind.of_repeats]
    lines = []
    for kind in kinds:
        cells = tuple(cell(kind.figure(judge)) for judge in judges)
        lines.append(FigureLine(kind.name, kind.of, kind.unit, kind.advice, cells))
    return lines


def agreement(evidence: Evidence) -> list[CoefficientLine]:
    """A line for the LLM judges together, if there are two, and for each pair."""
    found = evidence.trust.agreement
    lines = []
    if isinstance(found.all_llm, AgreementByCategory):
        lines.append(_coefficients("all LLM judges", found.all_llm.all))
    for one, two in combinations(evidence.judges, 2):
        name = f"{one} and {two}"
        lines.append(_coefficients(name, found.pairs[name]))
    return lines


def _coefficients(name: str, coefficients: Coefficients) -> CoefficientLine:
    return CoefficientLine(name, cell(coefficients.kappa), cell(coefficients.ac1))


def matrix(evidence: Evidence) -> list[KappaLine]:
    """Cohen's kappa of every two judges. Empty for a single judge."""
    if len(evidence.judges) < 2:
        return []
    kappas = {
        frozenset((one, two)): cell(evidence.trust.agreement.pairs[f"{one} and {two}"].kappa)
        for one, two in combinations(evidence.judges, 2)
    }
    lines = []
    for one in evidence.judges:
        cells = tuple(kappas.get(frozenset((one, two))) for two in evidence.judges)
        lines.append(KappaLine(one, cells))
    return lines


def categories(all_llm: AgreementByCategory | NoFigure) -> list[CoefficientLine]:
    """The LLM judges' coefficients by category; empty for fewer than two."""
    if isinstance(all_llm, NoFigure):
        return []
    return [_coefficients(name, found) for name, found in all_llm.category.items()]


def executed(evidence: Evidence) -> list[KindLine]:
    """Each LLM judge's errors on executed criteria, by their kind."""
    lines = []
    for judge in evidence.judges:
        found = evidence.trust.judges[judge].against_executions
        if isinstance(found, ExecutionErrors):
            by_kind = {"all": found, **found.kind}
            for kind, errors in by_kind.items():
                lines.append(
                    KindLine(judge, kind, cell(errors.false_pass), cell(errors.false_fail))
                )
    return lines


def corrected(evidence: Evidence) -> list[CorrectedLine]:
    """The scores of each LLM judge whose errors are known, in the order of the leaderboard."""
    lines = []
    for judge in evidence.judges:
        found = evidence.trust.judges[judge].corrected
        if not isinstance(found, CorrectedScores):
            continue
        for model in evidence.ranked:
            if model in found.models:
                score = found.models[model]
                cells = (cell(score.raw), cell(score.corrected))
                lines.append(CorrectedLine(judge, model, found.truth, *cells))
    return lines


def mildest(evidence: Evidence) -> list[MildestLine]:
    """For each LLM judge the model that it lets pass most wrongly, by the checks."""
    lines = []
    for judge in evidence.judges:
        found = evidence.trust.judges[judge].against_checks
        if isinstance(found, ChecksErrors) and found.mildest:
            worst = found.mildest
            lines.append(MildestLine(judge, worst.model, cell(worst.false_pass)))
    return lines


def repeats(evidence: Evidence) -> list[RepeatsLine]:
    """What the repeats of each judge took; empty if no judge was asked again."""
    found = [(judge, evidence.trust.judges[judge].retest) for judge in evidence.judges]
    return [
        RepeatsLine(judge, retest.calls, retest.cost_usd)
        for judge, retest in found
        if isinstance(retest, Retest)
    ]


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


def _audit_line(judge: str, against: PeopleAgainstJudge) -> AuditLine:
    return AuditLine(
        judge,
        cell(against.kappa),
        cell(against.ac1),
        cell(against.false_pass),
        cell(against.false_fail),
    )
