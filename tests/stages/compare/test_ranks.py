"""The leaderboard: order, groups and ranks, from the decisions on pairs."""

from typing import Any

import pytest

from stages.compare.pairs import Difference
from stages.compare.ranks import leaderboard


def figure(
    provisional: float | None, final: float | None = None, panel: str = "llm"
) -> dict[str, Any]:
    spent = {"tokens": {"input": 7, "output": 3}, "cost_usd": 0.5, "seconds": 1.0, "gaps": 0}
    tests = {"scored": 9, "unscored": 0, "missing": 0 if provisional is not None else 9}
    of_panel = {"final_provisional": provisional, "categories": {}, "tests": tests}
    of_panel |= {} if final is None else {"final": final}
    return {panel: of_panel, "generate": spent}


def pair(first: str, second: str, apart: bool, difference: float = 1.0) -> Difference:
    """The first model is better, by a difference that is told apart or is not."""
    figures = {
        "low": 0.5,
        "high": 1.5,
        "detectable": 1.0,
        "p": 0.01,
        "p_corrected": 0.01,
        "noise": None,
    }
    nothing: dict[str, Any] = {
        "needed": None,
        "first_better": [],
        "second_better": [],
        "largest": {},
    }
    return Difference(first, second, 9, difference, **figures, told_apart=apart, **nothing)


def test_models_are_ranked_from_best_to_worst_and_ties_by_name() -> None:
    figures = {"c": figure(50.0), "b": figure(70.0), "a": figure(50.0), "d": figure(None)}
    rows = leaderboard(figures, "llm", [])
    assert [(row["rank"], row["model"]) for row in rows] == [
        (1, "b"),
        (2, "a"),
        (3, "c"),
        (None, "d"),
    ]


@pytest.mark.parametrize("status", ["missing", "unscored"])
def test_a_model_with_holes_has_no_rank_however_well_it_did_on_the_rest(status: str) -> None:
    holed = figure(90.0)
    holed["llm"]["tests"][status] = 6
    rows = leaderboard({"holed": holed, "whole": figure(80.0)}, "llm", [])
    assert [(row["model"], row["rank"], row["group"]) for row in rows] == [
        ("whole", 1, 1),
        ("holed", None, None),
    ]


def test_models_that_the_data_cannot_tell_from_the_first_share_its_group() -> None:
    figures = {
        name: figure(value) for name, value in zip("abcd", (90.0, 85.0, 80.0, 75.0), strict=True)
    }
    pairs = [
        pair("a", "b", False),
        pair("a", "c", True),
        pair("b", "c", False),
        pair("c", "d", False),
    ]
    rows = leaderboard(figures, "llm", [*pairs, pair("a", "d", True), pair("b", "d", True)])
    assert [row["group"] for row in rows] == [1, 1, 3, 3]


def test_ranks_that_the_decisions_leave_open_are_a_range() -> None:
    figures = {
        name: figure(value) for name, value in zip("abcd", (90.0, 85.0, 80.0, 75.0), strict=True)
    }
    pairs = [
        pair("a", "b", False),
        pair("a", "c", True),
        pair("a", "d", True),
        pair("d", "b", True, difference=-9.0),
    ]
    rows = leaderboard(figures, "llm", pairs)
    assert [(row["best_rank"], row["worst_rank"]) for row in rows] == [
        (1, 2),
        (1, 3),
        (2, 4),
        (3, 4),
    ]
    assert all(row["best_rank"] <= row["rank"] <= row["worst_rank"] for row in rows)


def test_final_and_provisional_scores_are_never_mixed() -> None:
    both = leaderboard({"a": figure(50.0, 60.0), "b": figure(55.0, 58.0)}, "llm", [])
    assert [(row["model"], row["score"], row["kind"]) for row in both] == [
        ("a", 60.0, "final"),
        ("b", 58.0, "final"),
    ]
    mixed = leaderboard({"a": figure(50.0, 60.0), "b": figure(55.0)}, "llm", [])
    assert [(row["model"], row["score"]) for row in mixed] == [("b", 55.0), ("a", 50.0)]
    assert {row["kind"] for row in mixed} == {"final_provisional"}


def test_row_says_what_the_answers_took() -> None:
    (row,) = leaderboard({"a": figure(50.0)}, "llm", [])
    assert (row["tokens"], row["cost_usd"], row["seconds"]) == (10, 0.5, 1.0)
