"""The bootstrap against an independent one, and its bounds."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from stages.lib.scoring.statistics import (
    Statistic,
    bootstrap,
    clusters,
    interval,
    mean,
    standard_deviation,
    standard_error,
)

FINITE = st.floats(-1e6, 1e6)


def mean_of(values: dict[str, float]) -> Statistic:
    return lambda drawn: mean([values[test] for test in drawn])


def numpy_bootstrap(groups: list[list[float]], draws: int, seed: int) -> NDArray[np.float64]:
    """Means over groups drawn with replacement, by numpy's own generator and arithmetic."""
    generator = np.random.default_rng(seed)
    sums, counts = (
        np.array([sum(group) for group in groups]),
        np.array([len(group) for group in groups]),
    )
    index = generator.integers(0, len(groups), size=(draws, len(groups)))
    return np.asarray(sums[index].sum(axis=1) / counts[index].sum(axis=1))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_interval_agrees_with_an_independent_bootstrap(seed: int) -> None:
    generator = random.Random(seed)
    sizes = [generator.randint(1, 4) for _ in range(25)]
    groups = [[f"{group}.{test}" for test in range(size)] for group, size in enumerate(sizes)]
    values = {test: generator.uniform(0, 100) for group in groups for test in group}
    ours = bootstrap(groups, mean_of(values), 4000, seed)
    theirs = numpy_bootstrap([[values[test] for test in group] for group in groups], 20_000, seed)
    found = interval(ours, 0.95)
    assert found is not None
    low, high = np.quantile(theirs, [0.025, 0.975])
    spread = float(theirs.std())
    assert found.low == pytest.approx(low, abs=0.15 * spread)
    assert found.high == pytest.approx(high, abs=0.15 * spread)
    assert standard_deviation(ours) == pytest.approx(spread, rel=0.06)
    assert mean(ours) == pytest.approx(float(theirs.mean()), abs=0.1 * spread)


def test_tests_on_one_data_set_are_drawn_together() -> None:
    groups = clusters({"b-X": "X", "a-X": "X", "c-Y": "Y", "d": None, "e": None})
    assert sorted(map(sorted, groups)) == [["a-X", "b-X"], ["c-Y"], ["d"], ["e"]]
    seen: list[list[str]] = []
    bootstrap(groups, lambda drawn: seen.append(list(drawn)) or 0.0, 200, 1)
    assert all(drawn.count("a-X") == drawn.count("b-X") for drawn in seen)
    assert {drawn.count("a-X") for drawn in seen} >= {0, 1, 2}, "groups are drawn with replacement"
    assert all(sum(drawn.count(group[0]) for group in groups) == len(groups) for drawn in seen)


def test_data_set_named_like_a_test_is_no_cluster_with_it() -> None:
    assert len(clusters({"X": None, "a-X": "X"})) == 2


@given(st.dictionaries(st.text("abc", min_size=1), st.sampled_from([None, "X", "Y"])), st.randoms())
def test_clusters_hold_every_test_once_in_an_order_of_their_own(
    datasets: dict[str, str | None], shuffle: random.Random
) -> None:
    items = list(datasets.items())
    shuffle.shuffle(items)
    groups = clusters(dict(items))
    assert groups == clusters(datasets)
    assert sorted(test for group in groups for test in group) == sorted(datasets)


def test_same_seed_gives_the_same_values_and_another_seed_others() -> None:
    groups = [[str(number)] for number in range(10)]
    values = {str(number): float(number) for number in range(10)}
    first = bootstrap(groups, mean_of(values), 50, 7)
    assert first == bootstrap(groups, mean_of(values), 50, 7)
    assert first != bootstrap(groups, mean_of(values), 50, 8)


def test_bootstrap_leaves_the_common_generator_alone() -> None:
    random.seed(3)
    state = random.getstate()
    bootstrap([["a"], ["b"]], lambda drawn: 0.0, 10, 1)
    assert random.getstate() == state


@pytest.mark.parametrize("groups", [[], [["a", "b", "c"]]])
def test_fewer_than_two_groups_give_no_values(groups: list[list[str]]) -> None:
    assert bootstrap(groups, lambda drawn: 1.0, 100, 1) == []


def test_draws_that_do_not_define_the_figure_are_left_out() -> None:
    values = bootstrap([["a"], ["b"]], lambda drawn: 1.0 if "a" in drawn else None, 400, 1)
    assert 0 < len(values) < 400
    assert bootstrap([["a"], ["b"]], lambda drawn: None, 10, 1) == []


@given(st.lists(FINITE, min_size=1, max_size=30), st.floats(0.01, 0.99))
def test_interval_is_numpys_percentiles(values: list[float], confidence: float) -> None:
    found = interval(sorted(values), confidence)
    assert found is not None
    tail = (1 - confidence) / 2
    assert found == pytest.approx(tuple(np.quantile(values, [tail, 1 - tail])), rel=1e-6, abs=1e-6)
    assert min(values) <= found.low <= found.high <= max(values)


def test_no_values_give_no_interval() -> None:
    assert interval([], 0.95) is None


@given(st.lists(FINITE, min_size=2, max_size=30))
def test_standard_deviation_is_numpys(values: list[float]) -> None:
    assert standard_deviation(values) == pytest.approx(
        float(np.std(values, ddof=1)), rel=1e-6, abs=1e-4
    )


@pytest.mark.parametrize("values", [[], [3.0]])
def test_standard_deviation_of_fewer_than_two_values_is_zero(values: list[float]) -> None:
    assert standard_deviation(values) == 0


@given(st.lists(FINITE, min_size=1, max_size=20), st.randoms())
def test_mean_does_not_depend_on_the_order(values: list[float], shuffle: random.Random) -> None:
    shuffled = values.copy()
    shuffle.shuffle(shuffled)
    assert mean(values) == mean(shuffled)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_standard_error_agrees_with_the_bootstrap_of_the_same_figure(seed: int) -> None:
    generator = random.Random(seed)
    groups = [[f"{group}.{test}" for test in range(3)] for group in range(40)]
    effect = {test: generator.gauss(0, 5) for group in groups for test in group}
    values = {test: effect[test] + 20 * (test[-1] == "0") for group in groups for test in group}
    strata = {test: "first" if test[-1] == "0" else "others" for test in values}
    sizes = {"first": 40, "others": 80}
    weights = {test: 0.5 / sizes[stratum] for test, stratum in strata.items()}

    def overall(drawn: Sequence[str]) -> float:
        return mean(
            [mean([values[test] for test in drawn if strata[test] == name]) for name in sizes]
        )

    found = standard_error(groups, values, weights, strata)
    assert found == pytest.approx(
        standard_deviation(bootstrap(groups, overall, 3000, seed)), rel=0.08
    )


@given(st.lists(FINITE, min_size=2, max_size=20))
def test_standard_error_of_a_plain_mean_is_numpys(values: list[float]) -> None:
    named = {str(number): value for number, value in enumerate(values)}
    found = standard_error(
        [[name] for name in named],
        named,
        dict.fromkeys(named, 1 / len(named)),
        dict.fromkeys(named, ""),
    )
    assert found == pytest.approx(
        float(np.std(values, ddof=1)) / len(values) ** 0.5, rel=1e-6, abs=1e-4
    )


def test_standard_error_is_not_biased_by_unequal_weights() -> None:
    """Three dialogues of weight 0.2, 0.2 and 0.6 beside six tests: the mean of the squares is the true variance."""
    weights = {"t1": 0.1, "t2": 0.1, "t3": 0.3, **{f"u{number}": 0.5 / 6 for number in range(6)}}
    strata = {test: test[0] for test in weights}
    generator = np.random.default_rng(4)
    groups = [[test] for test in weights]
    found = [
        standard_error(
            groups,
            dict(zip(weights, generator.normal(0, 3, 9).tolist(), strict=True)),
            weights,
            strata,
        )
        ** 2
        for _ in range(4000)
    ]
    assert float(np.mean(found)) == pytest.approx(
        9 * sum(weight**2 for weight in weights.values()), rel=0.05
    )


def test_standard_error_of_one_group_is_zero() -> None:
    assert (
        standard_error([["a", "b"]], {"a": 1, "b": 9}, {"a": 0.5, "b": 0.5}, {"a": "x", "b": "x"})
        == 0
    )
