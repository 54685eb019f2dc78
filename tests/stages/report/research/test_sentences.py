"""The answers say what the figures allow, and what would be needed where they allow nothing."""

from assay.records.pipeline import Extracted, Figures
from stages.report.research.before_after import change_view
from stages.report.research.categories import category_view
from stages.report.research.classes import class_view
from stages.report.research.frameworks import framework_view
from stages.report.research.sentences import (
    category_findings,
    change_findings,
    class_findings,
    framework_findings,
)
from tests.stages.report.research.studies import dataset, prompt, study


def test_a_mean_over_too_few_data_sets_says_that_it_has_no_interval() -> None:
    found = category_findings(category_view(study({"a": {"Port-One": 80.0}}), "code_translation"))
    assert "1 test, no interval" in found.answer[0]
    assert "An interval needs tests on at least 4 data sets." in found.limits[0]


def test_a_mean_over_enough_data_sets_has_its_interval() -> None:
    scores = {"Port-A": 70.0, "Port-B": 80.0, "Port-C": 85.0, "Port-D": 65.0, "Port-E": 75.0}
    view = category_view(study({"a": scores, "b": scores}), "code_translation")
    assert view.all_models and view.all_models.interval
    assert view.all_models.interval.low < 75.0 < view.all_models.interval.high
    found = category_findings(view)
    assert "no interval" not in found.answer[0] and not found.limits


def test_a_category_that_the_suite_has_not_is_said_to_be_missing() -> None:
    found = category_findings(category_view(study({"a": {"Port-One": 80.0}}), "code_generation"))
    assert found.answer == ()
    assert "No test of this suite asks this" in found.limits[0]


def test_a_category_without_a_score_is_not_said_to_be_missing() -> None:
    unscored = study({"a": {}}, prompts=[prompt("Port-One")])
    found = category_findings(category_view(unscored, "code_translation"))
    assert found.answer == () and found.limits == ("No model has a score in these tests.",)


def test_few_current_frameworks_leave_the_age_open() -> None:
    sets = [dataset(name, age="outdated") for name in "ABCD"] + [dataset("E", age="current")]
    scores = {f"Explain-{name}": 70.0 for name in "ABCD"} | {"Explain-E": 90.0}
    found = framework_findings(framework_view(study({"a": scores}, sets)))
    assert found.answer[0].startswith("Documentation of code by the age of its framework: outdated")
    assert "1 data set with a current framework, so the age" in found.limits[0]
    assert "It would need at least 4 of each age." in found.limits[0]


def test_with_enough_of_each_age_nothing_is_left_open_for_documentation() -> None:
    sets = [dataset(name, age="outdated") for name in "ABCD"]
    sets += [dataset(name, age="current") for name in "EFGH"]
    scores = {f"Explain-{name}": 70.0 for name in "ABCDEFGH"}
    found = framework_findings(framework_view(study({"a": scores}, sets)))
    assert not [limit for limit in found.limits if limit.startswith("Documentation")]


def test_a_correlation_whose_interval_has_zero_is_not_established() -> None:
    sets = [dataset(name, loc=100 * n, gci=0.1) for n, name in enumerate("ABCDE", 1)]
    scores = {"Port-A": 70.0, "Port-B": 90.0, "Port-C": 60.0, "Port-D": 80.0, "Port-E": 71.0}
    answer = class_findings(class_view(study({"a": scores}, sets))).answer
    assert any("An influence of size (logarithm of LoC) is not established" in s for s in answer)


def test_a_change_of_complexity_is_said_with_its_sign_and_whether_it_is_established() -> None:
    tests = [f"Port-{name}" for name in "ABCDE"]
    extracted = tuple(delivered(test, 0.12 - 0.001 * n) for n, test in enumerate(tests))
    found = study({"a": dict.fromkeys(tests, 50.0)}, extracted={"a": extracted})
    view = change_view(found)
    assert view and view.all_models.lower == 100.0
    text = change_findings(view).answer[0]
    assert "GCI before 0.2000, after 0.1180" in text and "a change of −0.0820" in text
    assert "not established" not in text


def test_where_nothing_was_delivered_nothing_is_said_of_complexity() -> None:
    nothing = delivered("Port-A", 0.0).model_copy(update={"after": figures(0, 0.0)})
    found = study({"a": {"Port-A": 0.0}}, extracted={"a": (nothing,)})
    view = change_view(found)
    assert view and view.all_models.answers == 0 and view.all_models.unmeasured == 1
    assert change_findings(view).limits == ("No answer delivered code that could be measured.",)


def delivered(test: str, gci: float) -> Extracted:
    return Extracted(
        model="a",
        test=test,
        attempt=1,
        files=(),
        ignored={},
        before=figures(200, 0.2),
        after=figures(300, gci),
    )


def figures(loc: int, gci: float) -> Figures:
    complexity = round(gci * loc)
    return Figures(
        files=1, loc=loc, cyclomatic_complexity=complexity, functions=1, gci=gci, parse_errors=0
    )
