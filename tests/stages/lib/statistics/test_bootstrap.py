"""The bootstrap against an independent one, and its bounds."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from stages.lib.statistics.bootstrap import Statistic, bootstrap, clusters, interval
from stages.lib.statistics.summary import mean, standard_deviation

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
    expected = np.quantile(values, [tail, 1 - tail]).tolist()
    assert [found.low, found.high] == pytest.approx(expected, rel=1e-6, abs=1e-6)
    assert min(values) <= found.low <= found.high <= max(values)


def test_no_values_give_no_interval() -> None:
    assert interval([], 0.95) is None
