"""Agreement of raters: which dialogues count, and people beside the judges."""

import pytest

from assay.records.leaderboard_records import PeopleCorrelation, RaterAgreement
from assay.records.models import DialogueMarks, ModelMetrics, PeopleFigures, RaterMark
from assay.records.pipeline import MetricScore, TestScore
from assay.scores.raters import people_correlation, raters_figures


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


def test_of_all_models_the_dialogues_count_that_two_raters_marked() -> None:
    def metrics(ann: float, bob: float) -> ModelMetrics:
        by_rater = {
            "ann": RaterMark(accuracy=ann, completeness=4.0),
            "bob": RaterMark(accuracy=bob, completeness=4.0),
        }
        dialogues = {
            "t": DialogueMarks(
                raters=2,
                marks={"d": by_rater, "alone": {"ann": RaterMark(accuracy=1, completeness=1)}},
            ),
            "u": DialogueMarks(raters=0),
        }
        people = PeopleFigures(dialogues=dialogues, stale=0)
        return ModelMetrics(people=people)

    nothing = ModelMetrics()
    found = raters_figures({"m": metrics(0, 0), "n": metrics(4, 4), "o": nothing}, {}, "llm")
    assert found.accuracy.alpha == 1
    assert found.completeness == RaterAgreement(dialogues=2, alpha=None)
