"""metrics/criteria.json: what `make health` proved about each test's criteria."""

from typing import Literal

from assay.records.pipeline import Record


class MetricCounts(Record):
    """How many criteria each metric has."""

    accuracy: int
    completeness: int


class MetricShares(Record):
    """Percent of the checked weight that passed; None where nothing is checked."""

    accuracy: float | None
    completeness: float | None


class OffTopic(Record):
    """The good answer to another test that passes most, and the percent that it passes."""

    test: str
    share: float


class SecondAnswer(Record):
    """A second good answer: the percent that it passes, and the criteria that it fails."""

    share: float | None
    failed: tuple[str, ...]


class CriterionProof(Record):
    """A mutant that fails the criterion while `others` of the other checked criteria pass."""

    mutant: str
    others: float
    targeted: bool


TrialKind = Literal["source", "good", "suite", "fault", "show-stopper", "mutant", "spoiled suite"]
LEAST: dict[TrialKind, float] = {"show-stopper": 20.0, "spoiled suite": 50.0}
"""Points that a fault must cost which takes away what a program, or a suite of tests, is for."""
MOST_MISSED = 30.0
"""Points that a good suite may cost, as it is, by the mutants that it does not notice."""


class RunTrial(Record):
    """A good answer (`of`) run, with one thing wrong (`what`) or nothing.

    It says what the checks alone lowered, and what the run lowered. `lost_…`: completeness in
    percentage points; of a suite of tests, the mean of both metrics. A run that stops at the first
    failure costs at least that. `seen`: what was not as it should be of an answer as it is.
    """

    of: str
    kind: TrialKind
    what: str
    lowered_by_checks: bool
    lowered_when_run: bool
    lost_by_checks: float = 0.0
    lost_when_run: float = 0.0
    seen: str = ""

    @property
    def is_right(self) -> bool:
        """Whether the answer lost what it must lose, and no more."""
        if self.kind in LEAST:
            return self.lost_when_run >= LEAST[self.kind]
        if self.kind == "suite":
            return self.lost_when_run <= MOST_MISSED
        return self.lowered_when_run == (self.kind in ("fault", "mutant"))


class ExecutionProof(Record):
    """What trials show about the test's executed criteria.

    `fingerprint`: of all that they depend on. Figures of another one are out of date.
    """

    fingerprint: str
    trials: tuple[RunTrial, ...]


class CriteriaHealth(Record):
    """What known answers show about one test's criteria. Shares are percent of checked weight.

    `altered`: for a document, what gold passes once it is made untrue, by the kind of alteration.
    `execution`: None where no behaviour decides a criterion, or where it was not tried.
    """

    criteria_sha256: str
    criteria: MetricCounts
    checked: int
    gold: float | None
    null: float | None
    echo: MetricShares | None
    off_topic: OffTopic | None
    second: SecondAnswer | None
    mutants: int
    proofs: dict[str, CriterionProof]
    unproven: tuple[str, ...]
    altered: dict[str, float | None] = {}
    execution: ExecutionProof | None = None
