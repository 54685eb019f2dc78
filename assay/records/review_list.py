"""outputs/review.csv: the verdicts that deserve a human look, the most valuable first."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from assay.records.jsonl import valid
from assay.records.metrics_rows import read_rows, rows_csv
from assay.records.pipeline import CHECKS, Metric, OfAnswer

COLUMNS = (
    # those of human/overrules.csv first, so that a line can be copied there
    *("model", "test", "attempt", "answer", "criterion", "judge", "passed", "person", "reason"),
    *("rank", "value", "doubt", "effect", "why", "metric", "weight", "text"),
)
"""The columns before those of the judges."""


class ReviewVote(NamedTuple):
    """What one judge decided (`yes`, `no` or nothing), and its confidence in percent or nothing."""

    decision: str
    confidence: str = ""


class ReviewRow(OfAnswer):
    """One criterion of one answer. `passed`, `person` and `reason` are for a person to fill in.

    `value` is the expected change of the model's overall score in percentage points, `doubt` (0 to
    1) and `effect` (percentage points) what it is made of. `votes` is by judge.
    """

    answer: str
    criterion: str
    judge: str
    passed: str
    person: str
    reason: str
    rank: int
    value: float
    doubt: float
    effect: float
    why: str
    metric: Metric
    weight: float
    text: str
    votes: dict[str, ReviewVote]


def review_csv(rows: Iterable[ReviewRow], panel: Sequence[str]) -> str:
    """The rows as CSV, with columns for each judge of the panel."""
    columns = [*COLUMNS]
    for judge in panel:
        columns += [name for name in _columns_of(judge) if name]
    return rows_csv(columns, map(_cells, rows))


def _columns_of(judge: str) -> tuple[str, str]:
    """The names of a judge's two columns. The checks state no confidence: they have one."""
    return f"{judge} says", "" if judge == CHECKS else f"{judge} confidence"


def _cells(row: ReviewRow) -> dict[str, object]:
    cells = row.model_dump(exclude={"votes"})
    for judge, vote in row.votes.items():
        decision, confidence = _columns_of(judge)
        cells |= {decision: vote.decision, confidence: vote.confidence}
    return cells


class ReviewHead(NamedTuple):
    """The first rows of the list, and how many it has."""

    rows: tuple[ReviewRow, ...]
    total: int


def read_review(path: Path, panel: Sequence[str], most: int) -> ReviewHead:
    """The first rows with the votes of these judges. AssayError for a missing or damaged file."""
    rows = []
    total = 0
    for cells in read_rows(path):
        total += 1
        if total <= most:
            votes = {}
            for judge in panel:
                decision, confidence = _columns_of(judge)
                votes[judge] = ReviewVote(cells.get(decision, ""), cells.get(confidence, ""))
            known = {name: cells[name] for name in COLUMNS if name in cells}
            rows.append(valid({**known, "votes": votes}, ReviewRow, str(path)))
    return ReviewHead(tuple(rows), total)
