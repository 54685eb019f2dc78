"""Verdicts of people on a random sample: human/audit/<rater>.csv. They change no score."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.scores.csv_tables import Row, attempt, decision, of_all_raters, read_table, write_table
from assay.scores.rater_names import check_names

COLUMNS = ("model", "test", "attempt", "answer", "criterion", "passed", "reason")


class Audited(NamedTuple):
    """One rater's verdict on one criterion of one answer; `answer` is its `answer_id`."""

    rater: str
    model: str
    test: str
    attempt: int
    answer: str
    criterion: str
    passed: bool
    reason: str = ""


def load_audits() -> list[Audited]:
    """Every rater's verdicts. One AssayError lists all wrong lines with file and line."""
    return of_all_raters(paths.AUDIT, audits_of)


def audits_of(rater: str) -> list[Audited]:
    """One rater's verdicts, in the file's order. AssayError lists all wrong lines."""
    return read_table(
        _file(rater),
        COLUMNS,
        lambda row, location: _audited(rater, row, location),
        lambda item: item[1:6],
    )


def write_audits(rater: str, audits: Sequence[Audited]) -> None:
    """Replace one rater's file."""
    rows = [(*item[1:6], "yes" if item.passed else "no", item.reason) for item in audits]
    write_table(_file(rater), COLUMNS, rows)


def _file(rater: str) -> Path:
    return paths.AUDIT / f"{rater}.csv"


def _audited(rater: str, row: Row, location: str) -> Audited:
    check_names(row["model"], row["test"], location)
    return Audited(
        rater=rater,
        model=row["model"],
        test=row["test"],
        attempt=attempt(row["attempt"], location),
        answer=row["answer"],
        criterion=row["criterion"],
        passed=decision(row["passed"], location),
        reason=row["reason"],
    )
