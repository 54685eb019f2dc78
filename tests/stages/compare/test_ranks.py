"""The leaderboard: order, groups and ranks, from the decisions on pairs."""

from types import SimpleNamespace

from assay.records.leaderboard_records import Difference, LeaderboardRow
from assay.records.models import ModelMetrics, ModelSpending, Spending, TestCounts
from assay.records.pipeline import AutomaticGroup, Interval, Usage
from stages.compare.ranks import Run, leaderboard, score_kinds
from tests.assay.scores.contests import judged
from tests.stages.validity.small_run import significant_pair


def metrics(
    provisional: float | None, final: float | None = None, missing: int = 0, unscored: int = 0
) -> ModelMetrics:
    """A model that has these scores by LLM judges; without a score it has no test scored."""
    missing = 9 if provisional is None else missing
    counts = TestCounts(scored=9, unscored=unscored, missing=missing)
    return judged(provisional, counts, final)


def ranked(
    figures: dict[str, ModelMetrics],
    group: AutomaticGroup,
    pairs: list[Difference],
    rulers: tuple[str, ...] = (),
    estimates: dict[str, float] | None = None,
) -> list[LeaderboardRow]:
    kinds = score_kinds(figures, group)
    scores = {model: found.group(group).score(kinds[model]) for model, found in figures.items()}
    contestants = [model for model in figures if model not in rulers]
    finals = [model for model in contestants if kinds[model] == "final"]
    compared = finals or contestants
    contest = SimpleNamespace(
        scores=dict.fromkeys(compared),
        estimates={model: scores[model] for model in compared} | (estimates or {}),
        intervals={model: Interval(low=1, high=99) for model in compared},
        chances=dict.fromkeys(compared, (0.25, 0.5)),
    )
    spent = Spending(tokens=Usage(input=7, output=3), cost_usd=0.5, seconds=1.0, gaps=0)
    spending = dict.fromkeys(figures, ModelSpending(generate=spent))
    return leaderboard(Run(figures, spending, {}, rulers), contest, pairs)


def pair(first: str, second: str, significant: bool, difference: float = 1.0) -> Difference:
    """The first model is better, by a difference that is significant or is not."""
    decision = "significant" if significant else "not significant"
    update = {"difference": difference, "significant": significant, "decision": decision}
    return significant_pair(first, second).model_copy(update=update)


def test_models_are_ranked_from_best_to_worst_and_ties_by_name() -> None:
    figures = {"c": metrics(50.0), "b": metrics(70.0), "a": metrics(50.0), "d": metrics(None)}
    rows = ranked(figures, "llm", [])
    assert [(row.rank, row.model) for row in rows] == [(1, "b"), (2, "a"), (3, "c"), (None, "d")]


def test_a_model_with_a_gap_has_its_rank_by_its_estimate() -> None:
    figures = {"holed": metrics(90.0, missing=6), "whole": metrics(80.0), "low": metrics(60.0)}
    rows = ranked(figures, "llm", [], estimates={"holed": 75.0})
    assert [(row.model, row.rank, row.complete) for row in rows] == [
        ("whole", 1, True),
        ("holed", 2, False),
        ("low", 3, True),
    ]
    assert (rows[1].score, rows[1].estimate) == (90.0, 75.0)


def test_rulers_stand_last_without_ranks() -> None:
    figures = {"gold": metrics(100.0), "a": metrics(50.0), "null": metrics(0.0)}
    rows = ranked(figures, "llm", [], rulers=("gold", "null"))
    assert [(row.model, row.rank, row.group, row.ruler) for row in rows] == [
        ("a", 1, 1, False),
        ("gold", None, None, True),
        ("null", None, None, True),
    ]
    assert rows[1].score == 100 and rows[1].interval is None and rows[1].chance_best is None


def test_a_row_has_the_interval_and_the_chances_of_the_contest_and_what_answers_took() -> None:
    (row,) = ranked({"a": metrics(50.0)}, "llm", [])
    assert row.interval == Interval(low=1, high=99)
    assert (row.chance_best, row.chance_top_three) == (0.25, 0.5)
    assert (row.tokens, row.cost_usd, row.seconds) == (10, 0.5, 1.0)


FOUR = {"a": metrics(90.0), "b": metrics(85.0), "c": metrics(80.0), "d": metrics(75.0)}


def test_models_not_significantly_different_from_the_first_share_its_group() -> None:
    pairs = [
        pair("a", "b", False),
        pair("a", "c", True),
        pair("b", "c", False),
        pair("c", "d", False),
    ]
    rows = ranked(FOUR, "llm", [*pairs, pair("a", "d", True), pair("b", "d", True)])
    assert [row.group for row in rows] == [1, 1, 3, 3]


def test_ranks_that_the_decisions_leave_open_are_a_range() -> None:
    pairs = [
        pair("a", "b", False),
        pair("a", "c", True),
        pair("a", "d", True),
        pair("d", "b", True, difference=-9.0),
    ]
    rows = ranked(FOUR, "llm", pairs)
    assert [(row.best_rank, row.worst_rank) for row in rows] == [(1, 2), (1, 3), (2, 4), (3, 4)]
    for row in rows:
        assert row.best_rank and row.rank and row.worst_rank
        assert row.best_rank <= row.rank <= row.worst_rank


def test_a_model_without_marks_stands_below_and_makes_nobody_else_provisional() -> None:
    figures = {
        "a": metrics(50.0, 60.0),
        "b": metrics(55.0),
        "gold": metrics(100.0),
        "c": metrics(9.0, 8.0),
    }
    rows = ranked(figures, "llm", [], rulers=("gold",))
    assert [(row.model, row.rank, row.score, row.kind) for row in rows] == [
        ("a", 1, 60.0, "final"),
        ("c", 2, 8.0, "final"),
        ("b", None, 55.0, "final_provisional"),
        ("gold", None, 100.0, "final_provisional"),
    ]
    assert rows[2].interval is None and not rows[2].ruler


def test_without_any_final_score_all_are_compared_by_provisional_ones() -> None:
    figures = {"a": metrics(50.0), "b": metrics(55.0), "gold": metrics(1.0, 2.0)}
    rows = ranked(figures, "llm", [], rulers=("gold",))
    assert [(row.model, row.rank, row.score) for row in rows] == [
        ("b", 1, 55.0),
        ("a", 2, 50.0),
        ("gold", None, 2.0),
    ]
