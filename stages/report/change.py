"""What changed since a base revision, as `make compare` kept it in metrics/change.json."""

from dataclasses import dataclass

from assay.config import paths
from assay.records.change import KeptChange, ScoreChange
from assay.records.git_ids import git_id
from assay.records.jsonl import read_result
from assay.records.pipeline import AutomaticGroup
from stages.report.text import signed

ROUNDING = 0.0001
"""A smaller change of a score is none: metrics files are rounded."""


@dataclass(frozen=True)
class SinceBaseView:
    """A kept comparison. `is_current`: it compared the very results that the report shows.

    `factors` are the causes that moved a score, in the order in which they are worked out.
    """

    kept: KeptChange
    is_current: bool
    factors: tuple[str, ...]
    summary: str


def change_view(judge_group: AutomaticGroup) -> SinceBaseView:
    """The comparison that was kept, or an empty one."""
    kept = read_result(paths.CHANGE, KeptChange) if paths.CHANGE.exists() else KeptChange()
    is_current = kept.results == git_id(paths.LEADERBOARD.read_bytes())
    return SinceBaseView(kept, is_current, _factors(kept), _summary(kept, is_current, judge_group))


def _factors(kept: KeptChange) -> tuple[str, ...]:
    moved = dict[str, None]()
    for score in kept.scores:
        moved |= dict.fromkeys(key for key, part in score.parts.items() if abs(part) > ROUNDING)
    return tuple(moved)


def _summary(kept: KeptChange, is_current: bool, judge_group: AutomaticGroup) -> str:
    """The change in half a sentence, by the judge group that ranks."""
    if not kept.base:
        return "no base is kept"
    if not is_current:
        return "compared with earlier results"
    scores = [score for score in kept.scores if score.judge_group == judge_group]
    moved = [score for score in scores if abs(score.change) > ROUNDING]
    if not moved:
        return f"no score changed ({len(scores)} compared)"
    most = max(moved, key=lambda score: abs(score.change))
    return f"{len(moved)} of {len(scores)} scores changed, most {most.model}: {_points(most)}"


def _points(score: ScoreChange) -> str:
    own = score.parts.get("answers", 0.0)
    return (
        f"{signed(score.change)} points, {signed(own)} by the model, "
        f"{signed(score.by_measuring)} by the measuring"
    )
