"""What the first screen answers: who leads, who is close behind, at what price, who is best."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.judges import ExecutionErrors
from assay.records.leaderboard import Difference
from assay.records.pipeline import Interval
from assay.scores.leaderboard_table import BoardRow
from stages.report.results import seen_from
from stages.report.run_evidence import Evidence


class CategoryLeader(NamedTuple):
    """The model with the best score in a category, and those that the data cannot tell from it."""

    category: str
    model: str
    score: float | None
    interval: Interval | None
    tied: tuple[str, ...]


class Rival(NamedTuple):
    """A model that is not significantly behind, and by how many points it is better."""

    model: str
    points: float


class JudgeErrorRates(NamedTuple):
    """How often an LLM judge errs on criteria that were run; None: none was."""

    judge: str
    errors: ExecutionErrors | None


class FirstScreen(NamedTuple):
    """`leader` None: no model has a score in every test. `rivals`: the closest first.

    `all_compared` is false with a baseline, which alone is compared with the leader. `cheapest` is
    the cheapest of the leading group, None without a price.
    """

    leader: BoardRow | None
    others: int
    rivals: tuple[Rival, ...]
    all_compared: bool
    cheapest: BoardRow | None
    judges: tuple[JudgeErrorRates, ...]
    categories: tuple[CategoryLeader, ...]


def first_screen(
    evidence: Evidence, rows: Sequence[BoardRow], categories: Sequence[CategoryLeader]
) -> FirstScreen:
    ranked = [line for line in rows if line.row.complete and line.row.score is not None]
    leader = ranked[0] if ranked else None
    pairs = _pairs_of(evidence, leader.row.model) if leader else {}
    rivals = [_rival(other, pair) for other, pair in pairs.items() if not pair.significant]
    return FirstScreen(
        leader=leader,
        others=len(ranked) - 1,
        rivals=tuple(sorted(rivals, key=lambda rival: -rival.points)),
        all_compared=len(pairs) >= len(ranked) - 1,
        cheapest=_cheapest(ranked),
        judges=tuple(_error_rates(evidence)),
        categories=tuple(item for item in categories if item.score is not None),
    )


def _pairs_of(evidence: Evidence, model: str) -> dict[str, Difference]:
    """The pairs of the model, by the other one."""
    found = {}
    for pair in evidence.leaderboard.pairs:
        if model in (pair.first, pair.second):
            found[pair.second if pair.first == model else pair.first] = pair
    return found


def _rival(other: str, pair: Difference) -> Rival:
    points = seen_from(other, pair)
    return Rival(other, points.difference or 0.0)


def _cheapest(ranked: Sequence[BoardRow]) -> BoardRow | None:
    group = [line for line in ranked if line.row.group == ranked[0].row.group]
    priced = [line for line in group if line.cost_per_test is not None]
    return min(priced, key=lambda line: line.cost_per_test or 0.0, default=None)


def _error_rates(evidence: Evidence) -> list[JudgeErrorRates]:
    rates = []
    for judge, found in evidence.trust.judges.items():
        errors = found.against_executions
        if errors is not None:
            known = errors if isinstance(errors, ExecutionErrors) else None
            rates.append(JudgeErrorRates(judge, known))
    return rates
