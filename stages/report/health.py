"""Criteria health.

What the answers at hand prove of each test's criteria, as `make health` found it.
"""

from typing import Any

from stages.lib.base.config import read_utf8
from stages.lib.base.hashing import text_hash
from stages.lib.content.criteria import Criterion, criteria_path
from stages.report.evidence import Evidence


def health(evidence: Evidence) -> list[dict[str, Any]]:
    """A row for each test of the run that was examined, with a line for each criterion that carries a check."""
    return [
        _row(prompt.test, prompt.type, evidence.criteria[prompt.test], evidence.health[prompt.test])
        for prompt in evidence.prompts
        if prompt.test in evidence.health
    ]


def _row(
    test: str, kind: str, criteria: tuple[Criterion, ...], found: dict[str, Any]
) -> dict[str, Any]:
    lines = [
        _line(item, found["proofs"].get(item.id)) for item in criteria if item.check is not None
    ]
    return {
        **{key: found[key] for key in ("gold", "null", "echo", "off_topic", "second", "mutants")},
        "test": test,
        "criteria": len(criteria),
        "checked": len(lines),
        "proven": sum(line["mutant"] is not None for line in lines),
        "targeted": sum(line["targeted"] for line in lines),
        "current": found["criteria_sha256"] == text_hash(read_utf8(criteria_path(kind, test))),
        "lines": lines,
    }


def _line(item: Criterion, proof: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "criterion": item.text,
        "metric": item.metric,
        "mutant": proof["mutant"] if proof else None,
        "others": 100 * proof["others"] if proof else None,
        "targeted": bool(proof and proof["targeted"]),
        "argued": item.argued,
    }
