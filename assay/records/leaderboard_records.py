"""metrics/leaderboard.json: what `compare` found about all models together."""

from typing import Annotated, Literal

from pydantic import Field

from assay.records.gaps import NotRun
from assay.records.models import BasisCounts, Percentiles, ScoreBounds, ScoreKind, TestCounts
from assay.records.pipeline import AutomaticGroup, Interval, Record


class LeaderboardRow(Record):
    """One model.

    `ruler`: gold, echo or null, which measure the criteria and are compared with nobody; they have
    no ranks. `reasoning`: the effort or the budget that its file sets. `estimate` is the score with
    missing tests filled in from those of all models; ranks follow it. `chance_best` and
    `chance_top_three` (0 to 1) are None with too few data sets. `bounds` are those of the model's
    metrics, for tables: never in a file.
    """

    model: str
    reasoning: str = ""
    ruler: bool = False
    rank: int | None
    group: int | None
    best_rank: int | None
    worst_rank: int | None
    chance_best: float | None = None
    chance_top_three: float | None = None
    score: float | None
    estimate: float | None = None
    kind: ScoreKind
    interval: Interval | None
    accuracy: float | None
    completeness: float | None
    coverage: float | None
    categories: dict[str, float]
    mentioned: dict[str, float] = {}
    tests: TestCounts | None
    complete: bool
    tokens: int
    cost_usd: float | None
    seconds: float
    latency_s: Percentiles | None = None
    output_tokens_per_second: float | None = None
    basis: BasisCounts | None = None
    bounds: ScoreBounds | None = Field(default=None, exclude=True)

    @property
    def cost_per_test(self) -> float | None:
        """US dollars for each test that is answered; None where a price is unknown."""
        answered = self.tests.all - self.tests.missing if self.tests else 0
        return self.cost_usd / answered if self.cost_usd is not None and answered else None


Decision = Literal["significant", "not significant", "undecided", "too few data sets"]
"""Whether two models differ. Undecided: what is missing could turn the decision."""


class Difference(Record):
    """How far apart two models are, in points of the overall score.

    `difference` is between their estimates; `tests`: those that both have. `low` and `high` hold
    for all pairs together, and so does `p_corrected`, which decides; `p` is of this pair alone.
    `detectable` is the difference that would be significant with 80 % power. All of them are about
    code bases like these; `p_on_these_tests` (corrected) takes the tests as they are, with the
    noise between attempts alone, and `noise` is the share of the variance that this is; both are
    None with one attempt.

    Probabilities, 0 to 1, of this pair alone: that the first model is better, and that the first,
    or the second, is at most the margin worse. `equivalent`: two one-sided tests show that they are
    within the margin. Without a figure: too few data sets, or no common test.
    """

    first: str
    second: str
    tests: int
    difference: float | None
    low: float | None = None
    high: float | None = None
    detectable: float | None = None
    p: float | None = None
    p_corrected: float | None = None
    p_on_these_tests: float | None = None
    noise: float | None = None
    significant: Annotated[bool, Field(alias="told_apart")] = False
    decision: Decision = "too few data sets"
    first_better_probability: float | None = None
    first_not_worse_probability: float | None = None
    second_not_worse_probability: float | None = None
    equivalent: bool = False
    first_better: tuple[str, ...]
    second_better: tuple[str, ...]
    largest: dict[str, float]

    @property
    def better(self) -> str:
        return self.first if (self.difference or 0.0) >= 0 else self.second

    @property
    def worse(self) -> str:
        return self.second if self.better == self.first else self.first


class SuiteReliability(Record):
    """How well the suite separates models: Cronbach's alpha of all, and of the leading ones.

    `leaders`: at most ten models that are not significantly behind the first. `passed_by_leaders`:
    percent of the `criteria` that every one of them passes in full. `sentence` is empty where the
    suite separates the leaders, or there are fewer than two.
    """

    models: int
    alpha: float | None
    leaders: tuple[str, ...]
    leaders_alpha: float | None
    criteria: int
    passed_by_leaders: float | None
    sentence: str


class Leaderboard(Record):
    """All models from best to worst, every two of them, and the raters of dialogues.

    Rulers stand last. `margin`: the points within which two models count as equivalent. `not_run`
    are the models of params.yaml that could not run. They are in nothing else.
    """

    judge_group: Annotated[AutomaticGroup, Field(alias="panel")]
    models: tuple[LeaderboardRow, ...]
    pairs: tuple[Difference, ...]
    margin: float = 3.0
    suite: SuiteReliability | None = None
    not_run: tuple[NotRun, ...] = ()
