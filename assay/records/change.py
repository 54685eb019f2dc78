"""metrics/change.json: what changed since a base revision, as `make compare` kept it."""

from typing import Annotated

from pydantic import Field

from assay.records.models import ScoreKind
from assay.records.pipeline import AutomaticGroup, Record


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


class KeptFlip(Record):
    """One verdict that flipped. None: not judged."""

    model: str
    test: str
    attempt: int
    judge: str
    metric: str
    criterion: str
    text: str
    before: bool | None
    after: bool | None
    cause: str


class KeptChange(Record):
    """The comparison of the results with a base revision. `base` is empty if none was kept.

    `commit` is the base's full name; `results` is git's name of the metrics/leaderboard.json that
    was compared. `flips` holds the first of them, `flipped` counts all.
    """

    base: str = ""
    commit: str = ""
    results: str = ""
    scores: tuple[ScoreChange, ...] = ()
    changes: tuple[OtherChange, ...] = ()
    flips: tuple[KeptFlip, ...] = ()
    flipped: int = 0
