"""Where the figures come from: when models were asked, which results, what was run, what lacks."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from assay.config import paths
from assay.records.hashing import git_id
from stages.report.model_digest import MissingLine, ModelDigest
from stages.report.run_evidence import Evidence

ID = 12
"""Digits of an id, as many as git needs to find the file."""


class Provenance(NamedTuple):
    """The days on which models were asked, the id of the results, and what is missing by kind.

    `executed` of the `answers` were built and run, which `decided` so many verdicts.
    """

    days: tuple[str, ...]
    was_asked: bool
    results: str
    answers: int
    executed: int
    decided: int
    missing: tuple[tuple[str, int], ...]


def provenance(evidence: Evidence, digests: Sequence[ModelDigest]) -> Provenance:
    bases = [row.basis for row in evidence.leaderboard.models if row.basis]
    answers = sum(line.attempts for digest in digests for line in digest.lines.values())
    return Provenance(
        days=tuple(sorted(frozenset().union(*(digest.days for digest in digests)))),
        was_asked=any(digest.was_asked for digest in digests),
        results=git_id(paths.LEADERBOARD.read_bytes())[:ID],
        answers=answers,
        executed=sum(digest.executed for digest in digests),
        decided=sum(basis.executed for basis in bases),
        missing=missing_by_kind(chain.from_iterable(digest.missing for digest in digests)),
    )


def missing_by_kind(lines: Iterable[MissingLine]) -> tuple[tuple[str, int], ...]:
    """How many answers, judgements and scores lack; kinds of which none lacks are left out."""
    counts: Counter[str] = Counter()
    for line in lines:
        if line.what.startswith("unscored"):
            counts["score"] += 1
        elif line.is_hole:
            counts["answer" if line.what == "gap" else "judgement"] += 1
    return tuple((kind, counts[kind]) for kind in ("answer", "judgement", "score") if counts[kind])
