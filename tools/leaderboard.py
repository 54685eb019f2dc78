"""Print the leaderboard as a table, and the path of the report.

python -m tools.leaderboard
"""

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from typing import NamedTuple

from assay.config import paths
from assay.config.params import load_params
from assay.records.jsonl import read_records, read_result
from assay.records.leaderboard import Leaderboard, LeaderboardRow
from assay.records.models import ModelMetrics, TestCounts
from assay.records.pipeline import CHECKS, Interval, Judgement
from assay.scores.basis import basis_notes, score_name
from assay.scores.people import unmarked
from tools.exit_code import exit_code

CATEGORY_HEADINGS = {
    "code_generation": "gen",
    "code_translation": "trans",
    "code_documentation": "docs",
    "instruction_following": "dial",
}
LEGEND = "gen, trans, docs: code generation, translation, documentation; dial: dialogues"
NARROWEST = 80
"""Columns of a terminal, or of a log that has no width of its own."""


class Column(NamedTuple):
    """One column of the table. In a narrow terminal, optional columns go, the last first."""

    heading: str
    cells: tuple[str, ...]
    may_go: bool = False
    is_text: bool = False

    @property
    def width(self) -> int:
        return max(len(self.heading), *(len(cell) for cell in self.cells))

    def lines(self) -> list[str]:
        """Heading and cells, each as wide as the column; names are never cut."""
        fit = str.ljust if self.is_text else str.rjust
        return [fit(text, self.width) for text in (self.heading, *self.cells)]


def table(board: Leaderboard, width: int) -> list[str]:
    """The models from best to worst; a dash where there is no figure. Below, those not run."""
    columns = _columns(board.models)
    while _width(columns) > width and any(column.may_go for column in columns):
        last = max(number for number, column in enumerate(columns) if column.may_go)
        columns.pop(last)
    head, *rows = zip(*(column.lines() for column in columns), strict=True)
    rule = ["-" * column.width for column in columns]
    lines = ["  ".join(line).rstrip() for line in (head, rule, *rows)]
    return [*lines, *(f"–  {item.model}  no results: {item.reason}" for item in board.not_run)]


def _width(columns: Sequence[Column]) -> int:
    return sum(column.width + 2 for column in columns) - 2


def _columns(rows: Sequence[LeaderboardRow]) -> list[Column]:
    return [
        Column("#", tuple("–" if row.group is None else str(row.group) for row in rows)),
        Column("model", tuple(row.model for row in rows), is_text=True),
        Column("score", tuple(number(row.score) for row in rows)),
        Column("interval", tuple(_interval(row.interval) for row in rows)),
        *(_category_column(rows, category) for category in CATEGORY_HEADINGS),
        Column("$/test", tuple(_cost(row) for row in rows)),
        Column("accuracy", tuple(number(row.accuracy) for row in rows), may_go=True),
        Column("completeness", tuple(number(row.completeness) for row in rows), may_go=True),
        Column("tests", tuple(_tests(row.tests) for row in rows), may_go=True),
    ]


def _category_column(rows: Sequence[LeaderboardRow], category: str) -> Column:
    scores = tuple(number(row.categories.get(category)) for row in rows)
    return Column(CATEGORY_HEADINGS[category], scores)


def title(board: Leaderboard) -> str:
    by_checks = board.judge_group == "checks"
    judges = score_name(board.models) if by_checks else "the panel of LLM judges"
    kind = "final" if all(row.kind == "final" for row in board.models) else "provisional"
    return f"Leaderboard: {kind} scores by {judges}, percent"


def incomplete(board: Leaderboard) -> list[str]:
    """Each model that has no rank because tests are missing, and what gets them."""
    lines = []
    for row in board.models:
        if row.tests and not row.complete:
            without = row.tests.missing + row.tests.unscored
            tests = "1 test has" if without == 1 else f"{without} tests have"
            lines.append(f"{row.model} has no rank: {tests} no score (make retry)")
    return lines


def _cost(row: LeaderboardRow) -> str:
    if row.cost_usd is None or row.tests is None:
        return "–"
    count = row.tests.scored + row.tests.unscored + row.tests.missing
    return f"{row.cost_usd / max(count, 1):.4f}"


def _interval(bounds: Interval | None) -> str:
    return f"{number(bounds.low)}–{number(bounds.high)}" if bounds else "–"


def _tests(counts: TestCounts | None) -> str:
    if counts is None:
        return "0"
    return f"{counts.scored}/{counts.scored + counts.unscored + counts.missing}"


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def gold_failures() -> list[str]:
    """The checks that the reference answers do not meet.

    Each is a mistake in a check, a criterion or a gold answer.
    """
    path = paths.verdicts("gold")
    if "gold" not in load_params().models or not path.exists():
        return []
    return [
        f"{item.test}: criterion {verdict.criterion} ({verdict.metric}): {verdict.explanation}"
        for item in read_records(path, Judgement)
        if item.judge == CHECKS
        for verdict in item.verdicts
        if verdict.passed is False
    ]


def marks_needed(board: Leaderboard) -> list[str]:
    """The dialogues that people must still mark before a model's score can be final."""
    metrics = {
        row.model: read_result(paths.model_metrics(row.model), ModelMetrics) for row in board.models
    }
    return [
        f"{', '.join(models)}: a final score needs marks of {', '.join(tests)}"
        for models, tests in unmarked(metrics)
    ]


def main() -> None:
    board = read_result(paths.LEADERBOARD, Leaderboard)
    width = get_terminal_size((NARROWEST, 24)).columns
    print(title(board))
    for line in table(board, max(width, NARROWEST)):
        print(line)
    print(LEGEND)
    notes = basis_notes(board.models) if board.judge_group == "checks" else []
    for line in (*notes, *incomplete(board), *marks_needed(board)):
        print(line)
    for line in gold_failures():
        print(f"gold fails a check: {line}")
    report = paths.REPORT / "index.html"
    if report.exists():
        print(f"Report: {report.resolve()}")


if __name__ == "__main__":
    sys.exit(exit_code("leaderboard", main))
