"""What the first screen answers: who leads, who is close behind, at what price, who is best.

And where the figures come from: when models were asked, what was run, what lacks.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from assay.config import paths
from assay.records.hashing import git_id
from assay.records.leaderboard_records import Difference, LeaderboardRow
from stages.report.category_pages import CategoryPage
from stages.report.model_digest import MissingLine, ModelDigest
from stages.report.results import pairs_of, seen_from
from stages.report.run_evidence import Evidence


class FirstScreen(NamedTuple):
    """`leader` None: no model has a score in every test. `rivals`: the closest first.

    `all_compared` is false with a baseline, which alone is compared with the leader. `cheapest` is
    the cheapest of the leading group, None without a price. `categories` are those with a score.
    """

    leader: LeaderboardRow | None
    others: int
    rivals: tuple[Difference, ...]
    all_compared: bool
    cheapest: LeaderboardRow | None
    categories: tuple[CategoryPage, ...]


def first_screen(
    evidence: Evidence, rows: Sequence[LeaderboardRow], categories: Sequence[CategoryPage]
) -> FirstScreen:
    ranked = [row for row in rows if row.rank is not None]
    leader = ranked[0] if ranked else None
    pairs = pairs_of(evidence, leader.model) if leader else []
    rivals = [seen_from(pair.second, pair) for pair in pairs if not pair.significant]
    return FirstScreen(
        leader=leader,
        others=len(ranked) - 1,
        rivals=tuple(sorted(rivals, key=lambda rival: -(rival.difference or 0.0))),
        all_compared=len(pairs) >= len(ranked) - 1,
        cheapest=_cheapest(ranked),
        categories=tuple(page for page in categories if page.leader.scores),
    )


def _cheapest(ranked: Sequence[LeaderboardRow]) -> LeaderboardRow | None:
    group = [row for row in ranked if row.group == ranked[0].group]
    priced = [row for row in group if row.cost_per_test is not None]
    return min(priced, key=lambda row: row.cost_per_test or 0.0, default=None)


ID = 12
"""Digits of an id, as many as git needs to find the file."""


def provenance(evidence: Evidence, digests: Sequence[ModelDigest]) -> dict[str, object]:
    """The days on which models were asked, the id of the results, and what is missing by kind.

    `executed` of the `answers` were built and run, which `decided` so many verdicts.
    """
    bases = [row.basis for row in evidence.leaderboard.models if row.basis]
    return {
        "days": sorted(frozenset().union(*(digest.days for digest in digests))),
        "was_asked": any(digest.was_asked for digest in digests),
        "results": git_id(paths.LEADERBOARD.read_bytes())[:ID],
        "answers": sum(line.attempts for digest in digests for line in digest.lines.values()),
        "executed": sum(digest.executed for digest in digests),
        "decided": sum(basis.executed for basis in bases),
        "missing": missing_by_kind(chain.from_iterable(digest.missing for digest in digests)),
    }


def missing_by_kind(lines: Iterable[MissingLine]) -> tuple[tuple[str, int], ...]:
    """How many answers, judgements and scores lack; kinds of which none lacks are left out."""
    counts: Counter[str] = Counter()
    for line in lines:
        if line.what.startswith("unscored"):
            counts["score"] += 1
        elif line.is_hole:
            counts["answer" if line.what == "gap" else "judgement"] += 1
    return tuple((kind, counts[kind]) for kind in ("answer", "judgement", "score") if counts[kind])
