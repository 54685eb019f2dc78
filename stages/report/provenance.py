"""Where the figures come from: when models were asked, which results, what was run, what lacks."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from assay.config import paths
from assay.records.git_ids import git_id
from stages.report.evidence import Evidence
from stages.report.missing import MissingLine

DAY = len("2026-01-31")
ID = 12
"""Digits of an id, as many as git needs to find the file."""


class Provenance(NamedTuple):
    """`asked`: the first and the last day; `executed` is empty where nothing was run."""

    asked: str
    results: str
    executed: str


def provenance(evidence: Evidence) -> Provenance:
    return Provenance(
        asked=_asked(evidence),
        results=git_id(paths.LEADERBOARD.read_bytes())[:ID],
        executed=_executed(evidence),
    )


def _asked(evidence: Evidence) -> str:
    answers = [answer for of_model in evidence.answers.values() for answer in of_model]
    days = sorted({answer.time[:DAY] for answer in answers if answer.time})
    if not days:
        was_called = any(answer.requests for answer in answers)
        return "not recorded" if was_called else "no call was made"
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def _executed(evidence: Evidence) -> str:
    """How many answers were built and run, and how much that decided."""
    executions = [item for of_model in evidence.executions.values() for item in of_model]
    run = sum(item.status == "executed" for item in executions)
    if not run:
        return ""
    answers = sum(map(len, evidence.answers.values()))
    counts = [row.basis for row in evidence.leaderboard.models if row.basis]
    decided = sum(basis.executed for basis in counts)
    return f"{run:,} of {answers:,} answers, which decided {decided:,} verdicts"


def missing_text(lines: Sequence[MissingLine]) -> str:
    """How many answers, judgements and scores lack; empty if nothing does."""
    counts = Counter(_kind(line) for line in lines if line.is_hole)
    parts = [_counted(counts[kind], kind) for kind in ("answer", "judgement", "score")]
    return ", ".join(part for part in parts if part)


def _kind(line: MissingLine) -> str:
    if line.what.startswith("unscored"):
        return "score"
    return "answer" if line.what == "gap" else "judgement"


def _counted(number: int, kind: str) -> str:
    if not number:
        return ""
    return f"{number:,} {kind}{'' if number == 1 else 's'}"
