"""People's marks of dialogues: human/marks/<rater>.csv.

Accuracy and completeness are numbers from 0 to 4.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from assay.answers.delivered import answer_id
from assay.config import paths
from assay.errors import AssayError
from assay.records.pipeline import Answer
from assay.scores.csv_tables import Row, of_all_raters, read_table, write_table
from assay.scores.rater_names import check_names

COLUMNS = ("model", "test", "dialogue", "accuracy", "completeness", "note")
HIGHEST = 4.0


class Mark(NamedTuple):
    """One rater's mark of one dialogue; `dialogue` is its content hash (`answer_id`)."""

    rater: str
    model: str
    test: str
    dialogue: str
    accuracy: float
    completeness: float
    note: str = ""


def load_marks() -> list[Mark]:
    """Every mark of every rater. One AssayError lists all wrong lines with file and line."""
    return of_all_raters(paths.MARKS, marks_of)


def marks_of(rater: str) -> list[Mark]:
    """One rater's marks, in the file's order. AssayError lists all wrong lines."""
    return read_table(
        _file(rater),
        COLUMNS,
        lambda row, location: _mark(rater, row, location),
        lambda mark: mark[1:4],
    )


def write_marks(rater: str, marks: Sequence[Mark]) -> None:
    """Replace one rater's file."""
    write_table(
        _file(rater),
        COLUMNS,
        [(*mark[1:4], f"{mark[4]:g}", f"{mark[5]:g}", mark.note) for mark in marks],
    )


def _file(rater: str) -> Path:
    return paths.MARKS / f"{rater}.csv"


def _mark(rater: str, row: Row, location: str) -> Mark:
    check_names(row["model"], row["test"], location)
    return Mark(
        rater=rater,
        model=row["model"],
        test=row["test"],
        dialogue=row["dialogue"],
        accuracy=points(row["accuracy"], "accuracy", location),
        completeness=points(row["completeness"], "completeness", location),
        note=row["note"],
    )


def points(text: str, name: str, location: str) -> float:
    """The value of a mark as written: any number from 0 to 4. Else AssayError."""
    try:
        mark = float(text)
    except ValueError:
        mark = -1.0
    if not 0 <= mark <= HIGHEST:
        raise AssayError(f"{location}: {name} must be a number from 0 to 4, not '{text}'")
    return mark


def current_marks(marks: Sequence[Mark], answers: Sequence[Answer]) -> list[Mark]:
    """The marks that belong to a dialogue among the answers, by model, test and content."""
    dialogues = {
        (answer.model, answer.test, answer_id(answer)) for answer in answers if answer.dialogue
    }
    return [mark for mark in marks if mark[1:4] in dialogues]


def stale_marks(marks: Sequence[Mark], answers: Sequence[Answer]) -> list[Mark]:
    """The marks that do not count any more: the dialogue of their model and test has changed."""
    answered = {(answer.model, answer.test) for answer in answers}
    current = set(current_marks(marks, answers))
    return [mark for mark in marks if (mark.model, mark.test) in answered and mark not in current]
