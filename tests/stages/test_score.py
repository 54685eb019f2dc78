"""score: the notes that end the stage."""

from assay.records import pipeline as records
from assay.records.models import PeopleFigures
from stages.score import overrule_notes, stale_notes
from tests.assay.scores.test_model_metrics import judgement


def test_summary_names_every_line_that_overrules_nothing() -> None:
    by = records.Overruling(judge_decision=True, person="Ann", reason="r")
    verdicts = tuple(
        verdict.model_copy(update={"overruled": by})
        for verdict in judgement("G1-X", 1, of=1).verdicts
    )
    notes = overrule_notes([judgement("G1-X", 1, verdicts=verdicts)], ["line one", "line two"])
    assert notes == [
        "2 verdicts are overruled by people",
        "2 lines of human/overrules.csv have no effect",
        "line one",
        "line two",
    ]
    assert overrule_notes([judgement("G1-X", 1)], []) == []


def test_summary_says_how_many_marks_no_longer_count() -> None:
    def stale(number: int) -> list[str]:
        return stale_notes(PeopleFigures(dialogues={}, stale=number))

    assert stale_notes(None) == stale(0) == []
    assert stale(1)[0].startswith("1 mark belongs to a dialogue that has changed")
    assert stale(2)[0].startswith("2 marks belong to dialogues that have changed")
