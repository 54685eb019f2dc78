"""Criteria: what everyone passes or fails is named, and item-total correlation is that of the textbook."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.lib.base.records import CHECKS
from stages.validity.discrimination import discrimination, item_total, summary, table
from tests.stages.validity.small_run import criterion, run

MODELS = ("best", "good", "poor", "worst")
LETTERS = ("++++-", "+++--", "++-.-", "+---+")
"""By model: a0 all pass, a1 and a2 tell apart, a3 tells the best, a4 is reversed."""


def of_one_test(judge: str = CHECKS) -> dict[str, dict[tuple[str, str], str]]:
    return {
        judge: {(model, "T-A"): letters for model, letters in zip(MODELS, LETTERS, strict=True)}
    }


def test_dead_weight_and_reversed_criteria_are_named() -> None:
    found = discrimination(run(of_one_test())).set_index("criterion")["found"].to_dict()
    assert found == {
        "a0": "all pass",
        "a1": "tells apart",
        "a2": "tells apart",
        "a3": "tells apart",
        "a4": "reversed",
    }
    failed = {CHECKS: {(model, "T-A"): "-" for model in MODELS}}
    assert discrimination(run(failed))["found"].tolist() == ["all fail"]


def test_pass_rate_is_the_mean_over_models_and_knows_who_was_not_judged() -> None:
    found = discrimination(run(of_one_test())).set_index("criterion")
    assert found.loc["a1", "pass_rate"] == 0.75
    assert (found.loc["a3", "models"], found.loc["a3", "pass_rate"]) == (3, pytest.approx(1 / 3))


def test_a_criterion_is_dead_only_if_all_judges_say_so() -> None:
    both = {
        "one": {(model, "T-A"): "+" for model in MODELS},
        "two": {(model, "T-A"): "+" for model in MODELS},
    }
    both["two"]["worst", "T-A"] = "-"
    found = discrimination(run({**both, CHECKS: {(model, "T-A"): "-" for model in MODELS}}))
    assert found["pass_rate"].tolist() == [pytest.approx(7 / 8)]
    assert found["found"].tolist() == ["tells apart"]


def test_one_model_tells_nothing() -> None:
    assert (
        discrimination(run({CHECKS: {("m", "T-A"): "+-"}}))["found"].tolist()
        == ["too few models"] * 2
    )


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 1.0])] * 4), min_size=3, max_size=12))
def test_item_total_is_the_correlation_with_the_mean_of_the_other_items(
    answers: list[tuple[float, ...]],
) -> None:
    passed = np.array(answers)
    for column, ours in enumerate(item_total(passed, np.ones(4))):
        rest = np.delete(passed, column, axis=1).mean(axis=1)
        if np.ptp(passed[:, column]) and np.ptp(rest) > 1e-9:
            assert ours == pytest.approx(np.corrcoef(passed[:, column], rest)[0, 1])
        else:
            assert math.isnan(ours)


def test_summary_counts_and_says_why_there_is_no_correlation() -> None:
    counts = summary(discrimination(run(of_one_test())))["all"]
    assert (counts["criteria"], counts["all_pass"], counts["reversed"], counts["tells_apart"]) == (
        5,
        1,
        1,
        3,
    )
    two = {CHECKS: {("a", "T-A"): "+-", ("b", "T-A"): "--"}}
    assert "why" in summary(discrimination(run(two)))["all"]["item_total"]


def test_the_table_lists_dead_weight_first_with_its_text() -> None:
    criteria = {"T-A": tuple(criterion(f"a{n}") for n in range(5))}
    lines = table(discrimination(run(of_one_test())), criteria).splitlines()
    assert lines[1].startswith("T-A,") and lines[1].endswith("all pass,It has a0")
    assert "reversed" in lines[2]
    assert len(lines) == 6
