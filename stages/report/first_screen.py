"""What the first screen answers: who leads, who is close behind, at what price, who is best."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.leaderboard_records import Difference
from assay.scores.leaderboard_table import BoardRow
from stages.report.category_pages import CategoryPage
from stages.report.results import pairs_of, seen_from
from stages.report.run_evidence import Evidence


class FirstScreen(NamedTuple):
    """`leader` None: no model has a score in every test. `rivals`: the closest first.

    `all_compared` is false with a baseline, which alone is compared with the leader. `cheapest` is
    the cheapest of the leading group, None without a price. `categories` are those with a score.
    """

    leader: BoardRow | None
    others: int
    rivals: tuple[Difference, ...]
    all_compared: bool
    cheapest: BoardRow | None
    categories: tuple[CategoryPage, ...]


def first_screen(
    evidence: Evidence, rows: Sequence[BoardRow], categories: Sequence[CategoryPage]
) -> FirstScreen:
    ranked = [line for line in rows if line.row.rank is not None]
    leader = ranked[0] if ranked else None
    pairs = pairs_of(evidence, leader.row.model) if leader else []
    rivals = [seen_from(pair.second, pair) for pair in pairs if not pair.significant]
    return FirstScreen(
        leader=leader,
        others=len(ranked) - 1,
        rivals=tuple(sorted(rivals, key=lambda rival: -(rival.difference or 0.0))),
        all_compared=len(pairs) >= len(ranked) - 1,
        cheapest=_cheapest(ranked),
        categories=tuple(page for page in categories if page.leader.scores),
    )


def _cheapest(ranked: Sequence[BoardRow]) -> BoardRow | None:
    group = [line for line in ranked if line.row.group == ranked[0].row.group]
    priced = [line for line in group if line.cost_per_test is not None]
    return min(priced, key=lambda line: line.cost_per_test or 0.0, default=None)
