"""The simulation of contests invents what it says, and finds what differs."""

import numpy as np
import pytest

from assay.config.config_files import load_score
from tests.simulation.contests import SEED, Field, invented, outcome, scatter_of, skills, suite

CONFIG = load_score()
FULL = suite("full", CONFIG)


def tables(field: Field, runs: int) -> list[np.ndarray]:
    skill = skills(FULL, field, scatter_of(FULL, field))
    draw = np.random.default_rng(SEED)
    return [invented(FULL, field, draw, skill).scores for _ in range(runs)]


@pytest.mark.parametrize("mean", [0.05, 0.75, 0.99])
def test_the_expected_score_is_the_planted_one_and_the_scatter_that_of_real_models(
    mean: float,
) -> None:
    scores = np.stack(tables(Field("", (mean,) * 4), 150))
    assert scores.mean(axis=(0, 1)) @ FULL.weights == pytest.approx(mean, abs=0.02)
    if mean == 0.75:
        off = scores - scores.mean(axis=1, keepdims=True)
        assert np.sqrt((off**2).mean() * 4 / 3) == pytest.approx(0.115, abs=0.007)


def test_a_large_difference_is_found_and_equal_models_are_not_told_apart() -> None:
    found = outcome(FULL, Field("", (0.9, 0.9, 0.5)), 20, 0.05)
    assert found.found == 1 and (found.false or 0) <= 0.2
    assert found.pairs > 0.85 and found.scores > 0.85
