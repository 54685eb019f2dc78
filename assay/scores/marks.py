"""What raters write: marks of dialogues and audits of verdicts, in human/marks and human/audit.

Accuracy and completeness are numbers from 0 to 4. Audits are of a random sample, and change no
score.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator

from assay.answers.delivered import answer_id
from assay.config import paths
from assay.records.pipeline import Answer
from assay.scores.csv_tables import AttemptNumber, Table, YesOrNo

HIGHEST = 4.0


def _points(text: str) -> float:
    try:
        mark = float(text)
    except ValueError:
        mark = -1.0
    if not 0 <= mark <= HIGHEST:
        raise ValueError(f"must be a number from 0 to 4, not '{text}'")
    return mark


Points = Annotated[float, BeforeValidator(_points)]


class Mark(NamedTuple):
    """One rater's mark of one dialogue; `dialogue` is its content hash (`answer_id`)."""

    rater: str
    model: str
    test: str
    dialogue: str
    accuracy: Points
    completeness: Points
    note: str = ""


MARKS = Table(Mark, key=3, place=paths.MARKS)


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
