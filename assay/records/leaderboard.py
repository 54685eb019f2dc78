"""metrics/leaderboard.json: what `compare` found about all models together."""

from typing import Annotated, Literal

from pydantic import Field

from assay.records.gaps import NotRun
from assay.records.models import BasisCounts, ScoreKind, TestCounts
from assay.records.pipeline import AutomaticGroup, Interval, Record


class LeaderboardRow(Record):
    """One model.

    `group`, `rank` and the range of ranks are None if tests are missing or unscored.
    """

    model: str
    rank: int | None
    group: int | None
    best_rank: int | None
    worst_rank: int | None
    score: float | None
    kind: ScoreKind
    interval: Interval | None
    accuracy: float | None
    completeness: float | None
    coverage: float | None
    categories: dict[str, float]
    tests: TestCounts | None
    complete: bool
    tokens: int
    cost_usd: float | None
    seconds: float
    basis: BasisCounts | None = None


Decision = Literal["significant", "not significant", "too few data sets"]
"""Whether two models differ. With too few data sets, not even 100 points could be found."""


class Needed(Record):
    """What it takes, at least, to find this difference with 80 % power.

    Data sets with as many tests on each as now; or attempts at the tests that there are: None where
    the attempts are not known to vary, or where no number of them would do.
    """

    datasets: int
    tests: int
    attempts: int | None


class Difference(Record):
    """How far apart two models are on the tests that both have, in points of the overall score.

    `p` is of this pair alone; `p_corrected` for all pairs together, and decides. `low` and `high`
    are the interval of this pair alone, `detectable` the difference that would be significant with
    80 % power. `noise` is the share of the variance that is between attempts. All of them are None
    with fewer than four data sets.
    """

    first: str
    second: str
    tests: int
    difference: float | None
    low: float | None
    high: float | None
    detectable: float | None
    p: float | None
    p_corrected: float | None
    significant: Annotated[bool, Field(alias="told_apart")]
    decision: Decision
    noise: float | None
    needed: Needed | None
    first_better: tuple[str, ...]
    second_better: tuple[str, ...]
    largest: dict[str, float]

    @property
    def better(self) -> str:
        return self.first if (self.difference or 0.0) >= 0 else self.second

    @property
    def worse(self) -> str:
        return self.second if self.better == self.first else self.first


class RaterPair(Record):
    """Weighted kappa of two raters over the dialogues that both marked; None if not defined."""

    first: str
    second: str
    dialogues: int
    kappa: float | None


class RaterAgreement(Record):
    """All raters on one metric: ordinal alpha over the dialogues that two or more marked."""

    dialogues: int
    alpha: float | None
    pairs: tuple[RaterPair, ...]


class PeopleCorrelation(Record):
    """Pearson's r of people's and the judge group's scores over the dialogues that both scored."""

    dialogues: int
    correlation: float | None


class RaterFigures(Record):
    """How far the raters of dialogues agree with one another, and with the judge group."""

    accuracy: RaterAgreement
    completeness: RaterAgreement
    judge_group: Annotated[PeopleCorrelation, Field(alias="panel")]


class Leaderboard(Record):
    """All models from best to worst, every two of them, and the raters of dialogues.

    `not_run` are the models of params.yaml that could not run. They are in nothing else.
    """

    judge_group: Annotated[AutomaticGroup, Field(alias="panel")]
    models: tuple[LeaderboardRow, ...]
    pairs: tuple[Difference, ...]
    raters: RaterFigures
    not_run: tuple[NotRun, ...] = ()
