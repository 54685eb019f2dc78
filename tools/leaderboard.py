"""Print the leaderboard as a table, and the path of the report.

python -m tools.leaderboard
"""

import sys

from rich.console import Console
from rich.table import Table

from stages.lib.base import paths
from stages.lib.base.jsonl import read_records, read_result
from stages.lib.base.params import load_params
from stages.lib.base.records import CHECKS, Interval, Judgement
from stages.lib.base.results.leaderboard import Leaderboard, LeaderboardRow
from stages.lib.base.results.models import ModelMetrics, TestCounts
from stages.lib.scoring.people import unmarked
from tools.exit_code import exit_code

CATEGORY_HEADINGS = {
    "code_generation": "generation",
    "code_translation": "translation",
    "code_documentation": "documentation",
    "instruction_following": "dialogues",
}
HEADINGS = (
    "#",
    "model",
    "score",
    "95 % interval",
    "accuracy",
    "completeness",
    *CATEGORY_HEADINGS.values(),
    "tests",
    "cost $",
)


def table(board: Leaderboard) -> Table:
    """The models from best to worst; a dash where there is no figure."""
    printed = Table(title=_title(board), title_justify="left", caption_justify="left")
    for heading in HEADINGS:
        printed.add_column(heading, justify="left" if heading == "model" else "right")
    for row in board.models:
        printed.add_row(*_cells(row))
    return printed


def _title(board: Leaderboard) -> str:
    by_checks = board.judge_group == "checks"
    judges = "deterministic checks" if by_checks else "the panel of LLM judges"
    kind = "final" if all(row.kind == "final" for row in board.models) else "provisional"
    return f"Leaderboard: {kind} scores by {judges}, percent"


def _cells(row: LeaderboardRow) -> list[str]:
    return [
        "–" if row.group is None else str(row.group),
        row.model,
        number(row.score),
        _interval(row.interval),
        number(row.accuracy),
        number(row.completeness),
        *(number(row.categories.get(category)) for category in CATEGORY_HEADINGS),
        _tests(row.tests),
        "–" if row.cost_usd is None else f"{row.cost_usd:.2f}",
    ]


def _interval(bounds: Interval | None) -> str:
    return f"{number(bounds.low)} – {number(bounds.high)}" if bounds else "–"


def _tests(counts: TestCounts | None) -> str:
    if counts is None:
        return "0"
    missing = counts.missing + counts.unscored
    return f"{counts.scored} ({missing} missing)" if missing else str(counts.scored)


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
    needed = marks_needed(board)
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table(board))
    for line in gold_failures():
        console.print(f"gold fails a check: {line}", markup=False, soft_wrap=True)
    for line in needed:
        console.print(line, markup=False, soft_wrap=True)
    console.print(f"Report: {(paths.REPORT / 'index.html').resolve()}", soft_wrap=True)


if __name__ == "__main__":
    sys.exit(exit_code("leaderboard", main))
