"""One model of all contestants: estimates, intervals, chances, and what attempts say."""

import pytest

from assay.records.pipeline import MetricScore, TestScore
from assay.scores.contestants import Contest, contest_of
from assay.scores.pairs import compare_all
from tests.assay.scores.contests import NAMES, SCORE, VALUES, noisy, score, scores


def contest(**values: dict[str, float | None]) -> Contest:
    listed = {model: scores(model, of_model) for model, of_model in values.items()}
    return contest_of(SCORE, 1, listed)


def test_an_estimate_is_the_score_where_nothing_is_missing() -> None:
    found = contest(a=VALUES, b=dict.fromkeys(VALUES, 50.0))
    assert found.estimates["a"] == pytest.approx(sum(VALUES.values()) / 16)
    assert found.estimates["b"] == pytest.approx(50)


def test_a_model_that_misses_the_hardest_tests_gains_little_by_it() -> None:
    holes = {**VALUES, **dict.fromkeys(NAMES[:4], None)}
    found = contest(a=VALUES, b=holes, c=VALUES)
    present = [value for value in holes.values() if value is not None]
    assert sum(present) / len(present) > found.estimates["a"] + 10
    assert found.estimates["b"] == pytest.approx(found.estimates["a"], abs=2)


def test_bounds_hold_whatever_the_missing_tests_would_give() -> None:
    found = contest(a={**VALUES, NAMES[0]: None}, b=VALUES)
    rest = sum(value for test, value in VALUES.items() if test != NAMES[0])
    assert 100 * found.bounds[0][0] == pytest.approx(rest / 16)
    assert 100 * found.bounds[1][0] == pytest.approx((rest + 100) / 16)
    part = MetricScore(score=None, coverage=0.6, low=40, high=80)
    record = score("a", NAMES[0], None)
    partly = record.model_copy(
        update={"status": "unscored", "accuracy": part, "completeness": part}
    )
    listed = {"a": [partly, *scores("a", VALUES)[1:]], "b": scores("b", VALUES)}
    unscored = contest_of(SCORE, 1, listed)
    assert 100 * unscored.bounds[0][0] == pytest.approx((rest + 40) / 16)


def test_a_test_with_one_judge_missing_counts_by_the_others() -> None:
    values = noisy(1)
    test = NAMES[3]
    gap = MetricScore(score=None, coverage=2 / 3, low=60.0, high=60.0 + 100 / 3)
    of_model = [record for record in scores("a", values) if record.test != test]
    open_one = score("a", test, None).model_copy(
        update={"status": "unscored", "accuracy": gap, "completeness": gap}
    )
    contest = contest_of(
        SCORE, 0, {"a": [*of_model, open_one], "b": scores("b", values | {test: 90.0})}
    )
    assert contest.estimates["a"] == pytest.approx(contest.estimates["b"])
    low, high = (100 * ends[0] for ends in contest.bounds)
    assert high - low == pytest.approx(100 / 3 / len(NAMES))
    assert low < contest.estimates["a"] < high


def test_documents_that_checks_searched_are_in_no_comparison() -> None:
    def with_document(model: str, most: float, values: dict[str, float]) -> list[TestScore]:
        found = MetricScore(score=None, coverage=0, low=0, high=most)
        document = score(model, "Doc-D1", 0, "code_documentation").model_copy(
            update={"status": "mentioned", "accuracy": found, "completeness": found}
        )
        return [document, *scores(model, values)]

    listed = {"a": with_document("a", 0, VALUES), "b": with_document("b", 100, noisy(1))}
    found = contest_of(SCORE, 1, listed)
    (pair,) = compare_all(found)
    assert (pair,) == tuple(compare_all(contest(a=VALUES, b=noisy(1)))) and pair.tests == 16


@pytest.mark.parametrize("value", [0.0, 3.0, 97.0, 100.0])
def test_an_interval_stays_within_0_and_100_and_has_a_width_at_the_ends(value: float) -> None:
    found = contest(a=dict.fromkeys(NAMES, value), b=noisy(1)).intervals["a"]
    assert 0 <= found.low <= value <= found.high <= 100
    assert 0.2 < found.high - found.low < 15, "rule of three"


def test_with_fewer_than_four_data_sets_there_is_no_interval_and_no_chance() -> None:
    tests = [f"T{number}-D{number % 3}" for number in range(9)]
    found = contest(a=dict.fromkeys(tests, 90.0), b=dict.fromkeys(tests, 10.0))
    assert found.intervals == {} and found.chances == {} and not found.decidable


def test_a_contest_without_any_score_has_nothing_to_say() -> None:
    found = contest_of(SCORE, 1, {"a": [score("a", NAMES[0], None)]})
    assert found.estimates == {} and found.intervals == {} and found.chances == {}
