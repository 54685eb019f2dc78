"""Two revisions compared: every model that both have, and the inputs that differ.

Printed for a terminal, written as JSON for a program, and kept for the report.
"""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from assay.config import paths
from assay.config.config_files import load_score
from assay.errors import AssayError
from assay.records.change import Flip, KeptChange, ScoreChange
from assay.records.hashing import git_id
from assay.records.jsonl import write_result
from assay.records.pipeline import AUTOMATIC_GROUPS
from assay.scores.scores import group_of
from tools.compare.git_revision import Revision
from tools.compare.inputs import changes, read_inputs
from tools.compare.model_change import CAUSES, ROUNDING, model_change
from tools.compare.two_revisions import TwoRevisions, read_results
from tools.terminal_tables import table

SHOWN = 20
"""Flips and changes on the terminal, of each."""
MOST_FLIPS = 500
"""Flips in metrics/change.json; `--json` has all."""
DECISIONS = {True: "pass", False: "fail", None: "not judged"}


def compare(base: Revision, head: Revision) -> KeptChange:
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
    flips = tuple(flip for model in found for flip in model.flips)
    return KeptChange(
        base=base.name,
        head=head.name,
        scores=tuple(model.score for model in found),
        changes=tuple(changes(before, after)),
        flips=flips,
        flipped=len(flips),
    )


def keep(compared: KeptChange, commit: str) -> None:
    """Write what the report shows of a comparison with the working tree."""
    results = git_id(paths.LEADERBOARD.read_bytes())
    kept = {"commit": commit, "results": results, "flips": compared.flips[:MOST_FLIPS]}
    write_result(paths.CHANGE, compared.model_copy(update=kept))


def show(console: Console, compared: KeptChange) -> None:
    """Print every score, and the first flips and changes."""
    title = f"From {compared.base} to {compared.head}: points of the overall score"
    console.print(f"\n{title}", soft_wrap=True, markup=False, highlight=False)
    console.print(_table(compared.scores))
    for title, lines in lists(compared).items():
        shown = [f"\n{title}", *(f"  {line}" for line in lines[:SHOWN])]
        if len(lines) > SHOWN:
            shown.append(f"  … and {len(lines) - SHOWN} more: --json shows them")
        console.print("\n".join(shown), soft_wrap=True, markup=False, highlight=False)


def lists(compared: KeptChange) -> dict[str, list[str]]:
    """Every flip and every change of the inputs, a line each, below their titles."""
    counts = Counter(flip.cause for flip in compared.flips)
    causes = ", ".join(f"{counts[cause]} by {cause}" for cause in CAUSES if counts[cause])
    flipped = f"{len(compared.flips)} verdicts flipped{causes and f' ({causes})'}"
    changed = f"{len(compared.changes)} changes of suite, criteria, judges and code"
    return {
        flipped: [_flip(flip) for flip in compared.flips],
        changed: [f"{item.kind} {item.name}: {item.how}" for item in compared.changes],
    }


def _table(scores: Sequence[ScoreChange]) -> Table:
    """A line for each model and judge group; a part that changed no score has no column."""
    moved = [cause for cause in CAUSES if any(abs(s.parts[cause]) > ROUNDING for s in scores)]
    rows = []
    for score in scores:
        points = (f"{score.base:.2f}", f"{score.head:.2f}", _signed(score.change))
        parts = [_signed(score.parts[cause]) for cause in moved]
        judges = "checks" if score.judge_group == "checks" else "LLM judges"
        judged_by = f"{judges}, final" if score.kind == "final" else judges
        rows.append([score.model, judged_by, *points, *parts])
    head = ("model", "judged by", "before", "after", "change", *moved)
    return table(head, rows, ("model", "judged by"))


def _signed(value: float) -> str:
    """The number with a sign and two decimals; a dot for zero."""
    return "·" if abs(value) <= ROUNDING else f"{value:+.2f}"


def _flip(flip: Flip) -> str:
    attempt = f", attempt {flip.attempt}" if flip.attempt > 1 else ""
    return (
        f"{flip.model}, {flip.test}{attempt}, {flip.judge}: "
        f"{DECISIONS[flip.before]} → {DECISIONS[flip.after]} ({flip.overruled or flip.cause}): "
        f"{flip.metric}: {flip.text}"
    )
