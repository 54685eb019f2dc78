"""`python -m tools.show_leaderboard` says which tests have no score, and what gets them one."""

from assay.records.models import TestCounts
from tests.stages.validity.small_run import board
from tools.show_leaderboard import incomplete


def test_a_model_with_a_gap_says_what_is_missing_and_what_gets_it() -> None:
    two = board("a", "b")
    counts = TestCounts(scored=44, unscored=1, missing=1)
    holed = two.models[1].model_copy(update={"complete": False, "tests": counts})
    lines = incomplete(two.model_copy(update={"models": (two.models[0], holed)}))
    assert lines == ["b: 2 tests have no score, its rank rests on the others (run again)"]
