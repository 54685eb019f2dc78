"""compare: paired differences, groups that the data can tell apart, and what leaves with a removed model."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.compare import CompareConfig, Difference, compare_all, leaderboard, prune, write_plots
from stages.lib.base import paths, records
from stages.lib.base.config import ScoreConfig
from stages.lib.base.records import LCIF, MetricScore

SCORE = ScoreConfig(min_coverage=0.9, lcif_weights={"Hard": 1.0}, bootstrap_draws=300, confidence=0.95)
CONFIG = CompareConfig(models=["a", "b"], score=SCORE, seed=1)
NAMES = [f"T{number}-D{number % 8}" for number in range(16)]


def score(model: str, test: str, value: float | None, category: str = "code_generation") -> records.TestScore:
    made = None if value is None else MetricScore(score=value, coverage=1, low=value, high=value)
    return records.TestScore(
        model=model,
        test=test,
        category=category,
        dataset=test.split("-")[1],
        panel="llm",
        status="scored" if made else "missing",
        accuracy=made,
        completeness=made,
    )


def scores(model: str, values: dict[str, float | None]) -> list[records.TestScore]:
    return [score(model, test, value) for test, value in values.items()]


def difference(first: dict[str, Any], second: dict[str, Any]) -> Difference:
    return compare_all(CONFIG, {"a": scores("a", first), "b": scores("b", second)})[0]


VALUES = {test: float(number * 6) for number, test in enumerate(NAMES)}


def test_equal_models_differ_by_nothing_with_certainty() -> None:
    found = difference(VALUES, VALUES)
    assert (found.tests, found.difference, found.low, found.high, found.detectable) == (16, 0, 0, 0, 0)
    assert not found.told_apart
    assert found.first_better == found.second_better == []


def test_difference_is_paired_by_test() -> None:
    better = {test: value + 5 + number % 2 for number, (test, value) in enumerate(VALUES.items())}
    found = difference(better, VALUES)
    assert found.difference == pytest.approx(5.5)
    assert found.low is not None and found.high is not None and found.detectable is not None
    assert 5 <= found.low <= 5.5 <= found.high <= 6, "tests of very different difficulty do not widen it"
    assert found.detectable < 1
    assert found.told_apart
    assert found.first_better == sorted(NAMES)


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=16, max_size=16))
def test_turning_a_pair_around_changes_the_sign_alone(values: list[tuple[int, int]]) -> None:
    one = {test: 5.0 * left for test, (left, _) in zip(NAMES, values, strict=True)}
    two = {test: 5.0 * right for test, (_, right) in zip(NAMES, values, strict=True)}
    there, back = difference(one, two), difference(two, one)
    assert there.difference == pytest.approx(-back.difference)  # type: ignore[operator]
    assert (there.low, there.high) == (pytest.approx(-back.high), pytest.approx(-back.low))  # type: ignore[operator]
    assert there.detectable == pytest.approx(back.detectable)
    assert (there.first_better, there.second_better) == (back.second_better, back.first_better)
    assert there.told_apart == back.told_apart


def test_test_that_one_model_lacks_is_left_out_of_both() -> None:
    found = difference({**VALUES, NAMES[0]: None}, {**VALUES, NAMES[1]: None})
    assert (found.tests, found.difference) == (14, 0)


def test_models_without_a_common_test_are_not_compared() -> None:
    found = difference({NAMES[0]: 50.0}, {NAMES[1]: 50.0})
    assert (found.tests, found.difference, found.low, found.detectable) == (0, None, None, None)
    assert not found.told_apart


def test_category_of_one_data_set_gives_a_difference_without_interval() -> None:
    found = difference({"T1-X": 90.0, "T2-X": 80.0}, {"T1-X": 50.0, "T2-X": 60.0})
    assert (found.difference, found.low, found.high, found.detectable) == (30, None, None, None)
    assert not found.told_apart


def test_dialogues_shift_the_difference_and_are_not_drawn() -> None:
    listed = {model: scores(model, VALUES) for model in "ab"}
    for model, value in (("a", 80.0), ("b", 60.0)):
        listed[model].append(score(model, "Hard-X", value, LCIF))
    (found,) = compare_all(CONFIG, listed)
    assert (found.difference, found.low, found.high) == (10, 10, 10)


def test_difference_is_the_same_at_every_run() -> None:
    one, two = VALUES, dict.fromkeys(VALUES, 50.0)
    assert difference(one, two) == difference(one, two)
    assert difference(one, two).as_json()["told_apart"] == difference(one, two).told_apart


# The leaderboard


def figure(provisional: float | None, final: float | None = None, panel: str = "llm") -> dict[str, Any]:
    spent = {"tokens": {"input": 7, "output": 3}, "cost_usd": 0.5, "seconds": 1.0, "gaps": 0}
    tests = {"scored": 9, "unscored": 0, "missing": 0 if provisional is not None else 9}
    of_panel = {"final_provisional": provisional, "categories": {}, "tests": tests}
    of_panel |= {} if final is None else {"final": final}
    return {panel: of_panel, "generate": spent}


def pair(first: str, second: str, apart: bool) -> Difference:
    return Difference(first, second, 9, 1.0, 0.5 if apart else -0.5, 1.5, 1.0, [], [])


def test_models_are_ranked_from_best_to_worst_and_ties_by_name() -> None:
    figures = {"c": figure(50.0), "b": figure(70.0), "a": figure(50.0), "d": figure(None)}
    rows = leaderboard(figures, "llm", [])
    assert [(row["rank"], row["model"]) for row in rows] == [(1, "b"), (2, "a"), (3, "c"), (None, "d")]


@pytest.mark.parametrize("status", ["missing", "unscored"])
def test_a_model_with_holes_has_no_rank_however_well_it_did_on_the_rest(status: str) -> None:
    holed = figure(90.0)
    holed["llm"]["tests"][status] = 6
    rows = leaderboard({"holed": holed, "whole": figure(80.0)}, "llm", [])
    assert [(row["model"], row["rank"], row["group"]) for row in rows] == [("whole", 1, 1), ("holed", None, None)]


def test_models_that_the_data_cannot_tell_from_the_first_share_its_group() -> None:
    figures = {name: figure(value) for name, value in zip("abcd", (90.0, 85.0, 80.0, 75.0), strict=True)}
    pairs = [pair("a", "b", False), pair("a", "c", True), pair("b", "c", False), pair("c", "d", False)]
    rows = leaderboard(figures, "llm", [*pairs, pair("a", "d", True), pair("b", "d", True)])
    assert [row["group"] for row in rows] == [1, 1, 3, 3]


def test_final_and_provisional_scores_are_never_mixed() -> None:
    both = leaderboard({"a": figure(50.0, 60.0), "b": figure(55.0, 58.0)}, "llm", [])
    assert [(row["model"], row["score"], row["kind"]) for row in both] == [("a", 60.0, "final"), ("b", 58.0, "final")]
    mixed = leaderboard({"a": figure(50.0, 60.0), "b": figure(55.0)}, "llm", [])
    assert [(row["model"], row["score"]) for row in mixed] == [("b", 55.0), ("a", 50.0)]
    assert {row["kind"] for row in mixed} == {"final_provisional"}


def test_row_says_what_the_answers_took() -> None:
    (row,) = leaderboard({"a": figure(50.0)}, "llm", [])
    assert (row["tokens"], row["cost_usd"], row["seconds"]) == (10, 0.5, 1.0)


# Files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(*files: Path) -> None:
    for path in files:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")


def test_what_a_removed_model_left_is_deleted_but_never_a_paid_answer(folder: Path) -> None:
    views = (paths.answers, paths.extracted, paths.verdicts, paths.test_scores, paths.model_metrics)
    paid = [
        store(stage, "old") for store in (paths.published_ledger, paths.local_ledger) for stage in ("generate", "judge")
    ]
    write(*(view(model) for view in views for model in ("kept", "old")), *paid, paths.LEADERBOARD)
    notes = prune(["kept"])
    assert len(notes) == len(views) and all("old" in note for note in notes)
    assert all(view("kept").exists() and not view("old").exists() for view in views)
    assert all(path.exists() for path in [*paid, paths.LEADERBOARD])
    assert prune(["kept"]) == []


def test_nothing_to_prune_in_an_empty_folder(folder: Path) -> None:
    assert prune(["a"]) == []


def test_plots_hold_a_line_for_each_score_that_exists(folder: Path) -> None:
    row = {"model": "a", "score": 61.23456, "cost_usd": None, "tokens": 10, "seconds": 1.5}
    write_plots(
        [{**row, "categories": {"code_generation": 50.0}}, {**row, "model": "b", "score": None, "categories": {}}]
    )
    assert (paths.PLOTS / "categories.csv").read_text().splitlines() == [
        "model,category,score",
        "a,code_generation,50.0",
        "a,overall,61.2346",
    ]
    assert len((paths.PLOTS / "cost.csv").read_text().splitlines()) == 3
