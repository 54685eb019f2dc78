"""Means of questions have an interval where there are enough data sets, and none where not."""

from assay.records.pipeline import Extracted
from stages.report.research.before_after import change_view
from stages.report.research.view import scenario_columns
from tests.stages.report.research.studies import figures, prompt, study


def test_a_mean_over_too_few_data_sets_has_no_interval() -> None:
    everything, port = scenario_columns(study({"a": {"Port-One": 80.0}}), "code_translation")
    assert port.all_models and port.all_models.interval is None
    assert everything.by_model[0] and everything.by_model[0].value == 80.0


def test_a_mean_over_enough_data_sets_has_its_interval() -> None:
    scores = {"Port-A": 70.0, "Port-B": 80.0, "Port-C": 85.0, "Port-D": 65.0, "Port-E": 75.0}
    worse = {test: score - 10 for test, score in scores.items()}
    port = scenario_columns(study({"b": worse, "a": scores}), "code_translation")[1]
    assert port.all_models and port.all_models.interval
    assert port.all_models.interval.low < 70.0 < port.all_models.interval.high


def test_a_category_that_the_suite_has_not_differs_from_one_without_a_score() -> None:
    assert scenario_columns(study({"a": {"Port-One": 80.0}}), "code_generation") == ()
    unscored = study({"a": {}}, prompts=[prompt("Port-One")])
    column = scenario_columns(unscored, "code_translation")[0]
    assert (column.over, column.all_models) == ("1 test, 1 data set", None)


def test_a_change_of_complexity_has_its_sign_and_its_interval() -> None:
    tests = [f"Port-{name}" for name in "ABCDE"]
    extracted = tuple(delivered(test, 0.12 - 0.001 * n) for n, test in enumerate(tests))
    view = change_view(study({"a": dict.fromkeys(tests, 50.0)}, extracted={"a": extracted}))
    assert view[0].name == "All models" and view[0].lower == 100.0
    change = view[0].change
    assert change and round(change.value, 4) == -0.082
    assert change.interval and change.interval.high < 0


def test_where_nothing_was_delivered_nothing_is_said_of_complexity() -> None:
    nothing = delivered("Port-A", 0.0).model_copy(update={"after": figures(0, 0.0)})
    view = change_view(study({"a": {"Port-A": 0.0}}, extracted={"a": (nothing,)}))
    assert view[0].answers == 0 and view[0].unmeasured == 1
    assert view[0].change is None


def delivered(test: str, gci: float) -> Extracted:
    item = Extracted(model="a", test=test, attempt=1, files=(), ignored={})
    return item.model_copy(update={"before": figures(200, 0.2), "after": figures(300, gci)})
