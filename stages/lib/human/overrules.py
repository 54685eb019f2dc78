"""human/overrules.csv: verdicts that a person replaces, with a reason. They count in scores."""

from typing import NamedTuple

from stages.lib.base import paths
from stages.lib.base.errors import AssayError
from stages.lib.human.names import check_names
from stages.lib.human.tables import Row, attempt, decision, read_table

COLUMNS = ("model", "test", "attempt", "answer", "criterion", "judge", "passed", "person", "reason")
PANEL = "panel"
"""In place of a judge's name: all LLM judges."""


class Overrule(NamedTuple):
    """A person's verdict in place of `judge`'s on one criterion; `answer` is its `answer_id`."""

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
    """Every line, in the file's order. One AssayError lists all wrong lines with file and line."""
    return read_table(paths.OVERRULES, COLUMNS, _overrule, lambda item: item[:6])


def _overrule(row: Row, place: str) -> Overrule:
    for name in ("judge", "person", "reason"):
        if not row[name]:
            raise AssayError(
                f"{place}: {name} is empty: who overrules whom, and why, has to be there"
            )
    check_names(row["model"], row["test"], place)
    number, passed = attempt(row["attempt"], place), decision(row["passed"], place)
    return Overrule(**{**row, "attempt": number, "passed": passed})  # type: ignore[arg-type]
