"""Criteria that all pass or all fail are named; item-total correlation is the textbook's."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.records.discrimination_rows import (
    DiscriminationRow,
    discrimination_csv,
    read_discrimination,
)
from assay.records.pipeline import CHECKS
from stages.validity.criteria_discrimination import discrimination, item_total
from tests.stages.validity.small_run import criterion, run

MODELS = ("best", "good", "poor", "worst")
LETTERS = ("++++-", "+++--", "++-.-", "+---+")
"""By model: a0 all pass, a1 and a2 tell apart, a3 tells the best, a4 is reversed."""


def of_one_test() -> dict[str, dict[tuple[str, str], str]]:
    return {CHECKS: {(model, "T-A"): said for model, said in zip(MODELS, LETTERS, strict=True)}}


def rows(outcomes: dict[str, dict[tuple[str, str], str]]) -> dict[str, DiscriminationRow]:
    return {row.criterion: row for row in discrimination(run(outcomes), {})}


def kinds(outcomes: dict[str, dict[tuple[str, str], str]]) -> dict[str, str]:
    return {name: row.kind for name, row in sorted(rows(outcomes).items())}


def test_dead_weight_and_reversed_criteria_are_named() -> None:
    assert kinds(of_one_test()) == {
        "a0": "all pass",
        "a1": "tells apart",
        "a2": "tells apart",
        "a3": "tells apart",
        "a4": "reversed",
    }
    failed = {CHECKS: {(model, "T-A"): "-" for model in MODELS}}
    assert kinds(failed) == {"a0": "all fail"}


def test_pass_rate_is_the_mean_over_models_and_knows_who_was_not_judged() -> None:
    found = rows(of_one_test())
    assert found["a1"].pass_rate == 0.75
    assert (found["a3"].models, found["a3"].pass_rate) == (3, pytest.approx(1 / 3))


def test_a_criterion_is_dead_only_if_all_judges_say_so() -> None:
    both = {judge: {(model, "T-A"): "+" for model in MODELS} for judge in ("one", "two")}
    both["two"]["worst", "T-A"] = "-"
    found = rows({**both, CHECKS: {(model, "T-A"): "-" for model in MODELS}})
    assert found["a0"].pass_rate == pytest.approx(7 / 8)
    assert found["a0"].kind == "tells apart"


def test_one_model_tells_nothing() -> None:
    assert set(kinds({CHECKS: {("m", "T-A"): "+-"}}).values()) == {"too few models"}


@given(st.lists(st.tuples(*[st.sampled_from([0.0, 1.0])] * 4), min_size=3, max_size=12))
def test_item_total_is_the_correlation_with_other_items(answers: list[tuple[float, ...]]) -> None:
    passed = np.array(answers)
    for column, ours in enumerate(item_total(passed, np.ones(4))):
        rest = np.delete(passed, column, axis=1).mean(axis=1)
        if np.ptp(passed[:, column]) and np.ptp(rest) > 1e-9:
            assert ours == pytest.approx(np.corrcoef(passed[:, column], rest)[0, 1])
        else:
            assert math.isnan(ours)


def test_the_table_lists_dead_weight_first_with_its_text() -> None:
    criteria = {"T-A": tuple(criterion(f"a{n}") for n in range(5))}
    lines = discrimination_csv(discrimination(run(of_one_test()), criteria)).splitlines()
    assert lines[1].startswith("T-A,") and lines[1].endswith("all pass,It has a0")
    assert "reversed" in lines[2]
    assert len(lines) == 6


def test_the_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    criteria = {"T-A": tuple(criterion(f"a{n}") for n in range(5))}
    path = tmp_path / "discrimination.csv"
    path.write_text(discrimination_csv(discrimination(run(of_one_test()), criteria)))
    assert discrimination_csv(read_discrimination(path)) == path.read_text()
    assert read_discrimination(path)[0].item_total is None


def test_a_row_that_lacks_a_column_is_one_line_with_its_remedy(tmp_path: Path) -> None:
    path = tmp_path / "discrimination.csv"
    path.write_text("test,found\nT-A,all pass\n")
    with pytest.raises(
        AssayError, match=r"discrimination\.csv: not DiscriminationRow: .*run `dvc repro`"
    ):
        read_discrimination(path)
