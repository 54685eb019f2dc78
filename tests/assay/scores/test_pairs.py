"""Pairs of models: differences, and decisions that hold for all pairs together."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.records.leaderboard_records import Difference
from assay.scores.contestants import contest_of
from assay.scores.pairs import LARGEST, compare_all
from tests.assay.scores.contests import NAMES, SCORE, VALUES, noisy, score, scores

Listed = Mapping[str, list[Any]]


def compared(scored: Listed, **how: Any) -> list[Difference]:
    margin = how.pop("margin", 3.0)
    config = SCORE.model_copy(update={"correction": how.pop("correction", "step-down")})
    return compare_all(contest_of(config, 1, scored, margin), **how)


def difference(first: Mapping[str, Any], second: Mapping[str, Any], **how: Any) -> Difference:
    return compared({"a": scores("a", first), "b": scores("b", second)}, **how)[0]


def test_equal_models_differ_by_nothing_and_neither_is_better() -> None:
    found = difference(VALUES, VALUES)
    assert (found.tests, found.difference) == (16, 0)
    assert not found.significant and found.p == 1
    assert found.first_better_probability == pytest.approx(0.5, abs=0.02)
    assert found.first_better == found.second_better == ()


def test_difference_is_paired_by_test() -> None:
    """The tests' difficulty is from 5 to 95, the models differ by 8 to 12 on each of them."""
    better = {test: value + 4 + number % 5 for number, (test, value) in enumerate(VALUES.items())}
    found = difference(better, VALUES)
    assert found.significant and found.low is not None and found.high is not None
    assert 0 < found.low < (found.difference or 0) < found.high < 15
    assert found.first_better == tuple(sorted(NAMES))


@settings(max_examples=10, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=16, max_size=16))
def test_turning_a_pair_around_changes_the_sign_alone(values: list[tuple[int, int]]) -> None:
    one = {test: 5.0 * left for test, (left, _) in zip(NAMES, values, strict=True)}
    two = {test: 5.0 * right for test, (_, right) in zip(NAMES, values, strict=True)}
    there, back = difference(one, two), difference(two, one)
    assert there.difference == pytest.approx(-back.difference)  # type: ignore[operator]
    assert (there.first_better, there.second_better) == (back.second_better, back.first_better)
    assert there.p == pytest.approx(back.p, abs=0.05)
    assert there.first_better_probability == pytest.approx(
        1 - (back.first_better_probability or 0), abs=0.05
    )


def test_models_without_a_common_test_are_not_compared() -> None:
    found = difference({NAMES[0]: 50.0}, {NAMES[1]: 50.0})
    assert (found.tests, found.difference, found.low, found.detectable) == (0, None, None, None)
    assert not found.significant


def test_with_fewer_than_four_data_sets_nothing_is_decided() -> None:
    tests = [f"T{number}-D{number % 3}" for number in range(9)]
    found = difference(dict.fromkeys(tests, 90.0), dict.fromkeys(tests, 10.0))
    assert found.difference == pytest.approx(80)
    assert (found.low, found.high, found.p, found.detectable) == (None,) * 4
    assert (found.decision, found.significant) == ("too few data sets", False)


def test_scores_without_any_scatter_are_no_proof() -> None:
    """All models pass everything but one criterion: the standard error is not 0."""
    tests = [f"T{number}-D{number}" for number in range(4)]
    found = difference(dict.fromkeys(tests, 100.0), {**dict.fromkeys(tests, 100.0), tests[0]: 97.0})
    assert not found.significant and (found.detectable or 0) > 1


def test_the_probability_and_the_margin_say_what_a_buyer_asks() -> None:
    close = {test: value + (-1) ** number for number, (test, value) in enumerate(VALUES.items())}
    found = difference(close, VALUES, margin=30.0)
    assert found.equivalent and not found.significant
    assert (found.first_not_worse_probability or 0) > 0.95
    assert not difference(close, VALUES, margin=0.1).equivalent
    better = {test: min(100, value + 20) for test, value in VALUES.items()}
    far = difference(better, VALUES)
    assert (far.first_better_probability or 0) > 0.99
    assert (far.second_not_worse_probability or 1) < 0.05


def field(models: int) -> dict[str, list[Any]]:
    """Models that scatter alike around the same scores; the first is better."""
    listed = {f"m{number}": scores(f"m{number}", noisy(number)) for number in range(models)}
    listed["a"] = scores("a", {test: value + 14 for test, value in noisy(77).items()})
    return listed


def pair_of(pairs: list[Difference], first: str, second: str) -> Difference:
    return next(pair for pair in pairs if (pair.first, pair.second) == (first, second))


def test_decision_is_corrected_for_the_number_of_pairs() -> None:
    found = compared(field(9))
    assert all((pair.p or 0) <= (pair.p_corrected or 0) <= 1 for pair in found)
    for rate in compared(field(9), correction="fdr"):
        assert (rate.p or 0) <= (rate.p_corrected or 0) <= 45 * (rate.p or 0)


def test_with_a_baseline_only_its_pairs_are_compared_and_corrected_for() -> None:
    found = compared(field(8), baseline="a")
    assert [pair.first for pair in found] == ["a"] * 8
    every = compared(field(8))
    for pair in found:
        among = pair_of(every, pair.first, pair.second)
        assert (pair.p_corrected or 1) <= (among.p_corrected or 0)
        assert (pair.high or 0) - (pair.low or 0) < (among.high or 0) - (among.low or 0)
    with pytest.raises(AssayError, match="there is no model 'zz'"):
        compared(field(8), baseline="zz")


def test_a_pair_is_undecided_where_what_is_missing_could_turn_it() -> None:
    better = {test: value + 8 + number % 3 for number, (test, value) in enumerate(VALUES.items())}
    assert difference(better, VALUES).decision == "significant"
    holes = {**better, **dict.fromkeys(NAMES[-3:])}
    found = difference(holes, VALUES)
    assert found.decision == "undecided" and not found.significant
    far = {test: min(100.0, value + 60) for test, value in VALUES.items()}
    assert difference({**far, NAMES[0]: None}, VALUES).decision == "significant"


def test_better_on_these_tests_needs_less_than_better_on_code_bases_like_these() -> None:
    def attempts(model: str, values: Mapping[str, float]) -> list[Any]:
        found = []
        for test, value in values.items():
            each = (value - 1, value, value + 1)
            found.append(score(model, test, value).model_copy(update={"attempts": each}))
        return found

    listed = {"a": attempts("a", noisy(1)), "b": attempts("b", noisy(2))}
    (found,) = compared(listed)
    assert found.noise is not None and 0 < found.noise < 0.2
    assert found.p_on_these_tests is not None and found.p_corrected is not None
    assert found.p_on_these_tests < found.p_corrected
    (alone,) = compared({"a": scores("a", noisy(1)), "b": scores("b", noisy(2))})
    assert alone.noise is None and alone.p_on_these_tests is None


def test_largest_differences_are_listed_first() -> None:
    worse = {test: value - number / 4 for number, (test, value) in enumerate(VALUES.items())}
    found = difference(VALUES, worse)
    assert list(found.largest) == [
        f"T{number}-D{number % 8}" for number in range(15, 15 - LARGEST, -1)
    ]


def test_difference_is_the_same_at_every_run_and_in_any_order_of_tests() -> None:
    listed = {"a": scores("a", noisy(1)), "b": scores("b", noisy(2))}
    turned = {model: records[::-1] for model, records in listed.items()}
    assert compared(turned) == compared(listed)
    assert "told_apart" in compared(listed)[0].model_dump(), "the name in the file"
