"""The bootstrap's draws of the overall score: which tests are drawn, and the score in each draw."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.records import LCIF
from stages.lib.scoring.formulas import Results, category_scores
from stages.lib.statistics.bootstrap import clusters


def drawable(
    pairs: Results, categories: Mapping[str, str], datasets: Mapping[str, str | None]
) -> list[list[str]]:
    """The groups of scored tests that a bootstrap draws: data sets, and single tests.

    Dialogues are not drawn. Empty if a category has fewer than two groups: its score would never
    vary, and the interval would be too narrow.
    """
    tests = {test: datasets[test] for test in pairs if categories[test] != LCIF}
    for category in {categories[test] for test in tests}:
        of_category = {test: tests[test] for test in tests if categories[test] == category}
        if len(clusters(of_category)) < 2:
            return []
    return clusters(tests)


def drawn_scores(
    pairs: Results,
    categories: Mapping[str, str],
    groups: Sequence[Sequence[str]],
    lcif_weights: Mapping[str, float],
    multiplicities: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The overall score of each draw; not a number if the draw has no test of a category.

    `multiplicities` says how often each draw (a row) contains each group (a column). Sums go
    group by group over whole columns, so that every machine adds in the same order.
    """
    draws = len(multiplicities)
    fixed = category_scores(pairs, categories, (), lcif_weights)
    parts = [np.full(draws, pair.score) for pair in fixed.values()]
    for category in sorted({categories[test] for test in pairs} - {LCIF}):
        total = np.zeros(draws)
        number = np.zeros(draws)
        for times, group in zip(multiplicities.T, groups, strict=True):
            scores = [pairs[test].score for test in group if categories[test] == category]
            total += times * sum(scores)
            number += times * len(scores)
        undefined = np.full(draws, np.nan)
        parts.append(np.divide(total, number, out=undefined, where=number > 0))
    whole = np.zeros(draws)
    for part in parts:
        whole += part
    return whole / len(parts) if parts else whole
