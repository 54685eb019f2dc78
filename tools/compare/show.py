"""Show a comparison: tables for a terminal, JSON for a program, CSV for a spreadsheet."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from assay.records.jsonl import write_text
from assay.records.untyped import JsonObject
from tools.compare.changes import Change
from tools.compare.hybrid import Factor
from tools.compare.split import FACTORS, ROUNDING, Flip, Split

COLUMNS = tuple(field.alias or name for name, field in Flip.model_fields.items())
Ends = tuple[str, str]
"""The names of the two revisions."""
DECISIONS = {True: "pass", False: "fail", None: "not judged"}


def show(
    console: Console, ends: Ends, splits: Sequence[Split], changes: Sequence[Change], most: int
) -> None:
    """Print everything; of each list the first `most` lines."""
    console.print(Text(f"From {ends[0]} to {ends[1]}: points of the overall score"), soft_wrap=True)
    console.print(_parts(splits))
    for split in splits:
        console.print(Text(_sentence(split)), soft_wrap=True)
    flips = [flip for split in splits for flip in split.flips]
    title = f"{len(flips)} verdicts flipped{_by_cause(flips)}"
    _print_list(console, title, [_flip(flip) for flip in flips], most)
    lines = [f"{item.kind} {item.name}: {item.how}" for item in changes]
    _print_list(console, f"{len(changes)} changes of suite, criteria, judges and code", lines, most)


def _parts(splits: Sequence[Split]) -> Table:
    """A line for each model and judge group; a part that changed no score has no column."""
    moved = [factor for factor in FACTORS if _moves(factor, splits)]
    table = Table()
    for name in ("model", "judged by", "before", "after", "change", *moved):
        table.add_column(name, justify="left" if name in ("model", "judged by") else "right")
    for split in splits:
        scores = (f"{split.base:.2f}", f"{split.head:.2f}", signed(split.change))
        parts = [signed(split.parts[factor]) for factor in moved]
        table.add_row(split.model, _judged_by(split), *scores, *parts)
    return table


def _moves(factor: Factor, splits: Sequence[Split]) -> bool:
    return any(abs(split.parts[factor]) > ROUNDING for split in splits)


def _judged_by(split: Split) -> str:
    judges = "checks" if split.judge_group == "checks" else "LLM judges"
    return f"{judges}, final" if split.kind == "final" else judges


def signed(value: float) -> str:
    """The number with a sign and two decimals; a dot for zero."""
    return "·" if abs(value) <= ROUNDING else f"{value:+.2f}"


def _sentence(split: Split) -> str:
    """What caused the change, in words."""
    model = split.parts["answers"]
    task = split.parts["data sets"]
    together = split.parts["not separable"]
    causes = {
        "by the model": model,
        "by the measuring": split.change - model - task - together,
        "by other tasks": task,
        "by both together": together,
    }
    parts = [
        f"{signed(points)} {cause}" for cause, points in causes.items() if abs(points) > ROUNDING
    ]
    change = f"{split.model} ({_judged_by(split)}): {signed(split.change)}"
    return f"{change}, of it {', '.join(parts)}" if parts else change


def _by_cause(flips: Sequence[Flip]) -> str:
    counts = Counter(flip.cause for flip in flips)
    parts = [f"{counts[factor]} by {factor}" for factor in FACTORS if counts[factor]]
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


def as_json(ends: Ends, splits: Sequence[Split], changes: Sequence[Change]) -> JsonObject:
    """Everything, for a program."""
    return {
        "base": ends[0],
        "head": ends[1],
        "models": [{**split.model_dump(), "change": split.change} for split in splits],
        "changes": [change._asdict() for change in changes],
    }


def write_flips(path: Path, splits: Sequence[Split]) -> None:
    """The flipped verdicts as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for split in splits:
        for flip in split.flips:
            row = flip.model_dump() | {
                "text": _cell(flip.text),
                "overruled": _cell(flip.overruled),
                "before": DECISIONS[flip.before],
                "after": DECISIONS[flip.after],
            }
            writer.writerow(row[column] for column in COLUMNS)
    write_text(path, text.getvalue())


def _cell(text: str) -> str:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
