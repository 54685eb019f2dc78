"""metrics/judges.json: how far the judges can be trusted, and what the criteria tell.

Shares are 0 to 1 unless a docstring says percent. Conventions: the package's docstring.
"""

from typing import Annotated, Literal

from pydantic import Field

from assay.records.pipeline import Record


class JudgeFigure(Record):
    """A figure with its interval (None: fewer than two data sets) and its number of verdicts."""

    value: float
    low: float | None
    high: float | None
    verdicts: int


class NoFigure(Record):
    """Why there is no figure, or group of them. `verdicts`: how many, if they were counted."""

    why: str
    verdicts: int | None = None


Figure = JudgeFigure | NoFigure


class JudgeErrors(Record):
    """Verdicts that pass what the reference fails, and that fail what the reference passes."""

    false_pass: Figure
    false_fail: Figure


class ExecutionErrors(JudgeErrors):
    """Errors against criteria that were decided by running the answer; `kind`: by their tags."""

    kind: dict[str, JudgeErrors]


class ExamErrors(ExecutionErrors):
    """Errors in the exam; `kind`: by how a paper was made, gold's by the right answer's place.

    `barred`: why the judge judges no model, if so.
    """

    barred: str = ""


class CorrectedScore(Record):
    """One model's score by one judge, 0 to 1: as judged, and corrected for the judge's errors."""

    raw: Figure
    corrected: Figure


class CorrectedScores(Record):
    """One judge's scores by model. `truth`: what its errors are measured by."""

    truth: Literal["exam", "executed", "people"]
    models: dict[str, CorrectedScore]


class JudgeValidity(Record):
    """One judge. The checks have no errors of their own."""

    not_judged: Figure
    exam: ExamErrors | NoFigure | None = None
    against_executions: ExecutionErrors | NoFigure | None = None
    corrected: CorrectedScores | NoFigure | None = None


class JudgeAgreement(Record):
    """AC1 of the LLM judges together, and of every two judges by their names: `one and two`."""

    all_llm: Annotated[Figure, Field(alias="panel")]
    pairs: dict[str, Figure]


class PeopleAgainstJudge(JudgeErrors):
    """One judge, or the majority of the LLM judges, against the audit sample."""

    ac1: Figure


class AuditFigures(Record):
    """The audit sample: its lines, those used in this run, lines by rater; or `why` not.

    `among_raters`: AC1 of the people who audited the same verdicts.
    """

    lines: int
    used: int
    raters: dict[str, int]
    why: str = ""
    judges: dict[str, PeopleAgainstJudge] = {}
    among_raters: Figure | None = None


class JudgeMetrics(Record):
    """Everything in metrics/judges.json: on each judge, on their agreement, and on people."""

    judges: dict[str, JudgeValidity]
    agreement: JudgeAgreement
    people: AuditFigures
