"""What needs care: how judges replied, flagged answers, overruled verdicts."""

from typing import NamedTuple

from assay.records.models import JudgeConduct
from assay.records.pipeline import Suspicion
from assay.scores.conduct import conduct
from stages.report.evidence import Evidence


class ConductLine(NamedTuple):
    judge: str
    conduct: JudgeConduct


class FlagLine(NamedTuple):
    """Text in an answer that addresses its judges."""

    test: str
    model: str
    attempt: int
    flag: Suspicion


class OverruledLine(NamedTuple):
    """A verdict that a person replaced, with what the judge had decided."""

    test: str
    model: str
    attempt: int
    judge: str
    criterion: str
    judge_decision: bool | None
    passed: bool | None
    person: str
    reason: str


def conduct_lines(evidence: Evidence) -> list[ConductLine]:
    """Each LLM judge over all models, in the order of the panel."""
    everything = [item for model in evidence.models for item in evidence.judgements[model]]
    by_judge = conduct(everything)
    return [ConductLine(judge, by_judge[judge]) for judge in evidence.judges if judge in by_judge]


def flags(evidence: Evidence) -> list[FlagLine]:
    """Every flag of every answer, by test, model and attempt."""
    lines = [
        FlagLine(item.test, model, item.attempt, flag)
        for model in evidence.models
        for item in evidence.extracted[model]
        for flag in item.flags
    ]
    return sorted(lines, key=lambda line: (line.test, line.model, line.attempt))


def overruled(evidence: Evidence) -> list[OverruledLine]:
    """Every verdict that a person replaced, by test, model, attempt and judge."""
    texts = {item.id: item.text for of_test in evidence.criteria.values() for item in of_test}
    lines = []
    for model in evidence.models:
        for item in evidence.judgements[model]:
            for verdict in item.verdicts:
                if verdict.overruled is None:
                    continue
                line = OverruledLine(
                    test=item.test,
                    model=model,
                    attempt=item.attempt,
                    judge=item.judge,
                    criterion=texts[verdict.criterion],
                    judge_decision=verdict.judge_decision,
                    passed=verdict.passed,
                    person=verdict.overruled.person,
                    reason=verdict.overruled.reason,
                )
                lines.append(line)
    return sorted(lines, key=lambda line: (line.test, line.model, line.attempt, line.judge))
