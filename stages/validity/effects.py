"""What one criterion of one answer weighs in its model's overall score and rank."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum

import pandas as pd

from assay.content.criteria import Criterion
from assay.records.leaderboard_records import Leaderboard
from assay.records.pipeline import LCIF, METRICS, Prompt

CriteriaByTest = Mapping[str, tuple[Criterion, ...]]


def effects(
    items: pd.DataFrame,
    criteria: CriteriaByTest,
    prompts: Sequence[Prompt],
    weights: Mapping[str, float],
) -> pd.Series:
    """By how many percentage points the overall score moves if a criterion changes, by item.

    This is its weight among those of its metric, times one half (accuracy and completeness),
    times the test's share, divided among the attempts. All criteria count as judged, all tests as
    scored.
    """
    totals: dict[tuple[str, str], float] = {}
    for test, of_test in criteria.items():
        for metric in METRICS:
            totals[test, metric] = fsum(item.weight for item in of_test if item.metric == metric)
    of_metric = [totals[key] for key in zip(items["test"], items["metric"], strict=True)]
    shares = items["test"].map(shares_of_tests(prompts, weights))
    attempts = items.groupby(["model", "test"])["attempt"].transform("nunique")
    return 100 * items["weight"] / of_metric / 2 * shares / attempts


def shares_of_tests(prompts: Sequence[Prompt], weights: Mapping[str, float]) -> dict[str, float]:
    """What each test weighs in the overall score, 0 to 1. `weights`: of dialogue scenarios."""
    scenarios = [prompt.scenario for prompt in prompts]
    by_category: dict[str, dict[str, float]] = {}
    for prompt in prompts:
        weight = 1.0
        if prompt.category == LCIF:
            weight = weights[prompt.scenario] / scenarios.count(prompt.scenario)
        by_category.setdefault(prompt.category, {})[prompt.test] = weight
    shares = {}
    for tests in by_category.values():
        total = fsum(tests.values())
        for test, weight in tests.items():
            shares[test] = weight / total / len(by_category)
    return shares


def neighbours(leaderboard: Leaderboard) -> dict[str, list[str]]:
    """The models directly above and below each ranked one that do not differ significantly."""
    ranked = [row.model for row in leaderboard.models if row.rank is not None]
    significant = {
        frozenset((pair.first, pair.second)) for pair in leaderboard.pairs if pair.significant
    }
    near: dict[str, list[str]] = {model: [] for model in ranked}
    for above, below in pairwise(ranked):
        if frozenset((above, below)) not in significant:
            near[above].append(below)
            near[below].append(above)
    return near
