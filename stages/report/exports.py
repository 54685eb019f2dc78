"""The results in other forms: Markdown for a pull request, CSV for a table calculation."""

from collections import Counter
from collections.abc import Iterable, Sequence

from assay.records.gaps import NotRun
from assay.records.metrics_rows import rows_csv
from stages.report.evidence import Evidence
from stages.report.pages import Page, RunView
from stages.report.results import BoardLine, leaderboard
from stages.report.text import fixed, money, words

SCORE_COLUMNS = (
    *("model", "test", "category", "dataset", "judge_group", "status"),
    *("accuracy", "accuracy_coverage", "completeness", "completeness_coverage"),
)
VERDICT_COLUMNS = (
    *("model", "test", "attempt", "judge", "status", "criterion", "metric", "weight"),
    *("passed", "basis", "judge_decision", "overruled_by", "confidence"),
)
EXECUTION_COLUMNS = (
    *("model", "test", "attempt", "status", "reason", "toolchain", "program", "types", "builds"),
    *("own_tests", "own_tests_passed", "own_tests_failed", "behaviours", "behaviours_passed"),
    *("behaviours_failed", "behaviours_flaky", "behaviours_not_run"),
)
TABLES = ("scores", "verdicts", "executions")
WHOLE = frozenset(
    {
        *("attempt", "confidence", "own_tests_passed", "own_tests_failed", "behaviours"),
        *(name for name in EXECUTION_COLUMNS if name.startswith("behaviours_")),
    }
)
"""Columns of whole numbers."""
FRACTIONS = frozenset(
    {"accuracy", "accuracy_coverage", "completeness", "completeness_coverage", "weight"}
)
"""Columns of other numbers. All further columns are text."""


def exports(run: RunView, evidence: Evidence) -> Iterable[Page]:
    """The files beside the pages, by path inside the report's folder."""
    yield "leaderboard.md", leaderboard_markdown(run, evidence)
    yield "data/scores.csv", rows_csv(SCORE_COLUMNS, list(_scores(evidence)))
    yield "data/verdicts.csv", rows_csv(VERDICT_COLUMNS, list(_verdicts(evidence)))
    yield "data/executions.csv", rows_csv(EXECUTION_COLUMNS, list(_executions(evidence)))


def leaderboard_markdown(run: RunView, evidence: Evidence) -> str:
    """The leaderboard as a table of a pull request."""
    judges = "the checks" if run.judge_group == "checks" else "the LLM judges"
    kind = "final" if evidence.leaderboard.models[0].kind == "final" else "provisional"
    percent = fixed(100 * run.score.confidence, 0)
    head = [
        "group",
        "model",
        "score",
        f"{percent} % interval",
        *(words(category) for category in evidence.categories),
        "cost a test",
    ]
    rows = [_row(evidence.categories, line) for line in leaderboard(evidence)]
    aligned = ["--:", "---", *["--:"] * (len(head) - 2)]
    synthetic = "Synthetic figures: they say nothing of any model.\n\n" if run.synthetic else ""
    absent = [_absent_row(record, len(head)) for record in evidence.leaderboard.not_run]
    lines = [f"| {' | '.join(cells)} |" for cells in (head, aligned, *rows, *absent)]
    title = f"Suite {run.suite}, {run.tests} tests: {kind} scores in percent, by {judges}."
    return f"{synthetic}{title}\n\n" + "\n".join(lines) + "\n"


def _row(categories: Sequence[str], line: BoardLine) -> list[str]:
    row = line.row
    interval = "–"
    if row.interval:
        interval = f"{fixed(row.interval.low)} to {fixed(row.interval.high)}"
    return [
        "–" if row.group is None else str(row.group),
        row.model,
        _figure(row.score),
        interval,
        *(_figure(row.categories.get(category)) for category in categories),
        "unknown" if line.cost_per_test is None else money(line.cost_per_test),
    ]


def _absent_row(record: NotRun, columns: int) -> list[str]:
    """The row of a model that could not run. A provider's words are code, never Markdown."""
    reason = record.reason.replace("`", "'").replace("|", "\\|")
    return ["–", record.model, f"no results: `{reason}`", *[""] * (columns - 3)]


def _figure(value: float | None) -> str:
    return "–" if value is None else fixed(value)


def _scores(evidence: Evidence) -> Iterable[dict[str, object]]:
    for model in evidence.ranked:
        for score in evidence.scores[model]:
            yield {
                "model": model,
                "test": score.test,
                "category": score.category,
                "dataset": score.dataset,
                "judge_group": score.judge_group,
                "status": score.status,
                "accuracy": score.accuracy.score if score.accuracy else None,
                "accuracy_coverage": score.accuracy.coverage if score.accuracy else None,
                "completeness": score.completeness.score if score.completeness else None,
                "completeness_coverage": (
                    score.completeness.coverage if score.completeness else None
                ),
            }


def _verdicts(evidence: Evidence) -> Iterable[dict[str, object]]:
    for model in evidence.ranked:
        for item in evidence.judgements[model]:
            for verdict in item.verdicts:
                yield {
                    "model": model,
                    "test": item.test,
                    "attempt": item.attempt,
                    "judge": item.judge,
                    "status": item.status,
                    "criterion": verdict.criterion,
                    "metric": verdict.metric,
                    "weight": verdict.weight,
                    "passed": _decision(verdict.passed),
                    "basis": verdict.basis or "read",
                    "judge_decision": _decision(verdict.judge_decision),
                    "overruled_by": verdict.overruled.person if verdict.overruled else None,
                    "confidence": verdict.confidence,
                }


def _executions(evidence: Evidence) -> Iterable[dict[str, object]]:
    for model in evidence.ranked:
        for item in evidence.executions[model]:
            outcomes = Counter(behaviour.outcome for behaviour in item.behaviours)
            yield {
                "model": model,
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
