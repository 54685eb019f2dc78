"""The leaderboard: order, groups and ranks, from the decisions on pairs."""

import pytest

from assay.records.leaderboard import Difference, LeaderboardRow
from assay.records.models import (
    GroupFigures,
    ModelMetrics,
    ModelSpending,
    ScoreBounds,
    Spending,
    TestCounts,
)
from assay.records.pipeline import AutomaticGroup, Usage
from stages.compare.ranks import leaderboard


def metrics(
    provisional: float | None, final: float | None = None, missing: int = 0, unscored: int = 0
) -> ModelMetrics:
    """A model that has these scores by LLM judges; without a score it has no test scored."""
    counts = TestCounts(
        scored=9, unscored=unscored, missing=missing if provisional is not None else 9
    )
    group = GroupFigures(
        final_provisional=provisional,
        final=final,
        accuracy=None,
        completeness=None,
        categories={},
        tests=counts,
        coverage=1.0,
        bounds=ScoreBounds(low=None, high=None),
        tags={},
    )
    return ModelMetrics(llm=group)


def ranked(
    figures: dict[str, ModelMetrics], group: AutomaticGroup, pairs: list[Difference]
) -> list[LeaderboardRow]:
    spent = Spending(tokens=Usage(input=7, output=3), cost_usd=0.5, seconds=1.0, gaps=0)
    return leaderboard(figures, dict.fromkeys(figures, ModelSpending(generate=spent)), group, pairs)


def pair(first: str, second: str, significant: bool, difference: float = 1.0) -> Difference:
    """The first model is better, by a difference that is significant or is not."""
    return Difference(
        first=first,
        second=second,
        tests=9,
        difference=difference,
        low=0.5,
        high=1.5,
        detectable=1.0,
        p=0.01,
        p_corrected=0.01,
        significant=significant,
        decision="significant" if significant else "not significant",
        noise=None,
        needed=None,
        first_better=(),
        second_better=(),
        largest={},
    )


def test_models_are_ranked_from_best_to_worst_and_ties_by_name() -> None:
    figures = {"c": metrics(50.0), "b": metrics(70.0), "a": metrics(50.0), "d": metrics(None)}
    rows = ranked(figures, "llm", [])
    assert [(row.rank, row.model) for row in rows] == [
        (1, "b"),
        (2, "a"),
        (3, "c"),
        (None, "d"),
    ]


@pytest.mark.parametrize("status", ["missing", "unscored"])
def test_a_model_with_holes_has_no_rank_however_well_it_did_on_the_rest(status: str) -> None:
    holed = metrics(90.0, missing=6) if status == "missing" else metrics(90.0, unscored=6)
    rows = ranked({"holed": holed, "whole": metrics(80.0)}, "llm", [])
    assert [(row.model, row.rank, row.group) for row in rows] == [
        ("whole", 1, 1),
        ("holed", None, None),
    ]


def test_models_not_significantly_different_from_the_first_share_its_group() -> None:
    figures = {
        name: metrics(value) for name, value in zip("abcd", (90.0, 85.0, 80.0, 75.0), strict=True)
    }
    pairs = [
        pair("a", "b", False),
        pair("a", "c", True),
        pair("b", "c", False),
        pair("c", "d", False),
    ]
    rows = ranked(figures, "llm", [*pairs, pair("a", "d", True), pair("b", "d", True)])
    assert [row.group for row in rows] == [1, 1, 3, 3]


def test_ranks_that_the_decisions_leave_open_are_a_range() -> None:
    figures = {
        name: metrics(value) for name, value in zip("abcd", (90.0, 85.0, 80.0, 75.0), strict=True)
    }
    pairs = [
        pair("a", "b", False),
        pair("a", "c", True),
        pair("a", "d", True),
        pair("d", "b", True, difference=-9.0),
    ]
    rows = ranked(figures, "llm", pairs)
    assert [(row.best_rank, row.worst_rank) for row in rows] == [
        (1, 2),
        (1, 3),
        (2, 4),
        (3, 4),
    ]
    for row in rows:
        assert row.best_rank and row.rank and row.worst_rank
        assert row.best_rank <= row.rank <= row.worst_rank


def test_final_and_provisional_scores_are_never_mixed() -> None:
    both = ranked({"a": metrics(50.0, 60.0), "b": metrics(55.0, 58.0)}, "llm", [])
    assert [(row.model, row.score, row.kind) for row in both] == [
        ("a", 60.0, "final"),
        ("b", 58.0, "final"),
    ]
    mixed = ranked({"a": metrics(50.0, 60.0), "b": metrics(55.0)}, "llm", [])
    assert [(row.model, row.score) for row in mixed] == [("b", 55.0), ("a", 50.0)]
    assert {row.kind for row in mixed} == {"final_provisional"}


def test_row_says_what_the_answers_took() -> None:
    (row,) = ranked({"a": metrics(50.0)}, "llm", [])
    assert (row.tokens, row.cost_usd, row.seconds) == (10, 0.5, 1.0)
