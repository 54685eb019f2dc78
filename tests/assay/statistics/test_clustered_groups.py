"""Tests on one data set are one group."""

import random

from hypothesis import given
from hypothesis import strategies as st

from assay.statistics.clustered import clusters


def test_tests_on_one_data_set_are_one_group() -> None:
    number = clusters({"b-X": "X", "a-X": "X", "c-Y": "Y", "d": None, "e": None})
    assert number["a-X"] == number["b-X"]
    assert sorted(number.values()) == [0, 0, 1, 2, 3]


def test_data_set_named_like_a_test_is_no_cluster_with_it() -> None:
    assert len({*clusters({"X": None, "a-X": "X"}).values()}) == 2


@given(st.dictionaries(st.text("abc", min_size=1), st.sampled_from([None, "X", "Y"])), st.randoms())
def test_clusters_hold_every_test_once_in_an_order_of_their_own(
    datasets: dict[str, str | None], shuffle: random.Random
) -> None:
    items = list(datasets.items())
    shuffle.shuffle(items)
    number = clusters(dict(items))
    assert number == clusters(datasets)
    assert number.keys() == datasets.keys()
