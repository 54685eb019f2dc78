"""outputs/exam.json: what each judge decided on each paper of the exam."""

from assay.records.pipeline import Record

EXAM = "exam"
"""The name that stands for a model where papers are judged. No model has it."""


class ExamVerdict(Record):
    """One question. `states`: whether the paper states the right answer; `passed`: so the judge.

    Of a program one criterion, and whether it is met. `right`: the letter of the right answer.
    """

    criterion: str
    right: str
    states: bool
    passed: bool | None


class SatPaper(Record):
    """One judge on one paper. `kind`: how the document was made."""

    judge: str
    test: str
    number: int
    kind: str
    verdicts: tuple[ExamVerdict, ...]
    cost_usd: float | None
    error: str = ""


class ExamSheet(Record):
    """The whole exam: every judge on every paper. `barred`: by judge that failed, a line on it."""

    papers: tuple[SatPaper, ...]
    barred: dict[str, str] = {}
