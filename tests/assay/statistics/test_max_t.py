"""The reference of the test: Student's t where it is known, and levels that hold."""

from typing import Any

import numpy as np
import pytest

from assay.statistics import max_t
from assay.statistics.clustered import ClusteredSum, clustered_sum
from assay.statistics.max_t import family_of_all, family_with, normals, reference

PAIR = ((0, 1),)


@pytest.fixture
def stats() -> Any:
    """scipy.stats, which takes a second to import: collecting the tests does not need it."""
    from scipy import stats  # type: ignore[import-untyped]

    return stats


def plain(groups: int) -> ClusteredSum:
    """So many tests of equal weight, each on its own data set, in one category."""
    names = [f"{number:02}" for number in range(groups)]
    weights = dict.fromkeys(names, 1 / groups)
    return clustered_sum([[name] for name in names], weights, dict.fromkeys(names, ""))


@pytest.mark.parametrize("groups", [4, 8, 20])
def test_of_a_plain_mean_the_reference_is_students_t(groups: int, stats: Any) -> None:
    found = reference(plain(groups), 2, PAIR, 1)
    for level in (0.2, 0.05, 0.01):
        expected = float(stats.t.ppf(1 - level / 2, groups - 1))
        assert found.critical(level) == pytest.approx(expected, rel=0.06)
    assert found.p(float(stats.t.ppf(0.95, groups - 1))) == pytest.approx(0.1, abs=0.01)


def test_of_all_pairs_the_limit_is_tukeys_studentised_range(stats: Any) -> None:
    models = 6
    found = reference(plain(12), models, family_of_all(models), 1)
    range_ = float(stats.studentized_range.ppf(0.95, models, 1e6)) / 2**0.5
    assert found.least_distance(0.05) == pytest.approx(range_ + stats.norm.ppf(0.8), rel=0.02)


def test_distance_is_found_with_eighty_percent_power(stats: Any) -> None:
    """Whatever error a run estimates: another run finds the difference stated by it."""
    groups = 8
    level = 0.05
    found = reference(plain(groups), 2, PAIR, 1)
    ranks = (np.arange(2000) + 0.5) / 2000
    errors = np.sqrt(stats.chi2.ppf(ranks, groups - 1) / (groups - 1))
    stated = found.distance(level) * errors
    power = 1 - stats.nct.cdf(found.critical(level), groups - 1, stated)
    assert power.mean() == pytest.approx(0.8, abs=0.02)


def test_fewer_pairs_need_a_smaller_t() -> None:
    structure = plain(8)
    criticals = [
        reference(structure, 9, family, 1).critical(0.05)
        for family in (((0, 1),), family_with(0, 9), family_of_all(9))
    ]
    assert criticals == sorted(criticals) and criticals[0] < criticals[2] - 1


def test_p_is_never_zero_and_one_for_no_difference() -> None:
    found = reference(plain(4), 3, family_of_all(3), 1)
    assert found.p(float("inf")) == 1 / (1 + len(found.largest))
    assert found.p(0.0) == 1


def test_a_t_is_as_rare_on_another_structure() -> None:
    few, many = reference(plain(4), 2, PAIR, 1), reference(plain(20), 2, PAIR, 1)
    assert many.as_rare_as(few.critical(0.05), few) == pytest.approx(many.critical(0.05), rel=0.02)
    assert many.as_rare_as(float("inf"), few) == float("inf")


def test_families_are_every_pair_or_those_of_one_model() -> None:
    assert family_of_all(3) == ((0, 1), (0, 2), (1, 2))
    assert family_with(1, 3) == ((1, 0), (1, 2))


def test_normal_numbers_are_normal_and_the_same_every_time(stats: Any) -> None:
    drawn = normals((50_001,), "seed")
    assert (drawn.mean(), drawn.std()) == (pytest.approx(0, abs=0.02), pytest.approx(1, abs=0.02))
    assert stats.kstest(drawn, "norm").pvalue > 0.001
    assert np.array_equal(drawn, normals((50_001,), "seed"))
    assert not np.array_equal(drawn, normals((50_001,), "other"))


def test_many_models_take_fewer_draws() -> None:
    assert len(reference(plain(4), 100, PAIR, 1).largest) == max_t.LEAST_DRAWS
