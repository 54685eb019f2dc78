"""human/overrules.csv: verdicts that a person replaces, with a reason.

They count in every score, and are marked as a person's.
"""

from typing import NamedTuple

from assay.config import paths
from assay.errors import AssayError
from assay.scores.csv_tables import Row, attempt, decision, read_table
from assay.scores.rater_names import check_names

COLUMNS = ("model", "test", "attempt", "answer", "criterion", "judge", "passed", "person", "reason")
PANEL = "panel"
"""In place of a judge's name: all LLM judges of the panel."""


class Overrule(NamedTuple):
    """A person's decision in place of a judge's, on one criterion of one answer.

    `answer` is the answer's content hash (`answer_id`), `judge` a name or PANEL.
    """

    model: str
    test: str
    attempt: int
    answer: str
    criterion: str
    judge: str
    passed: bool
    person: str
    reason: str


def load_overrules() -> list[Overrule]:
    """Every line, in the file's order. One AssayError lists each wrong line with file and line."""
    return read_table(paths.OVERRULES, COLUMNS, _overrule, lambda item: item[:6])


def _overrule(row: Row, location: str) -> Overrule:
    for name in ("judge", "person", "reason"):
        if not row[name]:
            raise AssayError(f"{location}: {name} is empty: say who overrules whom, and why")
    check_names(row["model"], row["test"], location)
    return Overrule(
        model=row["model"],
        test=row["test"],
        attempt=attempt(row["attempt"], location),
        answer=row["answer"],
        criterion=row["criterion"],
        judge=row["judge"],
        passed=decision(row["passed"], location),
        person=row["person"],
        reason=row["reason"],
    )
