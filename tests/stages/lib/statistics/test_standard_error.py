"""The clustered standard error, against the bootstrap and against numpy."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.lib.statistics.bootstrap import bootstrap
from stages.lib.statistics.standard_error import standard_error
from stages.lib.statistics.summary import mean, standard_deviation

FINITE = st.floats(-1e6, 1e6)


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
    """Three dialogues of weight 0.2, 0.2 and 0.6 beside six tests: the mean of the squares is the
    true variance."""
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
