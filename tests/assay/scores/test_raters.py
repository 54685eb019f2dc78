"""Agreement of raters: which dialogues count, and people beside the judges."""

import pytest

from assay.records.leaderboard_records import PeopleCorrelation, RaterAgreement, RaterPair
from assay.records.models import DialogueMarks, ModelMetrics, PeopleFigures, RaterMark
from assay.records.pipeline import MetricScore, TestScore
from assay.scores.raters import (
    RaterPoints,
    people_correlation,
    rater_agreement,
    raters_figures,
)


def test_only_dialogues_that_two_raters_share_count() -> None:
    first, second = ("m", "t", "d"), ("m", "u", "e")
    marks = [
        RaterPoints("bob", first, 3),
        RaterPoints("ann", first, 4),
        RaterPoints("ann", second, 1),
        RaterPoints("cat", second, 1),
    ]
    found = rater_agreement([*marks, RaterPoints("dan", ("m", "v", "f"), 0)])
    assert found.dialogues == 2
    assert [(pair.first, pair.second, pair.dialogues) for pair in found.pairs] == [
        ("ann", "bob", 1),
        ("ann", "cat", 1),
    ]


def score(test: str, panel: str, percent: float | None) -> TestScore:
    metric = MetricScore(score=percent, coverage=1.0, low=0.0, high=100.0)
    status = "unscored" if percent is None else "scored"
    fields = {"model": "m", "test": test, "category": "instruction_following", "dataset": None}
    return TestScore.model_validate(
        fields | {"panel": panel, "status": status, "accuracy": metric, "completeness": metric}
    )


def test_people_are_compared_with_the_judges_where_both_scored() -> None:
    scores = {
        "m": [
            score("t", "people", 50),
            score("t", "llm", 60),
            score("t", "checks", 0),
            score("u", "people", 100),
        ],
        "n": [
            score("t", "people", 75),
            score("t", "llm", 80),
            score("u", "people", 0),
            score("u", "llm", None),
        ],
        "o": [score("t", "people", 100), score("t", "llm", 100)],
    }
    assert people_correlation(scores, "llm").model_dump() == {
        "dialogues": 3,
        "correlation": pytest.approx(1.0),
    }
    assert people_correlation(scores, "checks") == PeopleCorrelation(dialogues=1, correlation=None)


def test_marks_are_taken_from_the_metrics_of_all_models() -> None:
    def metrics(ann: float, bob: float) -> ModelMetrics:
        by_rater = {
            "ann": RaterMark(accuracy=ann, completeness=4.0),
            "bob": RaterMark(accuracy=bob, completeness=4.0),
        }
        dialogues = {
            "t": DialogueMarks(raters=2, marks={"d": by_rater}),
            "u": DialogueMarks(raters=0),
        }
        people = PeopleFigures(dialogues=dialogues, stale=0)
        return ModelMetrics(people=people)

    nothing = ModelMetrics()
    found = raters_figures({"m": metrics(0, 0), "n": metrics(4, 4), "o": nothing}, {}, "llm")
    assert found.accuracy.alpha == 1
    pair = RaterPair(first="ann", second="bob", dialogues=2, kappa=None)
    assert found.completeness == RaterAgreement(dialogues=2, alpha=None, pairs=(pair,))
