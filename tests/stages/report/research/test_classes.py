"""Scores by class: right means, the methodology's matrix."""

from stages.report.research.classes import grouping, matrix_of
from tests.stages.report.research.studies import dataset, study
from tests.stages.validity.small_run import answer

SMALL_EASY = dataset("One", loc=100, gci=0.05, complexity="low", size="low")
BIG_HARD = dataset("Two", loc=900, gci=0.25, complexity="high", size="high")


def test_a_class_has_the_mean_over_its_tests_of_all_models_and_of_each() -> None:
    scores = {"a": {"Port-One": 80.0, "Port-Two": 40.0}, "b": {"Port-One": 60.0, "Port-Two": 20.0}}
    found = study(scores, [SMALL_EASY, BIG_HARD])
    complexity = grouping(found, lambda metrics: metrics.complexity_class)
    assert [column.name for column in complexity] == ["low", "high"]
    low, high = complexity
    assert low.all_models and high.all_models
    assert (low.all_models.value, high.all_models.value) == (70.0, 30.0)
    assert [found and found.value for found in low.by_model] == [80.0, 60.0]
    assert low.all_models.interval is None and low.all_models.datasets == 1


def test_the_matrix_has_each_data_set_in_its_cell_with_its_score_if_a_test_uses_it() -> None:
    matrix = matrix_of(study({"a": {"Port-One": 80.0}}, [SMALL_EASY, BIG_HARD]))
    ((name, score),) = matrix["low"]["low"].items()
    assert name == "One" and score and score.value == 80.0
    assert matrix["high"]["high"] == {"Two": None}


def test_a_built_in_model_is_no_part_of_all_models_where_others_were_asked() -> None:
    asked = answer("a", "Port-One").model_copy(update={"time": "2026-01-01"})
    built_in = answer("gold", "Port-One")
    scores = {"gold": {"Port-One": 100.0}, "a": {"Port-One": 40.0}}
    mixed = study(scores, [SMALL_EASY], answers={"a": (asked,), "gold": (built_in,)})
    assert mixed.real == ["a"]
    (low,) = grouping(mixed, lambda metrics: metrics.complexity_class)
    assert low.all_models and low.all_models.value == 40.0
    assert [found and found.value for found in low.by_model] == [100.0, 40.0]
    assert study(scores, [SMALL_EASY], answers={"gold": (built_in,)}).real == ["gold", "a"]
