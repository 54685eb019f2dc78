"""A bill above its estimate raises the next estimates, and a passed budget is called passed."""

import pytest

from assay.calls.estimates import Estimates, budget_text


def test_a_bill_above_the_estimate_raises_the_next_estimates_by_as_much() -> None:
    estimates = Estimates()
    assert estimates.raised(0.01) == 0.01
    estimates.billed(0.01, 0.08)
    assert estimates.raised(0.02) == pytest.approx(0.16)


@pytest.mark.parametrize(("estimate", "bill"), [(0.01, 0.001), (0.01, None), (0.0, 5.0)])
def test_lower_unknown_and_free_bills_change_nothing(estimate: float, bill: float | None) -> None:
    estimates = Estimates()
    estimates.billed(0.01, 0.02)
    estimates.billed(estimate, bill)
    assert estimates.raised(1.0) == 2.0


def test_six_open_calls_pass_a_budget_once_and_the_seventh_does_not_start() -> None:
    """$0.05 became $0.48: six calls were let through by estimates of $0.008 and cost $0.08."""
    estimates, spent = Estimates(), 0.0
    for _ in range(6):
        spent += 0.08
        estimates.billed(0.008, 0.08)
    assert spent + estimates.raised(0.008) > 0.5
    assert budget_text(0.05, spent).startswith("the budget of $0.05 was passed: $0.48 were billed")


def test_a_budget_that_was_kept_is_not_called_passed() -> None:
    assert budget_text(0.05, 0.05) == "$0.05 of the budget of $0.05 are spent"
