"""The result in a few sentences, each made from figures and said with its uncertainty."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.judges import ExecutionErrors, Figure, NoFigure
from assay.records.leaderboard import Difference
from assay.records.pipeline import Interval
from stages.report.evidence import Evidence
from stages.report.results import BoardLine, leaderboard
from stages.report.text import fixed, money, signed, words

MOST_NAMES = 4


class Statement(NamedTuple):
    """One question that a reader asks, and the answer to it; the category that it is about."""

    question: str
    answer: str
    category: str = ""


class CategoryLeader(NamedTuple):
    """The model with the best score in a category, and those that the data cannot tell from it."""

    category: str
    model: str
    score: float | None
    interval: Interval | None
    tied: tuple[str, ...]


def statements(evidence: Evidence, leaders: Sequence[CategoryLeader]) -> list[Statement]:
    """Who leads, who is close behind, at what price, and who is best in each category."""
    lines = leaderboard(evidence)
    ranked = [line for line in lines if line.row.complete and line.row.score is not None]
    if not ranked:
        text = "No model has a score in every test yet: what is missing stands on its own page."
        return [Statement("Who leads", text)]
    return [
        Statement("Who leads", _leader(ranked[0])),
        Statement("Who is not significantly behind", _rivals(evidence, ranked)),
        Statement("What a test costs", _prices(ranked)),
        *_judges_wrong(evidence),
        *(_best(leader) for leader in leaders if leader.score is not None),
    ]


def _leader(line: BoardLine) -> str:
    return f"{line.row.model} with {fixed(line.row.score or 0.0)} %{_spread(line.row.interval)}."


def _spread(interval: Interval | None) -> str:
    if interval is None:
        return ", without an interval: too few data sets"
    return f" (interval {fixed(interval.low)} to {fixed(interval.high)})"


def _rivals(evidence: Evidence, ranked: Sequence[BoardLine]) -> str:
    if not ranked[1:]:
        return "There is no other model with a score in every test."
    leader = ranked[0].row.model
    pairs = [pair for pair in evidence.leaderboard.pairs if leader in (pair.first, pair.second)]
    behind = dict(_rival(pair, leader) for pair in pairs if not pair.significant)
    if behind:
        closest = sorted(behind, key=lambda model: -behind[model])
        tied = [f"{model} ({signed(behind[model])} points)" for model in closest]
        return f"{_names_text(tied)}."
    if len(pairs) < len(ranked) - 1:
        return "Not known: with a baseline, models are compared with that model alone."
    return "None: every other model is significantly behind."


def _rival(pair: Difference, leader: str) -> tuple[str, float]:
    """The other model of the pair, and by how many points it is better than the leader."""
    difference = pair.difference or 0.0
    if pair.first == leader:
        return pair.second, -difference
    return pair.first, difference


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


def _judges_wrong(evidence: Evidence) -> list[Statement]:
    """How often the LLM judges err, by behaviours that were run: no model wrote this truth."""
    by_judge = {
        judge: found.against_executions
        for judge, found in evidence.trust.judges.items()
        if found.against_executions is not None
    }
    if not by_judge:
        return []
    measured = [
        f"{judge} passes {_share(found.false_pass)} of what failed and fails "
        f"{_share(found.false_fail)} of what passed"
        for judge, found in by_judge.items()
        if isinstance(found, ExecutionErrors)
    ]
    text = f"Held against criteria that were run: {'; '.join(measured)}."
    if not measured:
        text = "Not known from executed criteria: no answer was built and run."
    return [Statement("How often judges err", text)]


def _share(figure: Figure) -> str:
    """A share as percent with its interval, or why there is none."""
    if isinstance(figure, NoFigure):
        return f"an unknown share ({figure.why})"
    percent = f"{fixed(100 * figure.value)} %"
    if figure.low is None or figure.high is None:
        return percent
    return f"{percent} ({fixed(100 * figure.low)} to {fixed(100 * figure.high)})"


def _best(leader: CategoryLeader) -> Statement:
    question = f"Best in {words(leader.category).lower()}"
    spread = _spread(leader.interval)
    rivals = "every other model is significantly behind"
    if leader.tied and leader.interval is None:
        spread = ""
        rivals = "too few data sets to say who is significantly behind"
    elif leader.tied:
        rivals = f"not significantly behind: {_names_text(leader.tied, most=2)}"
    return Statement(
        question,
        f"{leader.model}, {fixed(leader.score or 0.0)} %{spread}; {rivals}.",
        leader.category,
    )


def _names_text(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """The first names, and how many more there are."""
    left = len(names) - most
    shown = ", ".join(names[:most])
    return f"{shown} and {left} more" if left > 0 else shown


def category_sentences(leader: CategoryLeader) -> tuple[str, ...]:
    """Who leads the category, and who is not significantly behind."""
    if leader.score is None:
        return ("No model has a scored test in this category.",)
    leads = f"{leader.model} leads with {fixed(leader.score)} %{_spread(leader.interval)}."
    if not leader.tied:
        return (leads, "Every other model is significantly behind.")
    if leader.interval is None:
        return (leads, "They are too few to say who is significantly behind.")
    behind = f"Not significantly behind by the tests of this category: {_names_text(leader.tied)}."
    return (leads, behind)
