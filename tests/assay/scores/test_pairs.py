"""Pairs of models: paired differences, and decisions that hold for all pairs together."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.config.settings import ScoreConfig
from assay.errors import AssayError
from assay.records import pipeline as records
from assay.records.leaderboard import Difference
from assay.records.pipeline import LCIF, MetricScore
from assay.scores.pairs import LARGEST, compare_all

SCORE = ScoreConfig(
    min_coverage=0.9, lcif_weights={"Hard": 1.0}, bootstrap_draws=300, confidence=0.95
)
NAMES = [f"T{number}-D{number % 8}" for number in range(16)]


def score(
    model: str, test: str, value: float | None, category: str = "code_generation"
) -> records.TestScore:
    made = None if value is None else MetricScore(score=value, coverage=1, low=value, high=value)
    return records.TestScore(
        model=model,
        test=test,
        category=category,
        dataset=test.split("-")[1],
        judge_group="llm",
        status="scored" if made else "missing",
        accuracy=made,
        completeness=made,
    )


def scores(model: str, values: dict[str, float | None]) -> list[records.TestScore]:
    return [score(model, test, value) for test, value in values.items()]


def difference(first: dict[str, Any], second: dict[str, Any]) -> Difference:
    return compare_all(SCORE, 1, {"a": scores("a", first), "b": scores("b", second)})[0]


VALUES = {test: float(number * 6) for number, test in enumerate(NAMES)}


def test_equal_models_differ_by_nothing_with_certainty() -> None:
    found = difference(VALUES, VALUES)
    assert (found.tests, found.difference, found.low, found.high, found.detectable) == (
        16,
        0,
        0,
        0,
        0,
    )
    assert not found.significant
    assert found.first_better == found.second_better == ()


def test_difference_is_paired_by_test() -> None:
    better = {test: value + 5 + number % 2 for number, (test, value) in enumerate(VALUES.items())}
    found = difference(better, VALUES)
    assert found.difference == pytest.approx(5.5)
    assert found.low is not None and found.high is not None and found.detectable is not None
    assert 5 <= found.low <= 5.5 <= found.high <= 6, (
        "tests of very different difficulty do not widen it"
    )
    assert found.detectable < 1
    assert found.significant
    assert found.first_better == tuple(sorted(NAMES))


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=16, max_size=16))
def test_turning_a_pair_around_changes_the_sign_alone(values: list[tuple[int, int]]) -> None:
    one = {test: 5.0 * left for test, (left, _) in zip(NAMES, values, strict=True)}
    two = {test: 5.0 * right for test, (_, right) in zip(NAMES, values, strict=True)}
    there, back = difference(one, two), difference(two, one)
    assert there.difference == pytest.approx(-back.difference)  # type: ignore[operator]
    assert (there.low, there.high) == (pytest.approx(-back.high), pytest.approx(-back.low))  # type: ignore[operator]
    assert there.detectable == pytest.approx(back.detectable)
    assert (there.first_better, there.second_better) == (back.second_better, back.first_better)
    assert there.significant == back.significant


def test_test_that_one_model_lacks_is_left_out_of_both() -> None:
    found = difference({**VALUES, NAMES[0]: None}, {**VALUES, NAMES[1]: None})
    assert (found.tests, found.difference) == (14, 0)


def test_models_without_a_common_test_are_not_compared() -> None:
    found = difference({NAMES[0]: 50.0}, {NAMES[1]: 50.0})
    assert (found.tests, found.difference, found.low, found.detectable) == (0, None, None, None)
    assert not found.significant


@pytest.mark.parametrize("data_sets", [1, 3])
def test_with_fewer_than_four_data_sets_nothing_is_decided(data_sets: int) -> None:
    tests = [f"T{number}-D{number % data_sets}" for number in range(9)]
    found = difference(dict.fromkeys(tests, 90.0), dict.fromkeys(tests, 10.0))
    assert (found.difference, found.low, found.high, found.p, found.detectable) == (
        80,
        *[None] * 4,
    )
    assert (found.decision, found.significant) == ("too few data sets", False)


def test_four_data_sets_are_enough_for_a_difference_that_is_the_same_on_all() -> None:
    """Sign flips could not do this: of four data sets the smallest p would be 2 / 2^4."""
    tests = [f"T{number}-D{number % 4}" for number in range(8)]
    listed = {
        model: scores(model, dict.fromkeys(tests, value))
        for model, value in (("gold", 100.0), ("null", 0.0), ("echo", 40.0))
    }
    assert all(pair.significant for pair in compare_all(SCORE, 1, listed))


def test_a_difference_that_not_even_the_whole_scale_would_exceed_has_too_few_data_sets() -> None:
    tests = [f"T{number}-D{number}" for number in range(4)]
    wild = dict(zip(tests, (100.0, 0.0, 100.0, 0.0), strict=True))
    found = difference(wild, dict.fromkeys(tests, 50.0))
    assert found.detectable is not None and found.detectable > 100
    assert found.decision == "too few data sets" and found.p is not None


def test_one_dialogue_shifts_the_difference_but_cannot_decide_it() -> None:
    listed = {model: scores(model, VALUES) for model in "ab"}
    for model, value in (("a", 80.0), ("b", 60.0)):
        listed[model].append(score(model, "Hard-X", value, LCIF))
    (found,) = compare_all(SCORE, 1, listed)
    assert found.difference == 10 and found.low is not None and found.low < 0
    assert not found.significant, "all rests on one data set"


def test_tests_on_one_data_set_are_no_independent_proof() -> None:
    better = {test: value + 1 + number % 3 for number, (test, value) in enumerate(VALUES.items())}
    assert (difference(better, VALUES).p or 1.0) < 0.001, "eight data sets, all better"
    one_data_set = {test: value + 9 * (test[-1] == "3") for test, value in VALUES.items()}
    assert (difference(one_data_set, VALUES).p or 0.0) > 0.3


def barely_better() -> dict[str, float | None]:
    """Better on seven of eight data sets, and by different amounts."""
    return {
        test: 20 + value + (number % 8 + 1 if test[-1] != "3" else -4)
        for number, (test, value) in enumerate(VALUES.items())
    }


def test_decision_is_corrected_for_the_number_of_pairs() -> None:
    values: dict[str, float | None] = {test: 20 + value for test, value in VALUES.items()}
    two = {"a": scores("a", barely_better()), "b": scores("b", values)}
    ten = {f"m{number}": scores(f"m{number}", values) for number in range(8)} | two
    alone = compare_all(SCORE, 1, two)[0]
    among = next(p for p in compare_all(SCORE, 1, ten) if (p.first, p.second) == ("a", "b"))
    assert alone.significant and alone.p == alone.p_corrected
    assert among.p == alone.p and (among.low, among.high) == (alone.low, alone.high)
    assert not among.significant and among.needed is not None
    assert (among.detectable or 0) > (alone.detectable or 0)


def test_with_a_baseline_only_its_pairs_are_compared_and_corrected_for() -> None:
    values: dict[str, float | None] = {test: 20 + value for test, value in VALUES.items()}
    listed = {f"m{number}": scores(f"m{number}", values) for number in range(8)}
    listed["a"] = scores("a", barely_better())
    found = compare_all(SCORE, 1, listed, baseline="a")
    assert [pair.first for pair in found] == ["a"] * 8
    every = {(pair.first, pair.second): pair for pair in compare_all(SCORE, 1, listed)}
    for pair in found:
        assert (pair.p_corrected or 1) < (every[pair.first, pair.second].p_corrected or 0)
    with pytest.raises(AssayError, match="there is no model 'zz'"):
        compare_all(SCORE, 1, listed, baseline="zz")


def test_a_pair_with_fewer_common_tests_is_judged_by_its_own_structure() -> None:
    holes: dict[str, float | None] = {**barely_better(), NAMES[0]: None, NAMES[1]: None}
    values: dict[str, float | None] = {test: 20 + value for test, value in VALUES.items()}
    listed = {"a": scores("a", holes), "b": scores("b", values), "c": scores("c", values)}
    found = next(pair for pair in compare_all(SCORE, 1, listed) if pair.second == "b")
    assert found.tests == 14 and found.p is not None and found.p_corrected is not None
    assert found.p <= found.p_corrected <= 1


def test_an_undecided_pair_says_what_it_needs_and_a_decided_one_nothing() -> None:
    uneven = {
        test: value + (6 if number % 2 else -5)
        for number, (test, value) in enumerate(VALUES.items())
    }
    found = difference(uneven, VALUES)
    assert not found.significant and found.needed is not None
    assert found.needed.datasets > 8 and found.needed.tests == 2 * found.needed.datasets
    assert found.needed.attempts is None, "one attempt does not show how much attempts vary"
    assert difference(VALUES, VALUES).needed is None
    assert difference({test: value + 1 for test, value in VALUES.items()}, VALUES).needed is None


def test_noise_between_attempts_is_split_off() -> None:
    def noisy(model: str, sign: int) -> list[records.TestScore]:
        found = []
        for number, (test, value) in enumerate(VALUES.items()):
            each = (value + sign * number, value - sign * number, value)
            found.append(score(model, test, value).model_copy(update={"attempts": each}))
        return found

    known = compare_all(SCORE, 1, {"a": noisy("a", 1), "b": noisy("b", -1)})[0]
    unknown = compare_all(SCORE, 1, {"a": noisy("a", 1), "b": scores("b", VALUES)})[0]
    assert known.noise is None, "the models do not differ at all, so there is no spread to divide"
    assert unknown.noise is None
    shifted = [item.model_copy(update={"accuracy": item.completeness}) for item in noisy("b", 1)]
    moved = compare_all(SCORE, 1, {"a": scored_apart(noisy("a", 1)), "b": shifted})[0]
    assert moved.noise is not None and 0 < moved.noise <= 1


def scored_apart(scores: list[records.TestScore]) -> list[records.TestScore]:
    """The same tests with scores moved to and fro."""
    moved = []
    for number, item in enumerate(scores):
        assert item.accuracy and item.accuracy.score is not None
        value = item.accuracy.score + (8 if number % 2 else -7)
        made = MetricScore(score=value, coverage=1, low=value, high=value)
        moved.append(item.model_copy(update={"accuracy": made, "completeness": made}))
    return moved


def test_largest_differences_are_listed_first() -> None:
    worse = {test: value - number for number, (test, value) in enumerate(VALUES.items())}
    found = difference(VALUES, worse)
    assert list(found.largest) == [
        f"T{number}-D{number % 8}" for number in range(15, 15 - LARGEST, -1)
    ]
    assert list(found.largest.values()) == [15, 14, 13, 12, 11]


def test_difference_is_the_same_at_every_run() -> None:
    one, two = VALUES, dict.fromkeys(VALUES, 50.0)
    assert difference(one, two) == difference(one, two)
    assert "told_apart" in difference(one, two).model_dump(), "the name in the file"


@given(st.randoms())
def test_the_order_of_the_tests_changes_nothing(shuffle: Any) -> None:
    listed = {
        "a": scores("a", {test: value % 37 for test, value in VALUES.items()}),
        "b": scores("b", VALUES),
    }
    turned = {model: shuffle.sample(found, len(found)) for model, found in listed.items()}
    assert compare_all(SCORE, 1, turned) == compare_all(SCORE, 1, listed)


@pytest.mark.slow
@pytest.mark.parametrize("models", ["abc", "abcdefgh"])
def test_models_of_equal_skill_seldom_differ_significantly(models: str) -> None:
    """Some pair is significant in about 5 % of the runs; one dialogue is half of the score."""
    generator = random.Random(3)
    runs = 300
    wrong = 0
    for _ in range(runs):
        listed = {
            model: [
                *scores(model, {test: generator.gauss(60, 8) for test in NAMES}),
                score(model, "Hard-X", generator.gauss(60, 8), LCIF),
            ]
            for model in models
        }
        wrong += any(found.significant for found in compare_all(SCORE, 1, listed))
    assert wrong / runs <= 0.08
