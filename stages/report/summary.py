"""The result in a few sentences, each made from figures and said with its uncertainty."""

from collections.abc import Sequence
from typing import NamedTuple

from stages.lib.base.records import Interval
from stages.lib.base.results.models import CategoryScore
from stages.report.evidence import Evidence
from stages.report.results import BoardLine, leaderboard
from stages.report.text import fixed, money, signed, words

MOST_NAMES = 4


class Statement(NamedTuple):
    """One question that a reader asks, and the answer to it."""

    question: str
    answer: str


def statements(evidence: Evidence) -> list[Statement]:
    """Who leads, who cannot be told from it, at what price, and who is best in each category."""
    lines = leaderboard(evidence)
    ranked = [line for line in lines if line.row.complete and line.row.score is not None]
    if not ranked:
        text = "No model has a score in every test yet: what is missing stands on its own page."
        return [Statement("Who leads", text)]
    return [
        Statement("Who leads", _leader(ranked[0])),
        Statement("Who cannot be told from it", _rivals(evidence, ranked)),
        Statement("What a test costs", _prices(ranked)),
        *_best_by_category(evidence),
    ]


def _leader(line: BoardLine) -> str:
    return f"{line.row.model} with {fixed(line.row.score or 0.0)} %{_spread(line.row.interval)}."


def _spread(interval: Interval | None) -> str:
    if interval is None:
        return ", without an interval: too few data sets"
    return f" (interval {fixed(interval.low)} to {fixed(interval.high)})"


def _rivals(evidence: Evidence, ranked: Sequence[BoardLine]) -> str:
    leader = ranked[0].row.model
    tied = []
    for pair in evidence.leaderboard.pairs:
        if leader in (pair.first, pair.second) and not pair.significant:
            other = pair.second if pair.first == leader else pair.first
            sign = 1 if pair.first == other else -1
            if pair.difference is None:
                tied.append(f"{other} (no common score)")
            else:
                tied.append(f"{other} ({signed(sign * pair.difference)} points)")
    if not ranked[1:]:
        return "There is no other model with a score in every test."
    if not tied:
        return "None: every other model is behind by more than chance explains."
    return f"{_listed(tied)}."


def _prices(ranked: Sequence[BoardLine]) -> str:
    leader = ranked[0]
    group = [line for line in ranked if line.row.group == leader.row.group]
    priced = [line for line in group if line.cost_per_test is not None]
    if leader.cost_per_test is None:
        text = f"The price of {leader.row.model} is not known."
    else:
        text = f"{leader.row.model} {money(leader.cost_per_test)}."
    if not priced:
        return text
    cheapest = min(priced, key=lambda line: line.cost_per_test or 0.0)
    if cheapest.row.model == leader.row.model:
        return f"{text} No model of the leading group is cheaper."
    price = money(cheapest.cost_per_test or 0.0)
    return f"{text} The cheapest of the leading group is {cheapest.row.model} with {price}."


def _best_by_category(evidence: Evidence) -> list[Statement]:
    found = []
    for category in evidence.categories:
        scores = {}
        for model in evidence.ranked:
            breakdown = evidence.breakdown(model)
            if breakdown and category in breakdown.categories:
                scores[model] = breakdown.categories[category].score
        if scores:
            best = max(scores, key=lambda model: scores[model])
            found.append(
                Statement(f"Best in {words(category).lower()}", f"{best}, {fixed(scores[best])} %.")
            )
    return found


def _listed(names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    shown = ", ".join(names[:MOST_NAMES])
    left = len(names) - MOST_NAMES
    return f"{shown} and {left} more" if left > 0 else shown


def category_sentences(
    best: str, scores: CategoryScore | None, interval: Interval | None, tied: Sequence[str]
) -> tuple[str, ...]:
    """Who leads the category, and who cannot be told from it."""
    if scores is None:
        return ("No model has a scored test in this category.",)
    leads = f"{best} leads with {fixed(scores.score)} %{_spread(interval)}."
    if not tied:
        return (leads, "Every other model differs from it by more than chance explains.")
    return (leads, f"Not told from it by the tests of this category: {_listed(tied)}.")
