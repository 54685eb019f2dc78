"""What changed since a base revision, as `make compare` kept it in metrics/change.json."""

from typing import NamedTuple

from assay.config import paths
from assay.records.change import KeptChange, ScoreChange
from assay.records.hashing import git_id
from assay.records.jsonl import read_result
from assay.records.pipeline import AutomaticGroup

ROUNDING = 0.0001
"""A smaller change of a score is none: metrics files are rounded."""


class SinceBase(NamedTuple):
    """A kept comparison. `is_current`: it compared the very results that the report shows.

    `factors` are the causes that moved a score, in the order in which they are worked out. By the
    judge group that ranks: how many scores were compared, and those that changed, the most changed
    first.
    """

    kept: KeptChange
    is_current: bool
    factors: tuple[str, ...]
    compared: int
    moved: tuple[ScoreChange, ...]


def since_base(judge_group: AutomaticGroup) -> SinceBase:
    """The comparison that was kept, or an empty one."""
    kept = read_result(paths.CHANGE, KeptChange) if paths.CHANGE.exists() else KeptChange()
    factors = dict[str, None]()
    for score in kept.scores:
        factors |= dict.fromkeys(key for key, part in score.parts.items() if abs(part) > ROUNDING)
    compared = [score for score in kept.scores if score.judge_group == judge_group]
    moved = [score for score in compared if abs(score.change) > ROUNDING]
    return SinceBase(
        kept=kept,
        is_current=kept.results == git_id(paths.LEADERBOARD.read_bytes()),
        factors=tuple(factors),
        compared=len(compared),
        moved=tuple(sorted(moved, key=lambda score: -abs(score.change))),
    )
