"""Scores, verdicts and executions as CSV, for a table calculation."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from assay.records.metrics_rows import rows_csv
from stages.report.run_evidence import Evidence, ModelRecords


def _columns(*names: str, **others: str) -> dict[str, str]:
    """Where a record has what a column shows, with dots: at the column's own name, or elsewhere."""
    return {**{name: name for name in names}, **others}


SCORES = _columns(
    *("model", "test", "category", "dataset", "judge_group", "status"),
    accuracy="accuracy.score",
    accuracy_coverage="accuracy.coverage",
    completeness="completeness.score",
    completeness_coverage="completeness.coverage",
)
JUDGED = _columns("model", "test", "attempt", "judge", "status")
DECIDED = _columns(
    *("criterion", "metric", "weight", "passed", "share", "basis", "picked"),
    judge_decision="judge_decision",
    overruled_by="overruled.person",
    confidence="confidence",
)
EXECUTED = _columns(
    *("model", "test", "attempt", "status", "reason", "toolchain", "program"),
    types="types.status",
    builds="builds.status",
    own_tests="own_tests.status",
    own_tests_passed="own_tests.passed",
    own_tests_failed="own_tests.failed",
)
OUTCOMES = ("passed", "failed", "flaky", "not run")
BEHAVIOURS = ("behaviours", *(f"behaviours_{outcome.replace(' ', '_')}" for outcome in OUTCOMES))
VERDICT_COLUMNS = (*JUDGED, *DECIDED)
EXECUTION_COLUMNS = (*EXECUTED, *BEHAVIOURS)


def _row(record: object, columns: dict[str, str]) -> dict[str, object]:
    """What the record has; yes and no as people write it in the files under human/."""
    row: dict[str, object] = {}
    for column, path in columns.items():
        value: Any = record
        for name in path.split("."):
            value = None if value is None else getattr(value, name)
        row[column] = ("no", "yes")[value] if isinstance(value, bool) else value
    return row


def scores_csv(evidence: Evidence) -> str:
    rows = [_row(score, SCORES) for model in evidence.ranked for score in evidence.scores[model]]
    return rows_csv([*SCORES], rows)


def verdict_lines(records: ModelRecords) -> str:
    """One model's lines of the table of verdicts."""
    rows = []
    for item in records.judgements:
        of_answer = _row(item, JUDGED)
        for verdict in item.verdicts:
            row = {**of_answer, **_row(verdict, DECIDED), "basis": verdict.basis or "read"}
            rows.append(row)
    return rows_csv(VERDICT_COLUMNS, rows).partition("\n")[2]


def execution_lines(records: ModelRecords) -> str:
    """One model's lines of the table of executions."""
    rows = []
    for item in records.executions:
        outcomes = Counter[str](behaviour.outcome for behaviour in item.behaviours)
        counts = (len(item.behaviours), *(outcomes[outcome] for outcome in OUTCOMES))
        rows.append(_row(item, EXECUTED) | dict(zip(BEHAVIOURS, counts, strict=True)))
    return rows_csv(EXECUTION_COLUMNS, rows).partition("\n")[2]


def together(columns: Iterable[str], parts: Iterable[str]) -> str:
    """The table of all models, from the lines of each."""
    return "".join((rows_csv([*columns], []), *parts))
