"""The sentences of the first screen say what the figures say, with their uncertainty."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.records.jsonl import read_result, write_result
from assay.records.leaderboard import Leaderboard
from assay.records.pipeline import Interval
from stages.report.run_evidence import load_evidence
from stages.report.summary import CategoryLeader, category_sentences, statements
from tests.stages.report.test_page import MODELS, PANEL, write_run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)


def answers() -> dict[str, str]:
    return {item.question: item.answer for item in statements(load_evidence(MODELS, PANEL), [])}


def change(**update: object) -> None:
    """Alter the row of the first model."""
    board = read_result(paths.LEADERBOARD, Leaderboard)
    first = board.models[0].model_copy(update=update)
    rest = board.models[1:]
    write_result(paths.LEADERBOARD, board.model_copy(update={"models": (first, *rest)}))


def test_the_leader_stands_with_its_interval_and_its_price_for_each_test(run: None) -> None:
    change(interval=Interval(low=90.0, high=100.0), cost_usd=5.0, score=97.5)
    assert answers()["Who leads"] == "solid with 97.5 % (interval 90.0 to 100.0)."
    assert answers()["What a test costs"].startswith("solid $1.00.")  # five tests


def test_models_that_are_not_told_from_the_leader_are_named_the_closest_first(run: None) -> None:
    board = read_result(paths.LEADERBOARD, Leaderboard)
    behind = {"hostile": 20.0, "patchy": 3.5}
    pairs = [
        pair.model_copy(
            update={
                "significant": False,
                "difference": behind[pair.second] if pair.first == "solid" else -behind[pair.first],
            }
        )
        for pair in board.pairs
        if "solid" in (pair.first, pair.second)
    ]
    write_result(paths.LEADERBOARD, board.model_copy(update={"pairs": tuple(pairs)}))
    expected = "patchy (−3.5 points), hostile (−20.0 points)."
    assert answers()["Who is not significantly behind"] == expected


def test_an_unknown_price_is_said(run: None) -> None:
    change(cost_usd=None)
    assert "The price of solid is not known." in answers()["What a test costs"]


def test_without_a_complete_model_nobody_leads(run: None) -> None:
    board = read_result(paths.LEADERBOARD, Leaderboard)
    rows = tuple(row.model_copy(update={"complete": False}) for row in board.models)
    write_result(paths.LEADERBOARD, board.model_copy(update={"models": rows}))
    assert "No model has a score in every test yet" in answers()["Who leads"]


def test_a_category_names_its_leader_and_who_is_not_significantly_behind() -> None:
    leader = CategoryLeader("code_generation", "a", 80.0, Interval(low=70.0, high=90.0), ("b", "c"))
    assert category_sentences(leader) == (
        "a leads with 80.0 % (interval 70.0 to 90.0).",
        "Not significantly behind by the tests of this category: b, c.",
    )
    alone = leader._replace(tied=(), interval=None)
    assert category_sentences(alone) == (
        "a leads with 80.0 %, without an interval: too few data sets.",
        "Every other model is significantly behind.",
    )
    undecided = leader._replace(interval=None)
    assert category_sentences(undecided) == (
        "a leads with 80.0 %, without an interval: too few data sets.",
        "They are too few to say who is significantly behind.",
    )
    assert "No model" in category_sentences(leader._replace(score=None))[0]
