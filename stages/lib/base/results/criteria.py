"""metrics/criteria.json: what `make health` proved about each test's criteria."""

from stages.lib.base.records import Record


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


class CriteriaHealth(Record):
    """What known answers show about one test's criteria. Shares are percent of checked weight."""

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
