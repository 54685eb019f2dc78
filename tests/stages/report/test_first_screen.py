"""The first screen says what the figures say, with their uncertainty."""

from pathlib import Path

import pytest

from assay.config import paths
from assay.records.jsonl import read_result, write_result
from assay.records.leaderboard import Leaderboard
from assay.records.pipeline import Interval
from tests.stages.report.test_page import MODELS, Parsed, site, write_run


@pytest.fixture(autouse=True)
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)


def screen() -> str:
    """The words of the first screen."""
    return Parsed(site()["index.html"].split('class="read-first"')[0]).text


def change(**update: object) -> None:
    """Alter the row of the first model."""
    board = read_result(paths.LEADERBOARD, Leaderboard)
    first = board.models[0].model_copy(update=update)
    rest = board.models[1:]
    write_result(paths.LEADERBOARD, board.model_copy(update={"models": (first, *rest)}))


def test_the_leader_stands_with_its_interval_and_its_price_for_each_test() -> None:
    change(interval=Interval(low=90.0, high=100.0), cost_usd=5.0, score=97.5)
    text = screen()
    assert "Who leadssolid 97.5 % 90.0 to 100.0" in text
    assert "What a test costssolid $1.00;" in text, "five tests"


def test_models_that_are_not_told_from_the_leader_are_named_the_closest_first() -> None:
    board = read_result(paths.LEADERBOARD, Leaderboard)
    behind = {"hostile": 20.0, "patchy": 3.5}
    pairs = []
    for pair in board.pairs:
        if "solid" in (pair.first, pair.second):
            points = behind[pair.second] if pair.first == "solid" else -behind[pair.first]
            update = {"significant": False, "difference": points}
            pairs.append(pair.model_copy(update=update))
    write_result(paths.LEADERBOARD, board.model_copy(update={"pairs": tuple(pairs)}))
    assert "Who is not significantly behindpatchy −3.5, hostile −20.0" in screen()


def test_an_unknown_price_is_said() -> None:
    change(cost_usd=None)
    assert "What a test costssolid price unknown" in screen()


def test_without_a_complete_model_nobody_leads() -> None:
    board = read_result(paths.LEADERBOARD, Leaderboard)
    rows = tuple(row.model_copy(update={"complete": False}) for row in board.models)
    write_result(paths.LEADERBOARD, board.model_copy(update={"models": rows}))
    assert "No model has a score in every test yet" in screen()


def test_a_category_names_its_leader_and_who_is_not_significantly_behind() -> None:
    text = screen()
    assert "Best in code translationsolid 100.0 % no interval: too few data sets" in text
    assert "not significantly behind: hostile" in text
