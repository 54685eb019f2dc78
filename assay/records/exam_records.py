"""outputs/exam.jsonl: what each judge decided on each paper of the exam."""

from assay.records.pipeline import Record


class ExamVerdict(Record):
    """One question. `states`: whether the paper states the right answer; `passed`: so the judge."""

    criterion: str
    states: bool
    passed: bool | None


class SatPaper(Record):
    """One judge on one paper. `kind`: how the document was made; `dataset`: what it describes."""

    judge: str
    test: str
    dataset: str
    number: int
    kind: str
    verdicts: tuple[ExamVerdict, ...]
    calls: int
    cost_usd: float | None
    error: str = ""
