"""What is to be read with care.

How the judges went about it, answers that speak to them, verdicts people overruled.
"""

from collections.abc import Iterator

from stages.lib.scoring.conduct import conduct
from stages.report.evidence import Evidence
from stages.report.rows import Row


def conduct_rows(evidence: Evidence) -> list[Row]:
    """Each LLM judge over all models, in the order of the panel."""
    found = conduct([item for model in evidence.models for item in evidence.judgements[model]])
    return [
        {"judge": judge, **found[judge].model_dump()} for judge in evidence.judges if judge in found
    ]


def flags(evidence: Evidence) -> list[Row]:
    """Every flag of every answer, by test, model and attempt."""
    found = [
        {"test": item.test, "model": model, "attempt": item.attempt, **flag.model_dump()}
        for model in evidence.models
        for item in evidence.extracted[model]
        for flag in item.flags
    ]
    return sorted(found, key=lambda row: (row["test"], row["model"], row["attempt"]))


def overruled(evidence: Evidence) -> list[Row]:
    """Every verdict that a person replaced, with what the judge had said, by test, model and attempt."""
    return sorted(
        _overruled(evidence),
        key=lambda row: (row["test"], row["model"], row["attempt"], row["judge"]),
    )


def _overruled(evidence: Evidence) -> Iterator[Row]:
    texts = {item.id: item.text for criteria in evidence.criteria.values() for item in criteria}
    for model in evidence.models:
        for item in evidence.judgements[model]:
            for verdict in item.verdicts:
                if by := verdict.overruled:
                    yield {
                        "test": item.test,
                        "model": model,
                        "attempt": item.attempt,
                        "judge": item.judge,
                        "criterion": texts[verdict.criterion],
                        "said": by.judge_decision,
                        "passed": verdict.passed,
                        "person": by.person,
                        "reason": by.reason,
                    }
