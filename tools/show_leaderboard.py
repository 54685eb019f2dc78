"""Print the leaderboard as a table, the path of the report, and what the run could not get.

python -m tools.show_leaderboard

Exit code 1 if anything is missing, 0 if not.
"""

import sys
from collections.abc import Mapping
from shutil import get_terminal_size

from assay.config import paths
from assay.errors import AssayError
from assay.missing import ASK_AGAIN, STAGES, missing_lines, read_gaps
from assay.records.jsonl import read_result
from assay.records.leaderboard_records import Leaderboard
from assay.records.models import ModelMetrics
from assay.scores.basis import basis_notes, score_name
from assay.scores.leaderboard_table import LEGEND, as_text, leaderboard_table
from assay.scores.people_scores import unmarked
from tools.exit_code import exit_code

SHOWN = 20
NARROWEST = 80
"""Columns of a terminal, or of a log that has no width of its own."""


def title(board: Leaderboard) -> str:
    by_checks = board.judge_group == "checks"
    judges = score_name(board.models) if by_checks else "the panel of LLM judges"
    kind = "final" if board.models and board.models[0].kind == "final" else "provisional"
    return f"Leaderboard: {kind} scores by {judges}, percent"


def incomplete(board: Leaderboard) -> list[str]:
    """Each model with tests that have no score, and what gets them."""
    lines = []
    for row in board.models:
        if row.tests and not row.complete:
            without = row.tests.missing + row.tests.unscored
            tests = "1 test has" if without == 1 else f"{without} tests have"
            lines.append(f"{row.model}: {tests} no score, its rank rests on the others (run again)")
    return lines


def below(board: Leaderboard) -> list[str]:
    """The models that stand below final scores, because their own are provisional."""
    rows = [row for row in board.models if not row.ruler and row.score is not None]
    if not rows or rows[0].kind != "final":
        return []
    names = [row.model for row in rows if row.kind != "final"]
    return [f"{', '.join(names)}: provisional, without a rank"] if names else []


def marks_needed(metrics: Mapping[str, ModelMetrics]) -> list[str]:
    """The dialogues that people must still mark before a model's score can be final."""
    return [
        f"{', '.join(models)}: a final score needs marks of {', '.join(tests)}"
        for models, tests in unmarked(metrics)
    ]


def require_complete() -> None:
    """AssayError says what the run could not get, and why."""
    lines = [line for stage in STAGES for line in missing_lines(read_gaps(stage))]
    if lines[SHOWN:]:
        lines[SHOWN:] = [f"and {len(lines) - SHOWN} more"]
    if lines:
        end = f"{ASK_AGAIN}; what is paid is kept"
        raise AssayError("\n  ".join(["results are missing:", *lines, end]))


def main() -> None:
    board = read_result(paths.LEADERBOARD, Leaderboard)
    metrics = {
        row.model: read_result(paths.model_metrics(row.model), ModelMetrics) for row in board.models
    }
    width = max(get_terminal_size((NARROWEST, 24)).columns, NARROWEST)
    notes = basis_notes(board.models) if board.judge_group == "checks" else []
    print(title(board))
    for line in as_text(leaderboard_table(board, metrics), width):
        print(line)
    for line in (LEGEND, *notes, *incomplete(board), *below(board), *marks_needed(metrics)):
        print(line)
    report = paths.REPORT / "index.html"
    if report.exists():
        print(f"Report: {report.resolve()}")
    require_complete()


if __name__ == "__main__":
    sys.exit(exit_code("leaderboard", main))
