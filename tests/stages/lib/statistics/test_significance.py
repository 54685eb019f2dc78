"""The sign-flip test against all flips, Holm against its definition, power by simulation."""

import random
from fractions import Fraction
from itertools import product
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.lib.statistics.significance import (
    EXACT,
    FLIPS,
    holm,
    least_groups,
    power_factor,
    sign_flip_p,
)

SHARES = st.integers(0, 10_000).map(lambda number: number / 10_000)


def counted(parts: list[int]) -> float:
    """The share of all choices of signs whose sum is at least as far from zero, by trying each."""
    observed = abs(sum(parts))
    sums = [
        abs(sum(sign * part for sign, part in zip(signs, parts, strict=True)))
        for signs in product((1, -1), repeat=len(parts))
    ]
    return float(Fraction(sum(value >= observed for value in sums), len(sums)))


@given(st.lists(st.integers(-20, 20), max_size=9), st.sampled_from([1.0, 0.1, 1 / 3, 1e-6]))
def test_p_is_the_share_of_all_flips_that_are_as_extreme(parts: list[int], scale: float) -> None:
    assert sign_flip_p([part * scale for part in parts], 1) == pytest.approx(
        counted(parts) if any(parts) else 1.0
    )


def test_many_groups_are_flipped_at_random_and_agree_with_the_normal_law() -> None:
    generator = random.Random(5)
    parts = [generator.gauss(0.3, 1) for _ in range(60)]
    z = abs(sum(parts)) / np.sqrt(sum(part**2 for part in parts))
    by_normal = 2 * NormalDist().cdf(-float(z))
    assert sign_flip_p(parts, 1) == pytest.approx(by_normal, abs=0.015)
    assert sign_flip_p(parts, 1) == sign_flip_p(parts, 1) != sign_flip_p(parts, 2)


def test_random_flips_never_give_a_p_of_zero() -> None:
    assert sign_flip_p([1.0] * 40, 1) == 1 / (1 + FLIPS)


def test_exact_and_random_flips_agree_where_one_takes_over_from_the_other() -> None:
    generator = random.Random(2)
    parts = [generator.gauss(0.4, 1) for _ in range(EXACT)]
    assert sign_flip_p([*parts, 1e-7], 1) == pytest.approx(sign_flip_p(parts, 1), abs=0.01)


@given(st.lists(st.floats(-100, 100), max_size=10), st.randoms())
def test_neither_order_nor_direction_nor_groups_without_difference_matter(
    parts: list[float], shuffle: random.Random
) -> None:
    turned = [-part for part in shuffle.sample(parts, len(parts))]
    assert sign_flip_p([*turned, 0.0], 1) == sign_flip_p(parts, 1)
    assert 0 < sign_flip_p(parts, 1) <= 1


def test_p_of_models_that_do_not_differ_is_spread_evenly() -> None:
    """Under the null hypothesis, p falls below a level no more often than the level says."""
    generator = random.Random(11)
    found = [sign_flip_p([generator.gauss(0, 1) for _ in range(10)], 1) for _ in range(1000)]
    for level in (0.05, 0.2, 0.5):
        assert sum(p <= level for p in found) / 1000 == pytest.approx(level, abs=0.04)


# Holm


def holm_rejects(values: list[float], level: float) -> list[bool]:
    """Holm's procedure as he states it: from the smallest p on, stop at the first that is too
    large."""
    rejected = [False] * len(values)
    for place, index in enumerate(sorted(range(len(values)), key=lambda index: values[index])):
        if values[index] * (len(values) - place) > level:
            break
        rejected[index] = True
    return rejected


@given(st.lists(SHARES, max_size=12), SHARES.filter(lambda level: level < 1))
def test_corrected_p_decides_as_holms_procedure_does(values: list[float], level: float) -> None:
    assert [p <= level for p in holm(values)] == holm_rejects(values, level)


@given(st.lists(SHARES, max_size=12))
def test_corrected_p_is_never_smaller_and_keeps_the_order(values: list[float]) -> None:
    corrected = holm(values)
    assert all(value <= found <= 1 for value, found in zip(values, corrected, strict=True))
    order = sorted(range(len(values)), key=lambda index: values[index])
    assert [corrected[index] for index in order] == sorted(corrected)


def test_worked_example_of_holm() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


# Power


def test_power_factor_is_the_tables() -> None:
    assert power_factor(0.05) == pytest.approx(2.8016, abs=1e-4)
    assert power_factor(0.01) == pytest.approx(3.4175, abs=1e-4)


def test_a_difference_of_the_factor_times_the_error_is_found_four_times_in_five() -> None:
    generator = np.random.default_rng(3)
    seen = generator.normal(power_factor(0.05), 1, 100_000)
    assert float(np.mean(np.abs(seen) > 1.959964)) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("level", [0.05, 0.01, 0.05 / 435])
def test_fewest_groups_reach_the_level_and_one_less_does_not(level: float) -> None:
    groups = least_groups(level)
    assert 2 / 2**groups < level <= 2 / 2 ** (groups - 1)
    assert sign_flip_p([1.0] * groups, 1) < level or groups > EXACT
