"""Defects found: what share of the known ones is named, and which are missed most."""

from collections.abc import Mapping

from assay.content.criteria import Criterion
from assay.records.pipeline import Answer, Judgement
from stages.report.research.defects import defect_view
from stages.report.research.sentences import defect_findings
from stages.report.research.study import Study
from stages.report.research.tags import TagShares
from tests.stages.report.research.studies import study


def defect(number: int, weight: float = 1.0) -> Criterion:
    return Criterion(
        id=f"d{number}",
        metric="completeness",
        text=f"Defect {number}",
        weight=weight,
        check=None,
        tags=("defect",),
    )


DEFECTS = (defect(1, 3.0), defect(2))
TEST = "Review-One"


def reviewed(*passed: bool, answers: Mapping[str, tuple[Answer, ...]] | None = None) -> Study:
    """Two models; the second names nothing."""
    judgements = {}
    for model, named in (("a", passed), ("b", (False,) * len(passed))):
        verdicts = tuple(
            item.verdict(decision, "") for item, decision in zip(DEFECTS, named, strict=True)
        )
        judgements[model] = (
            Judgement(
                model=model, test=TEST, attempt=1, judge="j", status="judged", verdicts=verdicts
            ),
        )
    return study(
        {"a": {TEST: 50.0}, "b": {TEST: 0.0}},
        criteria={TEST: DEFECTS},
        judgements=judgements,
        answers=answers,
    )


def test_a_defect_counts_by_its_weight_and_the_best_model_is_named() -> None:
    found = reviewed(True, False)
    view = defect_view(found, TagShares(found))
    assert view and view.overall.criteria == 2
    assert [share and share.value for share in view.overall.by_model] == [75.0, 0.0]
    answer = defect_findings(found, view).answer
    assert answer[0].startswith("Of 2 known defects in 1 review") and "37.5 %" in answer[0]
    assert answer[1].startswith("a names most of them: 75.0 %")


def test_the_defects_that_the_fewest_answers_name_come_first() -> None:
    found = reviewed(True, False)
    view = defect_view(found, TagShares(found))
    assert view and [(line.text, line.named) for line in view.hardest] == [
        ("Defect 2", 0.0),
        ("Defect 1", 50.0),
    ]


def test_a_built_in_model_is_not_counted_among_the_answers_that_name_a_defect() -> None:
    asked = Answer.model_construct(time="2026-01-02T00:00:00Z", requests=())
    found = reviewed(True, False, answers={"a": (asked,)})
    assert found.real == ["a"]
    view = defect_view(found, TagShares(found))
    assert view and [(line.text, line.answers, line.named) for line in view.hardest] == [
        ("Defect 2", 1, 0.0),
        ("Defect 1", 1, 100.0),
    ]


def test_false_alarms_are_said_to_be_uncounted() -> None:
    found = reviewed(True, True)
    limits = defect_findings(found, defect_view(found, TagShares(found))).limits
    assert any("false alarms" in limit for limit in limits)


def test_a_review_without_a_judged_defect_is_not_said_to_be_missing() -> None:
    found = study({"a": {TEST: 50.0}})
    limits = defect_findings(found, defect_view(found, TagShares(found))).limits
    assert limits == ("No criterion about a known defect was judged.",)


def test_without_a_review_in_the_suite_there_is_no_figure() -> None:
    found = study({"a": {"Port-One": 50.0}})
    assert defect_view(found, TagShares(found)) is None
