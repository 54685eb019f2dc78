"""Two revisions compared: every model that both have, and the inputs that differ."""

from collections.abc import Iterator
from typing import NamedTuple

from assay.config import paths
from assay.config.config_files import load_score
from assay.errors import AssayError
from assay.records.change import KeptChange, KeptFlip, OtherChange
from assay.records.git_ids import git_id
from assay.records.jsonl import write_result
from assay.records.pipeline import AUTOMATIC_GROUPS
from assay.scores.scores import group_of
from tools.compare.git_revision import Revision
from tools.compare.inputs import Inputs, changes, read_inputs
from tools.compare.model_change import Flip, ModelChange, model_change
from tools.compare.model_results import TwoRevisions, read_results

MOST_FLIPS = 500
"""Flips in metrics/change.json; `--csv` has all."""


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
    for compared in _comparisons(base, head, before, after):
        change = model_change(compared, lcif)
        found += [change] if change else []
    if not found:
        raise AssayError(
            f"no model has a score of the same judge group in both {base.name} and {head.name}"
        )
    return Compared(base.name, head.name, found, changes(before, after))


def _comparisons(
    base: Revision, head: Revision, before: Inputs, after: Inputs
) -> Iterator[TwoRevisions]:
    """Each model that both have, by each judge group; one model is in memory at a time."""
    for model in after.models:
        if model not in before.models:
            continue
        with base.entered():
            old = read_results(model, before)
        with head.entered():
            new = read_results(model, after)
        for group in AUTOMATIC_GROUPS:
            if all(group in map(group_of, inputs.judges) for inputs in (before, after)):
                yield TwoRevisions(model, group, before, after, old, new)


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
