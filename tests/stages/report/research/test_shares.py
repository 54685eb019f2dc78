"""Defects found: what share of the known ones is named."""

from assay.records.pipeline import Judgement
from stages.report.research.shares import defect_shares
from stages.report.research.study import Study
from tests.stages.report.research.studies import study
from tests.stages.validity.small_run import criterion

DEFECTS = (
    criterion("d1", 3.0, "completeness", "defect"),
    criterion("d2", 1.0, "completeness", "defect"),
)
TEST = "Review-One"


def reviewed(*passed: bool) -> Study:
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
    )


def test_a_defect_counts_by_its_weight() -> None:
    found = reviewed(True, False)
    (overall,) = defect_shares(found)
    assert overall.over == "2 criteria" and overall.all_models and overall.all_models.value == 37.5
    assert [share and share.value for share in overall.by_model] == [75.0, 0.0]


def test_without_a_review_in_the_suite_there_is_no_figure() -> None:
    found = study({"a": {"Port-One": 50.0}})
    assert defect_shares(found) == ()
