"""What criteria tell about answers, and the verdicts that deserve a look."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from assay.records.discrimination import KINDS, CriterionKind, DiscriminationRow
from assay.records.pipeline import CHECKS
from assay.records.review_list import ReviewRow
from stages.report.evidence import Evidence

SUSPECT = KINDS[:3]
SHOWN = 50
"""So many lines of the review list stand on the page; all of them in its file."""
DECISIONS = {"yes": "pass", "no": "fail", "": "not judged"}


class KindCounts(NamedTuple):
    """How many criteria of a category are of each kind."""

    category: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class DiscriminationView:
    kinds: tuple[CriterionKind, ...]
    categories: tuple[KindCounts, ...]
    suspects: tuple[DiscriminationRow, ...]


def discrimination(evidence: Evidence) -> DiscriminationView:
    """Criteria by kind and category, and each that tells nothing or is reversed."""
    counts = Counter((row.category, row.kind) for row in evidence.discrimination)
    present = {row.category for row in evidence.discrimination}
    lines = []
    for category in evidence.categories:
        if category in present:
            by_kind = tuple(counts[category, kind] for kind in KINDS)
            lines.append(KindCounts(category, by_kind))
    suspects = tuple(row for row in evidence.discrimination if row.kind in SUSPECT)
    return DiscriminationView(KINDS, tuple(lines), suspects)


class VoteView(NamedTuple):
    """What one judge decided, in words."""

    judge: str
    state: str
    confidence: str


class ReviewLine(NamedTuple):
    row: ReviewRow
    votes: tuple[VoteView, ...]


@dataclass(frozen=True)
class ReviewView:
    """The first lines of the review list, how many there are, and whether an LLM judged at all."""

    total: int
    lines: tuple[ReviewLine, ...]
    by_llm: bool


def review(evidence: Evidence) -> ReviewView:
    """The first lines of the review list, each with what every judge decided."""
    lines = []
    for row in evidence.review[:SHOWN]:
        votes = tuple(
            VoteView(judge, DECISIONS[vote.decision], vote.confidence)
            for judge, vote in row.votes.items()
        )
        lines.append(ReviewLine(row, votes))
    by_llm = any(judge != CHECKS for judge in evidence.judges)
    return ReviewView(len(evidence.review), tuple(lines), by_llm)
