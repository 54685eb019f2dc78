"""The bootstrap's draws of the overall score, for many models at once: the same draws as `statistics.samples` gives.

Sums go group by group over whole columns, so that every machine adds in the same order.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.records import LCIF
from stages.lib.scoring.scores import Results, category_scores


@cache
def counts(groups: int, draws: int, seed: int) -> NDArray[np.float64]:
    """How often each draw (a row) holds each group (a column): as many as there are, with replacement.

    No rows for fewer than two groups: there is nothing to draw.
    """
    generator = random.Random(seed)
    found = np.zeros((draws if groups > 1 else 0, groups))
    for row in found:
        for _ in range(groups):
            row[int(generator.random() * groups)] += 1
    return found


def drawn_scores(
    found: Results,
    categories: Mapping[str, str],
    groups: Sequence[Sequence[str]],
    lcif_weights: Mapping[str, float],
    drawn: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The overall score of each draw; not a number for a draw that leaves out a whole category."""
    fixed = category_scores(found, categories, (), lcif_weights)
    parts = [np.full(len(drawn), pair.score) for pair in fixed.values()]
    for category in sorted({categories[test] for test in found} - {LCIF}):
        total, number = np.zeros(len(drawn)), np.zeros(len(drawn))
        for column, group in zip(drawn.T, groups, strict=True):
            scores = [found[test].score for test in group if categories[test] == category]
            total += column * sum(scores)
            number += column * len(scores)
        parts.append(np.divide(total, number, out=np.full(len(drawn), np.nan), where=number > 0))
    whole = np.zeros(len(drawn))
    for part in parts:
        whole += part
    return whole / len(parts) if parts else whole
