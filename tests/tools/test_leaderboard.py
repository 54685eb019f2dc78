"""The leaderboard in a terminal: legible at 80 columns, and no name is cut."""

from assay.records.models import TestCounts
from tests.stages.validity.small_run import board
from tools.leaderboard import NARROWEST, incomplete, table

LONG = "a-model-with-a-name-of-28-le"


def test_it_fits_80_columns_and_holds_the_whole_names() -> None:
    lines = table(board(LONG, "b"), NARROWEST)
    assert max(map(len, lines)) <= NARROWEST
    assert LONG in lines[2] and "50.0" in lines[2]
    assert "accuracy" not in lines[0] and "$/test" in lines[0]


def test_a_wide_terminal_shows_every_column() -> None:
    lines = table(board("a", "b"), 140)
    assert "accuracy" in lines[0] and "completeness" in lines[0] and "tests" in lines[0]
    assert len(lines) == 4


def test_names_that_are_too_long_for_the_terminal_are_whole_nevertheless() -> None:
    name = "x" * 90
    assert name in table(board(name), NARROWEST)[2]


def test_a_model_without_a_rank_says_what_is_missing_and_what_gets_it() -> None:
    two = board("a", "b")
    counts = TestCounts(scored=44, unscored=1, missing=1)
    holed = two.models[1].model_copy(update={"complete": False, "tests": counts})
    lines = incomplete(two.model_copy(update={"models": (two.models[0], holed)}))
    assert lines == ["b has no rank: 2 tests have no score (make retry)"]
