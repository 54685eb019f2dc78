"""Sums of people's marks: spread between raters, stale marks, tests that lack a mark."""

from stages.lib.scoring.people import people_figures, waiting
from tests.stages.lib.human.test_marks import answer, mark

TEST = "Upgrade-Mini"


def test_spread_between_raters_stands_beside_their_mean() -> None:
    rated = answer()
    found = people_figures([mark(rated, 3.0), mark(rated, 4.0, rater="bob")], [rated], [TEST])[
        "dialogues"
    ][TEST]
    assert found["raters"] == 2
    assert found["accuracy"] == {"mean": 3.5, "low": 3.0, "high": 4.0, "sd": 0.5**0.5}
    assert found["completeness"]["sd"] == 0
    assert [sorted(marks) for marks in found["marks"].values()] == [["ann", "bob"]]


def test_stale_marks_are_counted_and_have_no_part_in_the_figures() -> None:
    found = people_figures([mark(answer(content="as it was"), 4.0)], [answer()], [TEST])
    assert found == {"dialogues": {TEST: {"raters": 0}}, "stale": 1}


def test_dialogues_without_a_mark_are_named_and_models_that_lack_the_same_stand_together() -> None:
    some = {"people": people_figures([mark(answer(), 4.0)], [answer()], ["Other-Mini", TEST])}
    none = {"people": people_figures([], [], ["Other-Mini", TEST])}
    whole = {"people": people_figures([mark(answer(), 4.0)], [answer()], [TEST])}
    found = waiting({"m": some, "n": none, "o": some, "p": whole, "q": {}})
    assert found == [(["m", "o"], ["Other-Mini"]), (["n"], ["Other-Mini", TEST])]
