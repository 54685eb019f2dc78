"""Defects found: what share of the known ones is named."""

from stages.report.research.shares import defect_shares
from tests.stages.report.research.studies import study
from tests.stages.validity.small_run import answer, criterion, judgement

HEAVY = criterion("d1", 3.0, "completeness", "defect")
LIGHT = criterion("d2", 1.0, "completeness", "defect")
TEST = "Review-One"


def test_a_defect_counts_by_its_weight() -> None:
    judgements = {}
    for model, is_named in (("a", True), ("b", False)):
        verdicts = (HEAVY.verdict(is_named, ""), LIGHT.verdict(False, ""))
        judgements[model] = (judgement("j", answer(model, TEST), {}, verdicts=verdicts),)
    scores = {"a": {TEST: 50.0}, "b": {TEST: 0.0}}
    criteria = {TEST: (HEAVY, LIGHT)}
    (overall,) = defect_shares(study(scores, criteria=criteria, judgements=judgements))
    assert overall.over == "2 criteria" and overall.all_models and overall.all_models.value == 37.5
    assert [share and share.value for share in overall.by_model] == [75.0, 0.0]


def test_without_a_review_in_the_suite_there_is_no_figure() -> None:
    assert defect_shares(study({"a": {"Port-One": 50.0}})) == ()
