"""One model of all scores: what it recovers of planted effects and noise."""

import numpy as np
import pytest
from scipy.special import expit

from assay.statistics.score_model import ScoreTable, fit

TESTS, DATASETS = 40, 10


def table(
    models: int, seed: int = 1, shared: float = 0.0, by_category: tuple[float, float] = (1.0, 1.0)
) -> ScoreTable:
    """Models whose logits scatter by 0.5; `shared`: by how much the data set does."""
    draw = np.random.default_rng(seed)
    cluster = np.arange(TESTS) % DATASETS
    category = np.arange(TESTS) // (TESTS // 2)
    place = np.linspace(-1, 2, models)[:, None] + draw.normal(0, 1, TESTS)
    suits = draw.normal(0, shared, (models, DATASETS))[:, cluster]
    noise = draw.normal(0, 0.5, (models, TESTS)) * np.array(by_category)[category]
    scores = expit(place + suits + noise)
    weights = np.full(TESTS, 1 / TESTS)
    return ScoreTable(scores, weights, category, cluster, np.full(TESTS, 30.0))


def test_a_missing_cell_is_filled_in_from_its_model_and_its_test() -> None:
    whole = table(20)
    scores = whole.scores.copy()
    scores[3, 5] = scores[11, 0] = np.nan
    filled = fit(whole._replace(scores=scores)).filled
    for cell in ((3, 5), (11, 0)):
        assert filled[cell] == pytest.approx(whole.scores[cell], abs=0.25)
    assert np.isfinite(filled).all()


def test_the_noise_shrinks_towards_0_and_100() -> None:
    found = fit(table(20))
    noise, share = np.sqrt(found.variance), found.means.share
    assert noise[share > 0.95].mean() < noise[(share > 0.4) & (share < 0.6)].mean() / 2


def test_the_standard_error_of_a_score_is_that_of_repeated_runs() -> None:
    """Of the noise alone: the tests' difficulty is shared, and the same in all runs."""
    tables = [table(12, seed) for seed in range(60)]
    off = [(one.scores - one.scores.mean(axis=0)).mean(axis=1) for one in tables]
    spread = np.var(np.array(off) - np.mean(off, axis=0), axis=0).mean()
    stated = np.mean([fit(one).errors for one in tables])
    assert stated == pytest.approx(spread, rel=0.25)


def test_categories_and_models_that_scatter_more_have_larger_errors() -> None:
    found = fit(table(20, by_category=(0.5, 2.0)))
    low, high = (found.variance[:, found.table.category == number].mean() for number in (0, 1))
    assert high > 3 * low
    scores = table(20).scores.copy()
    scores[7] = np.clip(scores[7] + np.random.default_rng(2).normal(0, 0.2, TESTS), 0, 1)
    found = fit(table(20)._replace(scores=scores))
    assert found.errors[7] > 1.5 * np.median(found.errors)


def test_the_correlation_within_a_data_set_is_estimated_and_widens_errors() -> None:
    none = np.mean([fit(table(20, seed)).correlation for seed in range(5)])
    much = np.mean([fit(table(20, seed, shared=0.5)).correlation for seed in range(5)])
    assert none < 0.1 and 0.3 < much < 0.7
    with_it = fit(table(20, shared=0.5))
    assert (with_it.errors > with_it._replace(correlation=0.0).errors).all()


def test_difficulty_is_noise_only_where_the_tests_are_a_sample() -> None:
    one = table(10)
    assert (fit(one, same_tests=False).errors > 2 * fit(one).errors).all()
