"""What a pair without a significant difference needs: enough, not less, never impossible."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.lib.base.results.leaderboard import Needed
from stages.lib.scoring.power import Spread, needed
from stages.lib.statistics.significance import least_groups, power_factor

LEVEL = 0.05


def spread(error: float, groups: int = 12, attempts: int = 3, noise: float | None = None) -> Spread:
    """`noise`: the share of the variance that is between attempts."""
    between = None if noise is None else noise * error**2
    return Spread(error, groups, 4 * groups, attempts, between)


@given(st.floats(0.5, 20), st.floats(0.1, 10), st.integers(8, 60))
def test_so_many_data_sets_are_enough_and_one_less_is_not(
    error: float, difference: float, groups: int
) -> None:
    found = needed(difference, spread(error, groups), LEVEL)
    assert found is not None
    target = difference / power_factor(LEVEL)

    def error_with(more: int) -> float:
        return error * (groups / (groups + more)) ** 0.5

    assert error_with(found.datasets) <= target * (1 + 1e-9)
    assert found.datasets == 1 or error_with(found.datasets - 1) > target * (1 - 1e-9)
    assert found.tests == 4 * found.datasets


def test_too_few_data_sets_to_reach_the_level_at_all_are_filled_up() -> None:
    found = needed(50.0, spread(0.1, groups=4, noise=0.9), LEVEL)
    assert found == Needed(
        datasets=least_groups(LEVEL) - 4, tests=4 * (least_groups(LEVEL) - 4), attempts=None
    )


def test_more_attempts_decide_where_their_noise_is_what_blurs() -> None:
    found = needed(2.0, spread(1.0, noise=0.9), LEVEL)
    assert found is not None and found.attempts is not None
    attempts = 3 + found.attempts
    left = 0.1 + 0.9 * 3 / attempts
    assert left**0.5 <= 2.0 / power_factor(LEVEL)
    assert (0.1 + 0.9 * 3 / (attempts - 1)) ** 0.5 > 2.0 / power_factor(LEVEL)


def test_no_number_of_attempts_helps_where_the_tests_themselves_scatter() -> None:
    found = needed(2.0, spread(1.0, noise=0.2), LEVEL)
    assert found is not None and found.datasets > 0 and found.attempts is None


@pytest.mark.parametrize("noise", [None, 0.0])
def test_attempts_without_known_noise_promise_nothing(noise: float | None) -> None:
    found = needed(2.0, spread(1.0, noise=noise), LEVEL)
    assert found is not None and found.attempts is None


def test_models_that_do_not_differ_need_nothing() -> None:
    assert needed(0.0, spread(1.0), LEVEL) is None


def test_share_of_noise_is_between_zero_and_one_or_unknown() -> None:
    assert spread(2.0, noise=0.25).noise == pytest.approx(0.25)
    assert spread(2.0, noise=7.0).noise == 1.0
    assert spread(2.0).noise is None and spread(0.0, noise=0.5).noise is None
