"""metrics/criteria.json: what `make health` proved about each test's criteria."""

from assay.records.pipeline import Record

SHOW_STOPPER = 20.0
"""Points of completeness that a fault must cost which takes away what a program is there for."""


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


class FaultFigures(Record):
    """A fault by hand in a good answer (`of`): what it cost with checks alone and when run.

    `lost_…`: completeness in percentage points. When run, it is at least that: a run stops after
    some failures.
    """

    of: str
    fault: str
    show_stopper: bool = False
    lowered_by_checks: bool
    lowered_when_run: bool
    lost_by_checks: float
    lost_when_run: float

    @property
    def is_costly(self) -> bool:
        """Whether it costs what a show-stopper must cost."""
        return self.lost_when_run >= SHOW_STOPPER


class MutantFigures(Record):
    """A semantic mutant of a good answer (`of`): whether any criterion noticed it."""

    of: str
    operator: str
    mutant: str
    noticed_by_checks: bool
    noticed_when_run: bool


class ExecutionProof(Record):
    """What faults and semantic mutants show about the test's executed criteria.

    `fingerprint`: of criteria, behaviours, answers, faults and operators. Figures of another one
    are out of date.
    """

    fingerprint: str
    faults: tuple[FaultFigures, ...]
    mutants: tuple[MutantFigures, ...]

    @property
    def show_stoppers(self) -> tuple[FaultFigures, ...]:
        return tuple(fault for fault in self.faults if fault.show_stopper)


class CriteriaHealth(Record):
    """What known answers show about one test's criteria. Shares are percent of checked weight.

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
    execution: ExecutionProof | None = None
