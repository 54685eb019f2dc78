"""Show a comparison: tables for a terminal, JSON for a program, CSV for a spreadsheet."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from assay.records.change import ScoreChange
from assay.records.jsonl import write_text
from assay.records.untyped import JsonObject
from tools.compare.comparison import Compared
from tools.compare.model_change import CAUSES, ROUNDING, Flip

COLUMNS = (
    *("model", "panel", "test", "attempt", "judge", "metric", "criterion", "text"),
    *("before", "after", "cause", "overruled"),
)
DECISIONS = {True: "pass", False: "fail", None: "not judged"}


def show(console: Console, compared: Compared, most: int) -> None:
    """Print everything; of each list the first `most` lines."""
    scores = [model.score for model in compared.models]
    title = f"From {compared.base} to {compared.head}: points of the overall score"
    console.print(Text(title), soft_wrap=True)
    console.print(_table(scores))
    for score in scores:
        console.print(Text(_sentence(score)), soft_wrap=True)
    flips = compared.flips
    title = f"{len(flips)} verdicts flipped{_by_cause(flips)}"
    _print_list(console, title, [_flip(flip) for flip in flips], most)
    lines = [f"{item.kind} {item.name}: {item.how}" for item in compared.changes]
    _print_list(console, f"{len(lines)} changes of suite, criteria, judges and code", lines, most)


def _table(scores: Sequence[ScoreChange]) -> Table:
    """A line for each model and judge group; a part that changed no score has no column."""
    moved = [cause for cause in CAUSES if any(abs(s.parts[cause]) > ROUNDING for s in scores)]
    table = Table()
    for name in ("model", "judged by", "before", "after", "change", *moved):
        table.add_column(name, justify="left" if name in ("model", "judged by") else "right")
    for score in scores:
        points = (f"{score.base:.2f}", f"{score.head:.2f}", _signed(score.change))
        parts = [_signed(score.parts[cause]) for cause in moved]
        table.add_row(score.model, _judged_by(score), *points, *parts)
    return table


def _judged_by(score: ScoreChange) -> str:
    judges = "checks" if score.judge_group == "checks" else "LLM judges"
    return f"{judges}, final" if score.kind == "final" else judges


def _signed(value: float) -> str:
    """The number with a sign and two decimals; a dot for zero."""
    return "·" if abs(value) <= ROUNDING else f"{value:+.2f}"


def _sentence(score: ScoreChange) -> str:
    """What caused the change, in words."""
    causes = {
        "by the model": score.parts["answers"],
        "by the measuring": score.by_measuring,
        "by other tasks": score.parts["data sets"],
        "by several together": score.parts["not separable"],
    }
    moved = {cause: points for cause, points in causes.items() if abs(points) > ROUNDING}
    parts = [f"{_signed(points)} {cause}" for cause, points in moved.items()]
    change = f"{score.model} ({_judged_by(score)}): {_signed(score.change)}"
    return f"{change}, of it {', '.join(parts)}" if parts else change


def _by_cause(flips: Sequence[Flip]) -> str:
    counts = Counter(flip.cause for flip in flips)
    parts = [f"{counts[cause]} by {cause}" for cause in CAUSES if counts[cause]]
    return f" ({', '.join(parts)})" if parts else ""


def _flip(flip: Flip) -> str:
    attempt = f", attempt {flip.attempt}" if flip.attempt > 1 else ""
    return (
        f"{flip.model}, {flip.test}{attempt}, {flip.judge}: "
        f"{DECISIONS[flip.before]} → {DECISIONS[flip.after]} ({flip.overruled or flip.cause}): "
        f"{flip.metric}: {flip.text}"
    )


def _print_list(console: Console, title: str, lines: Sequence[str], most: int) -> None:
    console.print(Text(f"\n{title}"), soft_wrap=True)
    for line in lines[:most]:
        console.print(Text(f"  {line}"), soft_wrap=True)
    if len(lines) > most:
        rest = f"  … and {len(lines) - most} more: --most {len(lines)}, --json or --csv show them"
        console.print(Text(rest))


def as_json(compared: Compared) -> JsonObject:
    """Everything, for a program."""
    models = []
    for score, flips in compared.models:
        shown = [flip.model_dump() for flip in flips]
        models.append({**score.model_dump(), "flips": shown, "change": score.change})
    changes = [item.model_dump() for item in compared.changes]
    return {"base": compared.base, "head": compared.head, "models": models, "changes": changes}


def write_flips(path: Path, flips: Sequence[Flip]) -> None:
    """The flipped verdicts as CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for flip in flips:
        changed = {
            "text": _cell(flip.text),
            "overruled": _cell(flip.overruled),
            "before": DECISIONS[flip.before],
            "after": DECISIONS[flip.after],
        }
        writer.writerow(flip.model_dump() | changed)
    write_text(path, text.getvalue())


def _cell(text: str) -> str:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
