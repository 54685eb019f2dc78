"""metrics/models/<model>.json and metrics/spending/<model>.json: what `score` found of a model."""

from typing import Annotated, Literal

from pydantic import PlainSerializer

from assay.records.pipeline import AutomaticGroup, Record, Usage

ScoreKind = Literal["final", "final_provisional"]
WholeUsage = Annotated[Usage, PlainSerializer(Usage.model_dump)]
"""Tokens with every count written, those that are 0 too."""


class ScoreBounds(Record):
    """The overall score if everything that was not judged had failed, and if it had passed."""

    low: float | None
    high: float | None


class TestCounts(Record):
    """How many tests of the suite have which `TestScore.status`."""

    __test__ = False  # pytest takes a class of this name for tests

    scored: int
    mentioned: int = 0
    unscored: int
    missing: int

    @property
    def all(self) -> int:
        return self.scored + self.mentioned + self.unscored + self.missing

    @property
    def complete(self) -> bool:
        """Whether every test that the judge group can score has a score."""
        return self.unscored == self.missing == 0


class BasisCounts(Record):
    """How judged criteria were decided: by running the answer, or by reading it."""

    executed: int
    read: int


class CategoryScore(Record):
    """One category: the means over its tests, and `score`, the mean of the two."""

    accuracy: float
    completeness: float
    score: float


class Breakdown(Record):
    """What an overall score is made of."""

    accuracy: float | None
    completeness: float | None
    categories: dict[str, CategoryScore]


class GroupFigures(Breakdown):
    """One judge group on one model.

    `final_provisional` is the mean of the categories that the group scored. `final` is present only
    when all four are complete and people marked all dialogues; `with_people` is what it is made of.
    `mentioned`: the most that a category can score of which checks searched documents alone.
    `tags` are percent of the criteria with that tag, `defects_found` percent of the known defects
    that the code analyses name. `basis` is absent where no answer was executed.
    """

    final_provisional: float | None
    final: float | None = None
    lcif_by_people: float | None = None
    with_people: Breakdown | None = None
    mentioned: dict[str, float] = {}
    tests: TestCounts
    coverage: float
    bounds: ScoreBounds
    tags: dict[str, float]
    defects_found: float | None = None
    basis: BasisCounts | None = None

    def score(self, kind: ScoreKind) -> float | None:
        return self.final if kind == "final" else self.final_provisional

    def breakdown(self, kind: ScoreKind) -> Breakdown:
        """What belongs beside a score of this kind: a final one has the dialogues from people."""
        return self.with_people or self if kind == "final" else self


class Percentiles(Record):
    """Seconds that half of them, and 95 of 100, took at most."""

    p50: float
    p95: float


class Spending(Record):
    """What answers or judgements took.

    `cost_usd` is None where a price is unknown; the last two need a duration.
    """

    tokens: WholeUsage
    cost_usd: float | None
    seconds: float
    gaps: int
    latency_s: Percentiles | None = None
    output_tokens_per_second: float | None = None


class JudgeConduct(Record):
    """How one LLM judge worked.

    `evidence_found` is percent of its quotations that stand in the answer.

    `rounds`: how often one criterion was asked at most; `cut_answers`: answers that were too long
    to show whole.
    """

    criteria: int
    not_judged: int
    overruled: int
    quoted: int
    evidence_found: float | None
    calls: int
    truncated: int
    refused: int
    rounds: int
    cut_answers: int
    gaps: int


class RaterMark(Record):
    """What one rater gave one dialogue, 0 to 4, and wrote about it."""

    accuracy: float
    completeness: float
    note: str = ""


class MarkSpread(Record):
    """All marks of one dialogue test on one metric, 0 to 4; `sd` is the sample's."""

    mean: float
    low: float
    high: float
    sd: float


class DialogueMarks(Record):
    """People on one dialogue test, without a mark `raters` alone. `marks`: by dialogue, rater."""

    raters: int
    accuracy: MarkSpread | None = None
    completeness: MarkSpread | None = None
    marks: dict[str, dict[str, RaterMark]] = {}


class PeopleFigures(Record):
    """Each dialogue test. `stale`: marks that do not count, because the dialogue changed."""

    dialogues: dict[str, DialogueMarks]
    stale: int


class ModelSpending(Record):
    """metrics/spending/<model>.json: what one model's answers and their judging took.

    It stands apart from the scores, which are the same in every repetition of a run. `judging`:
    how each LLM judge worked.
    """

    generate: Spending
    judge: Spending | None = None
    judging: dict[str, JudgeConduct] | None = None


class ModelMetrics(Record):
    """One model: each judge group, and people."""

    llm: GroupFigures | None = None
    checks: GroupFigures | None = None
    people: PeopleFigures | None = None

    def group(self, judge_group: AutomaticGroup) -> GroupFigures | None:
        return self.llm if judge_group == "llm" else self.checks
