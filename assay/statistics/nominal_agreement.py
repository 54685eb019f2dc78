"""Agreement of raters on nominal verdicts: Gwet (2008; 2014 for missing verdicts).

A coefficient has two steps: rows of numbers, one for each item, and a formula of their sums. So a
jackknife only adds rows up. A rater may have no verdict on an item.
"""

from collections.abc import Sequence

import numpy as np

from assay.statistics.jackknife import Numbers, share


def counted(ratings: Sequence[Numbers]) -> Numbers:
    """How many raters failed and passed each item (items × 2), from each rater's 0, 1 or NaN."""
    table = np.stack(list(ratings)) if ratings else np.empty((0, 0))
    return np.stack([(table == 0).sum(axis=0), (table == 1).sum(axis=0)], axis=1).astype(np.float64)


def share_rows(counts: Numbers) -> Numbers:
    """Rows for `gwet_ac1`: agreement; 1 if two rated; each category's share; 1 if anyone rated."""
    raters = counts.sum(axis=1)
    two, one = raters > 1, raters > 0
    agreeing = (counts * (counts - 1)).sum(axis=1) / np.where(two, raters * (raters - 1), 1)
    shares = counts / np.where(one, raters, 1)[:, None]
    return np.column_stack([np.where(two, agreeing, 0), two, shares, one])


def gwet_ac1(sums: Numbers) -> Numbers:
    """Gwet's AC1: (pa - pe) / (1 - pe), with pe the sum of π(1 - π) over q categories / (q - 1).

    Of sums of `share_rows`. π is a category's mean share over all items that anyone rated. AC1
    stays meaningful if nearly everything passes.
    """
    prevalence = sums[..., 2:-1] / sums[..., -1:]
    chance = (prevalence * (1 - prevalence)).sum(axis=-1) / (prevalence.shape[-1] - 1)
    return np.asarray((share(sums) - chance) / (1 - chance))
