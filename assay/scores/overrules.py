"""human/overrules.csv: verdicts that a person replaces, with a reason.

They count in every score, and are marked as a person's.
"""

from typing import Annotated, NamedTuple

from pydantic import BeforeValidator

from assay.config import paths
from assay.scores.csv_tables import AttemptNumber, Table, YesOrNo

PANEL = "panel"
"""In place of a judge's name: all LLM judges of the panel."""


def _stated(text: str) -> str:
    if not text:
        raise ValueError("is empty: say who overrules whom, and why")
    return text


Stated = Annotated[str, BeforeValidator(_stated)]


class Overrule(NamedTuple):
    """A person's decision in place of a judge's, on one criterion of one answer.

    `answer` is the answer's content hash (`answer_id`), `judge` a name or PANEL.
    """

    model: str
    test: str
    attempt: AttemptNumber
    answer: str
    criterion: str
    judge: Stated
    passed: YesOrNo
    person: Stated
    reason: Stated


OVERRULES = Table(Overrule, key=6, place=paths.OVERRULES)
