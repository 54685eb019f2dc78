"""What the bootstrap draws, and the intervals of what comes out."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.statistics.bootstrap import clusters, interval, multiplicities

FINITE = st.floats(-1e6, 1e6)


def test_tests_on_one_data_set_are_one_group() -> None:
    groups = clusters({"b-X": "X", "a-X": "X", "c-Y": "Y", "d": None, "e": None})
    assert sorted(map(sorted, groups)) == [["a-X", "b-X"], ["c-Y"], ["d"], ["e"]]


def test_each_draw_holds_as_many_groups_as_there_are_with_replacement() -> None:
    drawn = multiplicities(5, 300, 1)
    assert (drawn.sum(axis=1) == 5).all() and set(drawn.ravel()) >= {0, 1, 2}
    assert drawn.mean(axis=0) == pytest.approx(np.ones(5), abs=0.15)


def test_the_same_seed_gives_the_same_draws_and_leaves_the_common_generator_alone() -> None:
    random.seed(3)
    state = random.getstate()
    assert np.array_equal(multiplicities(6, 41, 7), multiplicities.__wrapped__(6, 41, 7))
    assert not np.array_equal(multiplicities(6, 41, 7), multiplicities(6, 41, 8))
    assert random.getstate() == state


@pytest.mark.parametrize("groups", [0, 1])
def test_fewer_than_two_groups_give_no_draws(groups: int) -> None:
    assert len(multiplicities(groups, 100, 1)) == 0


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
