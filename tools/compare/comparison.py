"""Two revisions compared: every model that both have, and the inputs that differ.

Printed for a terminal, written as JSON for a program, and kept for the report.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from assay.config import paths
from assay.config.config_files import load_score
from assay.errors import AssayError
from assay.records.change import KeptChange, KeptFlip, OtherChange, ScoreChange
from assay.records.git_ids import git_id
from assay.records.jsonl import write_result
from assay.records.pipeline import AUTOMATIC_GROUPS
from assay.records.untyped import JsonObject
from assay.scores.scores import group_of
from tools.compare.git_revision import Revision
from tools.compare.inputs import changes, read_inputs
from tools.compare.model_change import CAUSES, ROUNDING, Flip, ModelChange, model_change
from tools.compare.two_revisions import TwoRevisions, read_results
from tools.terminal_tables import table

MOST_FLIPS = 500
"""Flips in metrics/change.json; `--json` has all."""
DECISIONS = {True: "pass", False: "fail", None: "not judged"}


class Compared(NamedTuple):
    """The names of both revisions, each model's change, and what else differs."""

    base: str
    head: str
    models: list[ModelChange]
    changes: list[OtherChange]

    @property
    def flips(self) -> list[Flip]:
        return [flip for model in self.models for flip in model.flips]


def compare(base: Revision, head: Revision) -> Compared:
    """AssayError if no model has a score of the same judge group in both."""
    with base.entered():
        before = read_inputs()
    with head.entered():
        after = read_inputs()
        lcif = load_score().lcif_weights
    found = []
    for model in after.models:
        if model not in before.models:
            continue
        with base.entered():
            old = read_results(model, before)
        with head.entered():
            new = read_results(model, after)
        for group in AUTOMATIC_GROUPS:
            if all(group in map(group_of, inputs.judges) for inputs in (before, after)):
                compared = TwoRevisions(model, group, before, after, old, new)
                change = model_change(compared, lcif)
                found += [change] if change else []
    if not found:
        raise AssayError(
            f"no model has a score of the same judge group in both {base.name} and {head.name}"
        )
    return Compared(base.name, head.name, found, changes(before, after))


def keep(compared: Compared, commit: str) -> None:
    """Write what the report shows of a comparison with the working tree."""
    flips = compared.flips
    fields = set(KeptFlip.model_fields)
    kept = KeptChange(
        base=compared.base,
        commit=commit,
        results=git_id(paths.LEADERBOARD.read_bytes()),
        scores=tuple(model.score for model in compared.models),
        changes=tuple(compared.changes),
        flips=tuple(KeptFlip(**flip.model_dump(include=fields)) for flip in flips[:MOST_FLIPS]),
        flipped=len(flips),
    )
    write_result(paths.CHANGE, kept)


def show(console: Console, compared: Compared, most: int) -> None:
    """Print everything: every score, and the first `most` flips and changes."""

    def print_list(title: str, lines: Sequence[str]) -> None:
        shown = [f"\n{title}", *(f"  {line}" for line in lines[:most])]
        if len(lines) > most:
            rest = f"{len(lines) - most} more: --most {len(lines)}, or --json show them"
            shown.append(f"  … and {rest}")
        console.print("\n".join(shown), soft_wrap=True, markup=False, highlight=False)

    scores = [model.score for model in compared.models]
    title = f"From {compared.base} to {compared.head}: points of the overall score"
    sentences = "".join(f"\n  {_sentence(score)}" for score in scores)
    console.print(f"\n{title}{sentences}", soft_wrap=True, markup=False, highlight=False)
    console.print(_table(scores))
    title = f"{len(compared.flips)} verdicts flipped{_by_cause(compared.flips)}"
    print_list(title, [_flip(flip) for flip in compared.flips])
    lines = [f"{item.kind} {item.name}: {item.how}" for item in compared.changes]
    print_list(f"{len(lines)} changes of suite, criteria, judges and code", lines)


def _table(scores: Sequence[ScoreChange]) -> Table:
    """A line for each model and judge group; a part that changed no score has no column."""
    moved = [cause for cause in CAUSES if any(abs(s.parts[cause]) > ROUNDING for s in scores)]
    rows = []
    for score in scores:
        points = (f"{score.base:.2f}", f"{score.head:.2f}", _signed(score.change))
        parts = [_signed(score.parts[cause]) for cause in moved]
        rows.append([score.model, _judged_by(score), *points, *parts])
    head = ("model", "judged by", "before", "after", "change", *moved)
    return table(head, rows, ("model", "judged by"))


def _by_cause(flips: Sequence[Flip]) -> str:
    counts = Counter(flip.cause for flip in flips)
    parts = [f"{counts[cause]} by {cause}" for cause in CAUSES if counts[cause]]
    return f" ({', '.join(parts)})" if parts else ""


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
    parts = [f"{_signed(value)} {why}" for why, value in causes.items() if abs(value) > ROUNDING]
    change = f"{score.model} ({_judged_by(score)}): {_signed(score.change)}"
    return f"{change}, of it {', '.join(parts)}" if parts else change


def _flip(flip: Flip) -> str:
    attempt = f", attempt {flip.attempt}" if flip.attempt > 1 else ""
    return (
        f"{flip.model}, {flip.test}{attempt}, {flip.judge}: "
        f"{DECISIONS[flip.before]} → {DECISIONS[flip.after]} ({flip.overruled or flip.cause}): "
        f"{flip.metric}: {flip.text}"
    )


def as_json(compared: Compared) -> JsonObject:
    """Everything, for a program."""
    models = []
    for score, flips in compared.models:
        shown = [flip.model_dump() for flip in flips]
        models.append({**score.model_dump(), "flips": shown, "change": score.change})
    changed = [item.model_dump() for item in compared.changes]
    return {"base": compared.base, "head": compared.head, "models": models, "changes": changed}
