"""Sums of people's marks: spread between raters, stale marks, tests that lack a mark."""

from assay.records.models import DialogueMarks, MarkSpread, ModelMetrics, PeopleFigures
from assay.scores.formulas import MetricPair
from assay.scores.people_scores import people_figures, people_results, unmarked
from tests.assay.scores.test_marks import answer, mark

TEST = "Upgrade-Mini"


def test_raters_are_averaged_and_four_is_hundred_percent() -> None:
    rated = answer()
    found = people_results([mark(rated, 3.5), mark(rated, 4.0, 3.0, "bob")], [rated])
    assert found == {"Upgrade-Mini": MetricPair(93.75, 87.5)}


def test_attempt_with_more_raters_weighs_no_more() -> None:
    once, again = answer(), answer(content="y", attempt=2)
    marks = [
        mark(once, 4.0),
        mark(once, 4.0, rater="bob"),
        mark(once, 4.0, rater="cat"),
        mark(again, 0.0),
    ]
    assert people_results(marks, [once, again])["Upgrade-Mini"].accuracy == 50


def test_mark_never_counts_for_a_single_answer() -> None:
    plain = answer().model_copy(update={"dialogue": None})
    assert people_results([mark(answer(), 4.0), mark(plain, 4.0)], [plain]) == {}


def test_spread_between_raters_stands_beside_their_mean() -> None:
    rated = answer()
    marks = [mark(rated, 3.0), mark(rated, 4.0, rater="bob")]
    found = people_figures(marks, [rated], [TEST]).dialogues[TEST]
    assert found.raters == 2
    assert found.accuracy == MarkSpread(mean=3.5, low=3.0, high=4.0, sd=0.5**0.5)
    assert found.completeness is not None and found.completeness.sd == 0
    assert [sorted(by_rater) for by_rater in found.marks.values()] == [["ann", "bob"]]


def test_stale_marks_are_counted_and_have_no_part_in_the_figures() -> None:
    found = people_figures([mark(answer(content="as it was"), 4.0)], [answer()], [TEST])
    assert found == PeopleFigures(dialogues={TEST: DialogueMarks(raters=0)}, stale=1)


def metrics(people: PeopleFigures | None) -> ModelMetrics:
    return ModelMetrics(people=people)


def test_dialogues_without_a_mark_are_named_and_models_that_lack_the_same_stand_together() -> None:
    some = metrics(people_figures([mark(answer(), 4.0)], [answer()], ["Other-Mini", TEST]))
    none = metrics(people_figures([], [], ["Other-Mini", TEST]))
    whole = metrics(people_figures([mark(answer(), 4.0)], [answer()], [TEST]))
    found = unmarked({"m": some, "n": none, "o": some, "p": whole, "q": metrics(None)})
    assert found == [(["m", "o"], ["Other-Mini"]), (["n"], ["Other-Mini", TEST])]
