"""Decisions and intervals of a contest: against what is known of simple cases."""

import numpy as np
import pytest
from scipy.stats import beta, studentized_range

from assay.statistics.contest import Pairs, best_chances, draw, paired, proportion
from assay.statistics.score_model import fit
from tests.assay.statistics.test_score_model import TESTS, table

FIRST, SECOND = np.triu_indices(6, 1)


def pairs(draws: int = 2000) -> Pairs:
    found = fit(table(6))
    return paired(found, draw(found, draws, 1), FIRST, SECOND)


def test_the_largest_t_of_alike_models_is_tukeys_studentised_range() -> None:
    tukey = studentized_range.ppf(0.95, 6, 5 * (TESTS - 1)) / np.sqrt(2)
    assert pairs().critical(0.05) == pytest.approx(tukey, rel=0.08)


def test_a_step_down_decides_the_largest_as_one_among_all_and_a_larger_t_never_less() -> None:
    found = pairs()
    observed = np.linspace(0, 5, len(FIRST))
    down = found.corrected(observed, "step-down")
    reached = (np.abs(found.t).max(axis=1) >= 5).sum()
    assert down[-1] == pytest.approx((1 + reached) / (1 + len(found.t)))
    assert (np.diff(down) <= 0).all() and (down >= found.p(observed)).all()


def test_the_best_of_models_of_clear_order_is_known() -> None:
    found = fit(table(6))
    best, three = best_chances(found, draw(found, 2000, 1))
    assert best.argmax() == 5 and best.sum() == pytest.approx(1)
    assert three.sum() == pytest.approx(3)


def test_the_interval_of_a_perfect_score_is_the_exact_binomial_one() -> None:
    """All of 40 tests with 30 criteria each: 1 - 0.025 ^ (1 / 1200)."""
    scores = table(3).scores.copy()
    scores[0] = 1.0
    found = fit(table(3)._replace(scores=scores), same_tests=False)
    low, high = proportion(found, draw(found, 500, 1), 0.95)
    assert high[0] == 1 and low[0] == pytest.approx(beta.ppf(0.025, 1200, 1), abs=0.002)
    assert (low >= 0).all() and (low < high).all() and (high <= 1).all()
