"""Keep a comparison for the report: metrics/change.json, a file in git."""

from collections import Counter
from collections.abc import Sequence

from assay.config import paths
from assay.records.change import KeptChange, KeptFlip, OtherChange, ScoreChange
from assay.records.git_ids import git_id
from assay.records.jsonl import write_result
from tools.compare.changes import Change
from tools.compare.split import Flip, Split

MOST_FLIPS = 500
"""Flips in the file; `--csv` has all."""


def keep(base: str, commit: str, splits: Sequence[Split], changes: Sequence[Change]) -> None:
    """Write what the report shows of a comparison with the working tree."""
    flips = [flip for split in splits for flip in split.flips]
    kept = KeptChange(
        base=base,
        commit=commit,
        results=git_id(paths.LEADERBOARD.read_bytes()),
        scores=tuple(_score(split) for split in splits),
        changes=tuple(OtherChange(**change._asdict()) for change in changes),
        flips=tuple(_flip(flip) for flip in flips[:MOST_FLIPS]),
        flipped=len(flips),
    )
    write_result(paths.CHANGE, kept)


def _score(split: Split) -> ScoreChange:
    return ScoreChange(
        model=split.model,
        judge_group=split.judge_group,
        kind=split.kind,
        base=split.base,
        head=split.head,
        parts=dict(split.parts),
        flips=dict(Counter(flip.cause for flip in split.flips)),
    )


def _flip(flip: Flip) -> KeptFlip:
    return KeptFlip(**flip.model_dump(include=set(KeptFlip.model_fields)))
