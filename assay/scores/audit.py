"""Verdicts of people on a random sample: human/audit/<rater>.csv. They change no score."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.config import paths
from assay.scores.csv_tables import AttemptNumber, Table, YesOrNo, of_all_raters


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


TABLE = Table(Audited, key=5)


def load_audits() -> list[Audited]:
    """Every rater's verdicts. One AssayError lists all wrong lines with file and line."""
    return of_all_raters(paths.AUDIT, audits_of)


def audits_of(rater: str) -> list[Audited]:
    """One rater's verdicts, in the file's order. AssayError lists all wrong lines."""
    return TABLE.read(paths.AUDIT / f"{rater}.csv")


def write_audits(rater: str, audits: Sequence[Audited]) -> None:
    """Replace one rater's file."""
    TABLE.write(paths.AUDIT / f"{rater}.csv", audits)
