"""Scores, verdicts and executions as CSV, for a table calculation."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from assay.records.metrics_rows import rows_csv
from assay.records.pipeline import TestScore
from stages.report.run_evidence import Evidence, ModelRecords

SCORE_COLUMNS = (
    *("model", "test", "category", "dataset", "judge_group", "status"),
    *("accuracy", "accuracy_coverage", "completeness", "completeness_coverage"),
)
VERDICT_COLUMNS = (
    *("model", "test", "attempt", "judge", "status", "criterion", "metric", "weight"),
    *("passed", "share", "basis", "picked", "judge_decision", "overruled_by", "confidence"),
)
EXECUTION_COLUMNS = (
    *("model", "test", "attempt", "status", "reason", "toolchain", "program", "types", "builds"),
    *("own_tests", "own_tests_passed", "own_tests_failed", "behaviours", "behaviours_passed"),
    *("behaviours_failed", "behaviours_flaky", "behaviours_not_run"),
)


def scores_csv(evidence: Evidence) -> str:
    rows = [row for model in evidence.ranked for row in _scores(evidence.scores[model])]
    return rows_csv(SCORE_COLUMNS, rows)


class ModelExport(NamedTuple):
    """One model's lines of the tables of verdicts and executions."""

    verdicts: str
    executions: str


def model_export(records: ModelRecords) -> ModelExport:
    return ModelExport(
        verdicts=_lines(VERDICT_COLUMNS, _verdicts(records)),
        executions=_lines(EXECUTION_COLUMNS, _executions(records)),
    )


def _lines(columns: Sequence[str], rows: Iterable[dict[str, object]]) -> str:
    """The rows as CSV without the head."""
    return rows_csv(columns, list(rows)).partition("\n")[2]


def together(columns: Sequence[str], parts: Iterable[str]) -> str:
    """The table of all models, from the lines of each."""
    return "".join((rows_csv(columns, []), *parts))


def _scores(scores: Iterable[TestScore]) -> Iterator[dict[str, object]]:
    for score in scores:
        accuracy, completeness = score.accuracy, score.completeness
        yield {
            "model": score.model,
            "test": score.test,
            "category": score.category,
            "dataset": score.dataset,
            "judge_group": score.judge_group,
            "status": score.status,
            "accuracy": accuracy.score if accuracy else None,
            "accuracy_coverage": accuracy.coverage if accuracy else None,
            "completeness": completeness.score if completeness else None,
            "completeness_coverage": completeness.coverage if completeness else None,
        }


def _verdicts(records: ModelRecords) -> Iterator[dict[str, object]]:
    for item in records.judgements:
        for verdict in item.verdicts:
            yield {
                "model": item.model,
                "test": item.test,
                "attempt": item.attempt,
                "judge": item.judge,
                "status": item.status,
                "criterion": verdict.criterion,
                "metric": verdict.metric,
                "weight": verdict.weight,
                "passed": _decision(verdict.passed),
                "share": verdict.share,
                "basis": verdict.basis or "read",
                "picked": verdict.picked,
                "judge_decision": _decision(verdict.judge_decision),
                "overruled_by": verdict.overruled.person if verdict.overruled else None,
                "confidence": verdict.confidence,
            }


def _executions(records: ModelRecords) -> Iterator[dict[str, object]]:
    for item in records.executions:
        outcomes = Counter(behaviour.outcome for behaviour in item.behaviours)
        yield {
            "model": item.model,
            "test": item.test,
            "attempt": item.attempt,
            "status": item.status,
            "reason": item.reason,
            "toolchain": item.toolchain,
            "program": item.program,
            "types": item.types.status if item.types else None,
            "builds": item.builds.status if item.builds else None,
            "own_tests": item.own_tests.status if item.own_tests else None,
            "own_tests_passed": item.own_tests.passed if item.own_tests else None,
            "own_tests_failed": item.own_tests.failed if item.own_tests else None,
            "behaviours": len(item.behaviours),
            "behaviours_passed": outcomes["passed"],
            "behaviours_failed": outcomes["failed"],
            "behaviours_flaky": outcomes["flaky"],
            "behaviours_not_run": outcomes["not run"],
        }


def _decision(passed: bool | None) -> str | None:
    """As people write it in the files under human/."""
    if passed is None:
        return None
    return "yes" if passed else "no"
