"""The judges side by side: how much each passed, of which model, and what it cost."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.pipeline import Judgement, Verdict
from assay.records.totals import total_usd
from stages.report.evidence import Evidence


class JudgeLine(NamedTuple):
    """One judge over all models. `passed` are percent of the judged weight, by model in order."""

    judge: str
    verdicts: int
    not_judged: int
    gaps: int
    cost_usd: float | None
    passed: float | None
    passed_by_model: tuple[float | None, ...]


def judges(evidence: Evidence) -> list[JudgeLine]:
    """Each judge of the panel, on the answers that delivered something, by its own decisions."""
    return [_judge(evidence, judge) for judge in evidence.judges]


def _judge(evidence: Evidence, judge: str) -> JudgeLine:
    by_model = [_judgements_by(judge, evidence.judgements[model]) for model in evidence.ranked]
    everything = [item for items in by_model for item in items]
    decisions = [verdict.judge_decision for verdict in _judged(everything)]
    return JudgeLine(
        judge=judge,
        verdicts=sum(decision is not None for decision in decisions),
        not_judged=sum(decision is None for decision in decisions),
        gaps=sum(item.status == "gap" for item in everything),
        cost_usd=total_usd(everything),
        passed=_passed(everything),
        passed_by_model=tuple(_passed(items) for items in by_model),
    )


def _judgements_by(judge: str, judgements: Sequence[Judgement]) -> list[Judgement]:
    return [item for item in judgements if item.judge == judge]


def _passed(judgements: list[Judgement]) -> float | None:
    """Percent of the judged weight that passed; None where nothing was judged."""
    passed = 0.0
    total = 0.0
    for verdict in _judged(judgements):
        if verdict.judge_decision is not None:
            total += verdict.weight
            passed += verdict.weight * verdict.judge_decision
    return 100 * passed / total if total else None


def _judged(judgements: list[Judgement]) -> list[Verdict]:
    judged = [item for item in judgements if item.status == "judged"]
    return [verdict for item in judged for verdict in item.verdicts]
