"""`python -m tools.show_leaderboard` says what has no score, why, and what gets it one."""

from assay.records.models import TestCounts
from assay.scores.basis import MENTIONED, basis_notes
from tests.stages.validity.small_run import board
from tools.show_leaderboard import incomplete


def test_a_model_with_a_gap_says_what_is_missing_and_what_gets_it() -> None:
    two = board("a", "b")
    counts = TestCounts(scored=44, unscored=1, missing=1)
    holed = two.models[1].model_copy(update={"complete": False, "tests": counts})
    lines = incomplete(two.model_copy(update={"models": (two.models[0], holed)}))
    assert lines == ["b: 2 tests have no score, its rank rests on the others (run again)"]


def test_it_says_once_that_documents_are_not_verified_by_checks() -> None:
    rows = board("a", "b").models
    counts = TestCounts(scored=28, mentioned=18, unscored=0, missing=0)
    searched = [row.model_copy(update={"tests": counts}) for row in rows]
    assert basis_notes(searched) == [MENTIONED] and incomplete(board("a", "b")) == []
    assert basis_notes(rows) == []
