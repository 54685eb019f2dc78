"""The clustered error: against numpy, against a simulated variance, and where there is none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.statistics.clustered import WITHIN_CLUSTER, ClusteredSum, clustered_sum

FINITE = st.floats(-1e6, 1e6)
WEIGHTS = {"t1": 0.05, "t2": 0.05, "t3": 0.15, **{f"u{n}": 0.25 / 6 for n in range(6)}, "v": 0.5}
STRATA = {test: test[0] for test in WEIGHTS}
GROUPS = [["t1", "u0", "u1"], ["t2", "u2"], ["t3"], ["u3", "u4", "v"], ["u5"]]


@given(st.lists(FINITE, min_size=2, max_size=20))
def test_error_of_a_plain_mean_is_numpys(values: list[float]) -> None:
    named = {str(number): value for number, value in enumerate(values)}
    weights = dict.fromkeys(named, 1 / len(named))
    found = clustered_sum([[name] for name in named], weights, dict.fromkeys(named, ""))
    expected = float(np.std(values, ddof=1)) / len(values) ** 0.5
    assert found.error(named) == pytest.approx(expected, rel=1e-6, abs=1e-3)
    assert found.value(named) == pytest.approx(float(np.mean(values)), rel=1e-6, abs=1e-3)


def drawn(structure: ClusteredSum, runs: int) -> list[dict[str, float]]:
    """Scores that vary by cluster and by test, as the structure assumes."""
    generator = np.random.default_rng(4)
    shared = WITHIN_CLUSTER**0.5 * generator.normal(size=(runs, structure.clusters))
    own = (1 - WITHIN_CLUSTER) ** 0.5 * generator.normal(size=(runs, len(structure.tests)))
    values = shared[:, [test.cluster for test in structure.tests]] + own
    names = [test.name for test in structure.tests]
    return [dict(zip(names, row, strict=True)) for row in values.tolist()]


def test_the_mean_of_the_squares_is_the_true_variance() -> None:
    structure = clustered_sum(GROUPS, WEIGHTS, STRATA)
    runs = drawn(structure, 6000)
    variance = float(np.var([structure.value(scores) for scores in runs]))
    squares = float(np.mean([structure.error(scores) ** 2 for scores in runs]))
    assert squares == pytest.approx(variance, rel=0.08)


def test_a_category_on_one_data_set_never_passes_for_certain() -> None:
    weights = {"a": 0.25, "b": 0.25, "c": 0.5}
    structure = clustered_sum([["a"], ["b"], ["c"]], weights, {"a": "x", "b": "x", "c": "y"})
    assert structure.error({"a": 0.0, "b": 0.0, "c": 20.0}) > 4
    assert structure.error({"a": 7.0, "b": 7.0, "c": 7.0}) == 0


def test_shifting_a_whole_category_does_not_change_the_error() -> None:
    structure = clustered_sum(GROUPS[:3], {k: WEIGHTS[k] for g in GROUPS[:3] for k in g}, STRATA)
    scores = {test.name: float(number**2) for number, test in enumerate(structure.tests)}
    moved = {name: value + 30 * (name[0] == "t") for name, value in scores.items()}
    assert structure.error(moved) == pytest.approx(structure.error(scores))


def test_tests_without_a_weight_are_left_out() -> None:
    structure = clustered_sum([["a", "b"], ["c"]], {"a": 0.5}, {"a": "x"})
    assert [test.name for test in structure.tests] == ["a"] and structure.clusters == 1
