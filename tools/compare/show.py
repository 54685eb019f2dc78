"""How a comparison is shown: tables for a terminal, JSON for a program, CSV of the flips for a spreadsheet."""

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from stages.lib.base.jsonl import write_text
from tools.compare.changes import Change
from tools.compare.split import FACTORS, ROUNDING, Flip, Split

ENDS = ("before", "after")
Ends = tuple[str, str]
"""The names of the two revisions."""
SEEN = {True: "pass", False: "fail", None: "not judged"}


def show(
    console: Console, ends: Ends, splits: Sequence[Split], changes: Sequence[Change], most: int
) -> None:
    """Print everything; of each list the `most` first lines."""
    console.print(Text(f"From {ends[0]} to {ends[1]}: points of the overall score"), soft_wrap=True)
    console.print(_parts(splits))
    for split in splits:
        console.print(Text(_sentence(split)), soft_wrap=True)
    flips = [flip for split in splits for flip in split.flips]
    _listed(
        console,
        f"{len(flips)} verdicts flipped{_by_cause(flips)}",
        [_flip(flip) for flip in flips],
        most,
    )
    lines = [f"{item.kind} {item.name}: {item.how}" for item in changes]
    _listed(console, f"{len(changes)} changes of the ruler and the suite", lines, most)


def _parts(splits: Sequence[Split]) -> Table:
    """A line a model and panel; a factor that moved no score has no column."""
    moved = [
        factor for factor in FACTORS if any(abs(split.parts[factor]) > ROUNDING for split in splits)
    ]
    table = Table()
    for name in ("model", "judged by", "before", "after", "change", *moved):
        table.add_column(name, justify="left" if name in ("model", "judged by") else "right")
    for split in splits:
        scores = (f"{split.base:.2f}", f"{split.head:.2f}", signed(split.change))
        table.add_row(
            split.model, _panel(split), *scores, *(signed(split.parts[factor]) for factor in moved)
        )
    return table


def _panel(split: Split) -> str:
    return ("checks" if split.panel == "checks" else "LLM judges") + (
        ", final" if split.kind == "final" else ""
    )


def signed(value: float) -> str:
    """Two digits with a sign; nothing for nothing."""
    return "·" if abs(value) <= ROUNDING else f"{value:+.2f}"


def _sentence(split: Split) -> str:
    """Ruler or model, in words."""
    model = split.parts["answers"]
    open_, task = split.parts["not separable"], split.parts["data sets"]
    ruler = split.change - model - open_ - task
    told = [
        f"{signed(value)} {what}"
        for value, what in _named(model, ruler, task, open_)
        if abs(value) > ROUNDING
    ]
    return f"{split.model} ({_panel(split)}): {signed(split.change)}" + (
        f", of it {', '.join(told)}" if told else ""
    )


def _named(model: float, ruler: float, task: float, open_: float) -> list[tuple[float, str]]:
    return [
        (model, "by the model"),
        (ruler, "by the ruler"),
        (task, "by other tasks"),
        (open_, "by model and ruler together"),
    ]


def _by_cause(flips: Sequence[Flip]) -> str:
    counted = Counter(flip.cause for flip in flips)
    listed = ", ".join(f"{counted[factor]} by {factor}" for factor in FACTORS if counted[factor])
    return f" ({listed})" if listed else ""


def _flip(flip: Flip) -> str:
    attempt = f", attempt {flip.attempt}" if flip.attempt > 1 else ""
    return (
        f"{flip.model}, {flip.test}{attempt}, {flip.judge}: {SEEN[flip.before]} → {SEEN[flip.after]} ({flip.cause}): "
        f"{flip.metric}: {flip.text}"
    )


def _listed(console: Console, title: str, lines: Sequence[str], most: int) -> None:
    console.print(Text(f"\n{title}"), soft_wrap=True)
    for line in lines[:most]:
        console.print(Text(f"  {line}"), soft_wrap=True)
    if len(lines) > most:
        console.print(
            Text(
                f"  … and {len(lines) - most} more: --most {len(lines)}, --json or --csv show them"
            )
        )


def as_json(ends: Ends, splits: Sequence[Split], changes: Sequence[Change]) -> dict[str, Any]:
    """Everything, for a program."""
    return {
        "base": ends[0],
        "head": ends[1],
        "models": [
            {
                **split._asdict(),
                "change": split.change,
                "flips": [flip._asdict() for flip in split.flips],
            }
            for split in splits
        ],
        "changes": [change._asdict() for change in changes],
    }


def write_flips(path: Path, splits: Sequence[Split]) -> None:
    """The flipped verdicts as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Flip._fields)
    for flip in (flip for split in splits for flip in split.flips):
        row = flip._replace(text=_cell(flip.text))._asdict() | {
            name: SEEN[getattr(flip, name)] for name in ENDS
        }
        writer.writerow(row.values())
    write_text(path, text.getvalue())


def _cell(text: str) -> str:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
