"""outputs/review.csv: the verdicts that deserve a human look, the most valuable first."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from assay.records.jsonl import valid
from assay.records.metrics_rows import read_rows, rows_csv
from assay.records.pipeline import Metric, OfAnswer


class ReviewRow(OfAnswer):
    """One criterion of one answer. `passed`, `person` and `reason` are for a person to fill in.

    The first columns are those of human/overrules.csv, so that a line can be copied there. `value`
    is the expected change of the model's overall score in percentage points, `doubt` (0 to 1) and
    `effect` (percentage points) what it is made of. `votes`: the columns of the judges, behind
    these: what each `says` (yes, no or nothing), and a model's `confidence` in percent.
    """

    answer: str
    criterion: str
    judge: str
    passed: str = ""
    person: str = ""
    reason: str = ""
    rank: int
    value: float
    doubt: float
    effect: float
    why: str
    metric: Metric
    weight: float
    text: str
    votes: dict[str, str]


def review_csv(rows: Iterable[ReviewRow]) -> str:
    """The rows as CSV, with columns for each judge of the panel."""
    lines = [row.model_dump(exclude={"votes"}) | row.votes for row in rows]
    own = [name for name in ReviewRow.model_fields if name != "votes"]
    return rows_csv([*lines[0]] if lines else own, lines)


class ReviewHead(NamedTuple):
    """The first rows of the list, and how many it has."""

    rows: tuple[ReviewRow, ...]
    total: int


def read_review(path: Path, most: int) -> ReviewHead:
    """The first rows. AssayError for a missing or damaged file."""
    lines = read_rows(path)
    rows = []
    for line in islice(lines, most):
        own = {name: line.pop(name) for name in ReviewRow.model_fields if name in line}
        rows.append(valid({**own, "votes": line}, ReviewRow, str(path)))
    return ReviewHead(tuple(rows), len(rows) + sum(1 for _ in lines))
