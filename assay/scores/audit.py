"""Verdicts of people on a random sample: human/audit/<rater>.csv. They change no score."""

from typing import NamedTuple

from assay.config import paths
from assay.scores.csv_tables import AttemptNumber, Table, YesOrNo


class Audited(NamedTuple):
    """One rater's verdict on one criterion of one answer; `answer` is its `answer_id`."""

    rater: str
    model: str
    test: str
    attempt: AttemptNumber
    answer: str
    criterion: str
    passed: YesOrNo
    reason: str = ""


AUDITS = Table(Audited, key=5, place=paths.AUDIT)
