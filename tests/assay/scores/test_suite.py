"""Every test of a suite: which judge groups have scores."""

from assay.records.pipeline import CHECKS
from assay.scores.suite import score_tests
from tests.assay.scores.test_model_metrics import judgement, prompt


def test_llm_judges_are_one_group_and_checks_another() -> None:
    judgements = [
        judgement("G1-X", 4),
        judgement("G1-X", 2, judge="k"),
        judgement("G1-X", 0, judge=CHECKS),
    ]
    scores = score_tests([prompt("G1-X")], judgements, "m", 0.9)
    found = {score.judge_group: score.accuracy.score for score in scores if score.accuracy}
    assert found == {"llm": 75, "checks": 0}


def test_group_that_does_not_exist_has_no_scores() -> None:
    scores = score_tests([prompt("G1-X")], [judgement("G1-X", 4, judge=CHECKS)], "m", 0.9)
    assert [score.judge_group for score in scores] == ["checks"]
