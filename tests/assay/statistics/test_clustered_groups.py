"""Tests on one data set are one group."""

from assay.statistics.clustered import clusters


def test_data_set_named_like_a_test_is_no_cluster_with_it() -> None:
    assert len({*clusters({"X": None, "a-X": "X"}).values()}) == 2
