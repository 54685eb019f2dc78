"""Error rates of two raters when nobody knows the truth: latent classes.

Hui and Walter, "Estimating the error rates of diagnostic tests", Biometrics 36 (1980): two raters
who err independently, and populations (here the models) in which the share that is true differs.
By the EM algorithm of Dawid and Skene, "Maximum likelihood estimation of observer error-rates",
Applied Statistics 28 (1979).
"""

import numpy as np

from assay.statistics.jackknife import Numbers

STEPS = 300
CELLS = 4
"""Of each population: both pass, the first alone, the second alone, neither."""
FIRST = np.array([1.0, 1.0, 0.0, 0.0])
SECOND = np.array([1.0, 0.0, 1.0, 0.0])


def latent_errors(sums: Numbers) -> Numbers:
    """… × (populations · 4) counts to … × 4: false passes and fails of the first, of the second.

    Each rater is taken to be better than chance.
    """
    counts = sums.reshape(*sums.shape[:-1], -1, CELLS)
    sizes = np.maximum(counts.sum(axis=-1), 1e-9)
    true = np.clip((counts @ (FIRST + SECOND)) / 2 / sizes, 0.02, 0.98)
    rates = np.full((*sums.shape[:-1], 4), 0.1)
    for _ in range(STEPS):
        if_true, if_false = _likely(rates)
        joint = true[..., None] * if_true[..., None, :]
        other = (1 - true)[..., None] * if_false[..., None, :]
        belief = joint / np.maximum(joint + other, 1e-12)
        met = (counts * belief).sum(axis=-2)
        unmet = (counts * (1 - belief)).sum(axis=-2)
        true = (counts * belief).sum(axis=-1) / sizes
        found = [
            _share(unmet, FIRST),
            _share(met, 1 - FIRST),
            _share(unmet, SECOND),
            _share(met, 1 - SECOND),
        ]
        rates = np.clip(np.stack(found, axis=-1), 1e-9, 1 - 1e-9)
    return np.asarray(rates)


def _likely(rates: Numbers) -> tuple[Numbers, Numbers]:
    """The probability of each cell where the truth is yes, and where it is no."""
    first_pass, first_fail, second_pass, second_fail = np.moveaxis(rates[..., None], -2, 0)
    if_true = np.where(FIRST == 1, 1 - first_fail, first_fail)
    if_true = if_true * np.where(SECOND == 1, 1 - second_fail, second_fail)
    if_false = np.where(FIRST == 1, first_pass, 1 - first_pass)
    if_false = if_false * np.where(SECOND == 1, second_pass, 1 - second_pass)
    return if_true, if_false


def _share(counts: Numbers, chosen: Numbers) -> Numbers:
    return np.asarray((counts @ chosen) / np.maximum(counts.sum(axis=-1), 1e-9))
