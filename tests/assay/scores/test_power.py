"""What an undecided pair needs: enough by its own formulas, and one less is not enough."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.scores.power import Reach, Spread, detectable, needed

REACH = Reach(now=3.6, limit=2.8)


def spread(error: float, groups: int = 12, attempts: int = 3, noise: float | None = None) -> Spread:
    """`noise`: the share of the variance that is between attempts."""
    between = None if noise is None else noise * error**2
    return Spread(error, groups, 4 * groups, attempts, between)


@given(st.floats(0.5, 20), st.floats(0.1, 10), st.integers(4, 60))
def test_so_many_data_sets_are_enough_and_one_less_is_not(
    error: float, difference: float, groups: int
) -> None:
    found = needed(difference, spread(error, groups), REACH)
    assert found is not None

    def detectable_with(more: int) -> float:
        ratio = (groups + more) / groups
        return (2.8 + 0.8 / ratio) * error / ratio**0.5

    assert detectable_with(found.datasets) <= difference * (1 + 1e-9)
    assert found.datasets == 1 or detectable_with(found.datasets - 1) > difference * (1 - 1e-9)
    assert found.tests == 4 * found.datasets


def test_detectable_is_what_needs_no_more_data_sets() -> None:
    reached = detectable(spread(2.0), REACH)
    found = needed(reached * 0.999, spread(2.0, groups=100), REACH)
    assert reached == pytest.approx(7.2) and found is not None and found.datasets == 1


def test_more_attempts_decide_where_their_noise_is_what_blurs() -> None:
    found = needed(2.0, spread(1.0, noise=0.9), REACH)
    assert found is not None and found.attempts is not None
    attempts = 3 + found.attempts
    target = 2.0 / REACH.now
    assert (0.1 + 0.9 * 3 / attempts) ** 0.5 <= target
    assert (0.1 + 0.9 * 3 / (attempts - 1)) ** 0.5 > target


def test_no_number_of_attempts_helps_where_the_tests_themselves_scatter() -> None:
    found = needed(2.0, spread(1.0, noise=0.2), REACH)
    assert found is not None and found.datasets > 0 and found.attempts is None


@pytest.mark.parametrize("noise", [None, 0.0])
def test_attempts_without_known_noise_promise_nothing(noise: float | None) -> None:
    found = needed(2.0, spread(1.0, noise=noise), REACH)
    assert found is not None and found.attempts is None


def test_models_that_do_not_differ_need_nothing() -> None:
    assert needed(0.0, spread(1.0), REACH) is None
    assert needed(3.0, spread(0.0), REACH) is None


def test_share_of_noise_is_between_zero_and_one_or_unknown() -> None:
    assert spread(2.0, noise=0.25).noise == pytest.approx(0.25)
    assert spread(2.0, noise=7.0).noise == 1.0
    assert spread(2.0).noise is None and spread(0.0, noise=0.5).noise is None
