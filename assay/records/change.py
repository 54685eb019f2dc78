"""metrics/change.json: what changed since a base revision, as `make compare` kept it."""

from typing import Annotated

from pydantic import Field

from assay.records.models import ScoreKind
from assay.records.pipeline import AutomaticGroup, OfAnswer, Record


class ScoreChange(Record):
    """One model and judge group: the score at both ends, and the change in parts by cause.

    `flips`: how many verdicts flipped, by cause.
    """

    model: str
    judge_group: Annotated[AutomaticGroup, Field(alias="panel")]
    kind: ScoreKind
    base: float
    head: float
    parts: dict[str, float]
    flips: dict[str, int]

    @property
    def change(self) -> float:
        return self.head - self.base

    @property
    def by_measuring(self) -> float:
        """By criteria, judges, executions, overrules and scoring: what model and tasks leave."""
        others = ("answers", "data sets", "not separable")
        return self.change - sum(self.parts.get(factor, 0.0) for factor in others)


class OtherChange(Record):
    """What differs besides answers: a prompt, a criterion, a judge or code; how it changed."""

    kind: str
    name: str
    how: str


class Flip(OfAnswer):
    """One verdict that both revisions have and that differs. None: not judged.

    `overruled`: who replaced or restored the verdict, and why, if people's overrules differ.
    """

    judge: str
    metric: str
    criterion: str
    text: str
    before: bool | None
    after: bool | None
    cause: str
    overruled: str = ""


class KeptChange(Record):
    """The comparison of two revisions' results. `base` is empty if none was kept.

    `commit` is the base's full name; `results` is git's name of the metrics/leaderboard.json that
    was compared. `flips` holds the first of them if it is kept, `flipped` counts all.
    """

    base: str = ""
    head: str = ""
    commit: str = ""
    results: str = ""
    scores: tuple[ScoreChange, ...] = ()
    changes: tuple[OtherChange, ...] = ()
    flips: tuple[Flip, ...] = ()
    flipped: int = 0
