"""Print the leaderboard as a table, and where the report is.

python -m tools.leaderboard
"""

import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from stages.lib.base import paths
from stages.lib.base.jsonl import read_json, read_records
from stages.lib.base.params import load_params
from stages.lib.base.records import CHECKS, Judgement
from stages.lib.scoring.people import waiting
from tools.exit_code import exit_code

SHORT = {
    "code_generation": "generation",
    "code_translation": "translation",
    "code_documentation": "documentation",
    "instruction_following": "dialogues",
}

COLUMNS = (
    "#",
    "model",
    "score",
    "95 % interval",
    "accuracy",
    "completeness",
    *SHORT.values(),
    "tests",
    "cost $",
)


def table(board: dict[str, Any]) -> Table:
    """The models from best to worst; a dash where there is no figure."""
    shown = Table(title=_title(board), title_justify="left", caption_justify="left")
    for name in COLUMNS:
        shown.add_column(name, justify="left" if name == "model" else "right")
    for row in board["models"]:
        shown.add_row(*_cells(row))
    return shown


def _title(board: dict[str, Any]) -> str:
    judges = "deterministic checks" if board["panel"] == "checks" else "the panel of LLM judges"
    kind = "final" if all(row["kind"] == "final" for row in board["models"]) else "provisional"
    return f"Leaderboard: {kind} scores by {judges}, percent"


def _cells(row: dict[str, Any]) -> list[str]:
    tests = row["tests"] or {}
    missing = tests.get("missing", 0) + tests.get("unscored", 0)
    bounds = row["interval"]
    cost = row["cost_usd"]
    return [
        "–" if row["group"] is None else str(row["group"]),
        row["model"],
        number(row["score"]),
        f"{number(bounds['low'])} – {number(bounds['high'])}" if bounds else "–",
        number(row["accuracy"]),
        number(row["completeness"]),
        *(number(row["categories"].get(category)) for category in SHORT),
        f"{tests.get('scored', 0)}" + (f" ({missing} missing)" if missing else ""),
        "–" if cost is None else f"{cost:.2f}",
    ]


def gold_failures() -> list[str]:
    """The checks that the reference answers do not meet: mistakes in a check, a criterion or a gold answer."""
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


def marks_needed(board: dict[str, Any]) -> list[str]:
    """Which dialogues people have yet to mark before a model's score can be final."""
    figures = {
        row["model"]: read_json(paths.model_metrics(row["model"])) for row in board["models"]
    }
    return [
        f"{', '.join(models)}: final needs marks of {', '.join(tests)}"
        for models, tests in waiting(figures)
    ]


def number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def main() -> None:
    board = read_json(paths.LEADERBOARD)
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
