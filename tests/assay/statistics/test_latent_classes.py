"""Error rates without the truth: planted ones come out, whatever share is true."""

import numpy as np
import pytest

from assay.statistics.latent_classes import latent_errors

PLANTED = (0.02, 0.02, 0.05, 0.05)


def expected_counts(shares: tuple[float, ...], rates: tuple[float, ...]) -> np.ndarray:
    """The counts of the four cells of each population, without chance."""
    first_pass, first_fail, second_pass, second_fail = rates
    counts = []
    for true in shares:
        for first in (True, False):
            for second in (True, False):
                met = (1 - first_fail if first else first_fail) * (
                    1 - second_fail if second else second_fail
                )
                unmet = (first_pass if first else 1 - first_pass) * (
                    second_pass if second else 1 - second_pass
                )
                counts.append(10_000 * (true * met + (1 - true) * unmet))
    return np.array(counts)


@pytest.mark.parametrize("mean", [0.5, 0.62, 0.8])
def test_error_rates_do_not_depend_on_the_pass_rate(mean: float) -> None:
    shares = (mean - 0.3, mean - 0.1, mean, mean + 0.15)
    assert latent_errors(expected_counts(shares, PLANTED)) == pytest.approx(PLANTED, abs=0.005)


def test_a_lenient_and_a_lazy_judge_are_seen() -> None:
    for rates in ((0.3, 0.02, 0.05, 0.05), (1.0, 0.0, 0.05, 0.05)):
        found = latent_errors(expected_counts((0.3, 0.5, 0.9), rates))
        assert found[:2] == pytest.approx(rates[:2], abs=0.02)


def test_many_tables_at_once_are_those_one_by_one() -> None:
    tables = np.stack([expected_counts((0.3, 0.7), PLANTED), expected_counts((0.2, 0.9), PLANTED)])
    assert latent_errors(tables) == pytest.approx(np.stack([*map(latent_errors, tables)]))
