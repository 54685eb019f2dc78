"""metrics/judges.json: how far the judges can be trusted, and what the criteria tell.

Shares are 0 to 1 unless a docstring says percent. Conventions: the package's docstring.
"""

from typing import Annotated

from pydantic import Field

from stages.lib.base.records import Record


class JudgeFigure(Record):
    """A figure with its interval (None: fewer than two data sets) and its number of verdicts."""

    value: float
    low: float | None
    high: float | None
    verdicts: int


class NoFigure(Record):
    """Why there is no figure, or no group of figures.

    `verdicts`: how many there were, if they were counted.
    """

    why: str
    verdicts: int | None = None


Figure = JudgeFigure | NoFigure


class JudgeErrors(Record):
    """Verdicts that pass what the reference fails, and that fail what the reference passes."""

    false_pass: Figure
    false_fail: Figure


class ErrorsByPart(Record):
    """Errors over all verdicts and by part. A part is named as in the verdicts."""

    all: JudgeErrors
    category: dict[str, JudgeErrors] = {}
    metric: dict[str, JudgeErrors] = {}
    model: dict[str, JudgeErrors] = {}


class CalibrationBucket(Record):
    """The verdicts with a confidence from `lower` on: mean confidence, and the share right."""

    lower: Annotated[float, Field(alias="from")]
    verdicts: int
    confidence: float
    right: float


class ReferenceCalibration(Record):
    """One judge's confidence, compared with one reference."""

    ece: Figure
    overconfidence: Figure
    buckets: tuple[CalibrationBucket, ...]


class Calibration(Record):
    """One judge's confidence, compared with the other LLM judges' majority and the checks."""

    others: ReferenceCalibration | NoFigure
    checks: ReferenceCalibration | NoFigure


class ReferencePreference(Record):
    """One judge's preference for its own family, compared with one reference; -1 to 1."""

    difference: Figure
    standardised: Figure


class Preference(Record):
    """One judge's preference for its own family by the other LLM judges, and by the checks."""

    others: ReferencePreference | NoFigure
    checks: ReferencePreference | NoFigure


class JudgeValidity(Record):
    """One judge. The checks have no errors, calibration or preference of their own."""

    family: str
    pass_rate: Figure
    not_judged: Figure
    length: Figure
    against_checks: ErrorsByPart | NoFigure | None = None
    calibration: Calibration | NoFigure | None = None
    preference: Preference | NoFigure | None = None


class Coefficients(Record):
    """Agreement of two or more judges: share of equal verdicts, kappa, alpha, AC1."""

    raw: Figure
    kappa: Figure
    alpha: Figure
    ac1: Figure


class AgreementByPart(Record):
    """Agreement over all verdicts and by part."""

    all: Coefficients
    category: dict[str, Coefficients] = {}
    type: dict[str, Coefficients] = {}
    metric: dict[str, Coefficients] = {}


class JudgeAgreement(Record):
    """The LLM judges together, and every two judges by their names: `one and two`."""

    all_llm: Annotated[AgreementByPart | NoFigure, Field(alias="panel")]
    pairs: dict[str, AgreementByPart]


class PeopleAgainstJudge(JudgeErrors):
    """One judge, or the majority of the LLM judges, against the audit sample."""

    raw: Figure
    kappa: Figure
    ac1: Figure


class RatersAlpha(Record):
    """Krippendorff's alpha of the people who audited the same verdicts."""

    alpha: Figure


class AuditFigures(Record):
    """The audit sample: its lines, those used in this run, lines by rater; or `why` not."""

    lines: int
    used: int
    raters: dict[str, int]
    why: str = ""
    judges: dict[str, PeopleAgainstJudge] = {}
    among_raters: RatersAlpha | NoFigure | None = None


class ItemTotal(Record):
    """The median item-total correlation of the criteria that have one, and how many have."""

    median: float
    criteria: int


class CriteriaCounts(Record):
    """The number of criteria of each `CriterionKind`."""

    criteria: int
    all_pass: int
    all_fail: int
    reversed: int
    tells_apart: int
    too_few_models: int
    item_total: ItemTotal | NoFigure


class CriteriaSummary(Record):
    """What criteria tell, over all tests and by category."""

    all: CriteriaCounts
    category: dict[str, CriteriaCounts]


class ReviewSize(Record):
    """How many verdicts are on the review list; `why` there can be none."""

    verdicts: int
    why: str = ""


class JudgeFigures(Record):
    """The figures about judges: one by one, about their agreement, and compared with people."""

    judges: dict[str, JudgeValidity]
    agreement: JudgeAgreement
    people: AuditFigures


class JudgeMetrics(JudgeFigures):
    """Everything in metrics/judges.json."""

    criteria: CriteriaSummary
    review: ReviewSize
