"""What one criterion of one answer weighs: in its model's overall score, and in the model's rank."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import fsum
from typing import Any

import pandas as pd

from stages.lib.base.records import LCIF, Prompt
from stages.lib.content.criteria import Criterion


def effects(
    items: pd.DataFrame,
    criteria: Mapping[str, tuple[Criterion, ...]],
    prompts: Sequence[Prompt],
    weights: Mapping[str, float],
) -> pd.Series:
    """By how many percentage points each item moves the overall score if the whole criterion turns.

    Its weight among those of its metric, times one half (accuracy and completeness), times the test's share, divided
    among the attempts. All criteria are taken as judged and all tests as scored.
    """
    totals = {
        (test, metric): fsum(item.weight for item in listed if item.metric == metric)
        for test, listed in criteria.items()
        for metric in ("accuracy", "completeness")
    }
    of_metric = [totals[key] for key in zip(items["test"], items["metric"], strict=True)]
    attempts = items.groupby(["model", "test"])["attempt"].transform("nunique")
    return (
        100
        * items["weight"]
        / of_metric
        / 2
        * items["test"].map(shares_of_tests(prompts, weights))
        / attempts
    )


def shares_of_tests(prompts: Sequence[Prompt], weights: Mapping[str, float]) -> dict[str, float]:
    """What each test weighs in the overall score, 0 to 1; `weights` are those of the dialogue scenarios."""
    by_category: dict[str, dict[str, float]] = {}
    scenarios = [prompt.scenario for prompt in prompts]
    for prompt in prompts:
        weight = (
            weights[prompt.scenario] / scenarios.count(prompt.scenario)
            if prompt.category == LCIF
            else 1.0
        )
        by_category.setdefault(prompt.category, {})[prompt.test] = weight
    return {
        test: weight / fsum(tests.values()) / len(by_category)
        for tests in by_category.values()
        for test, weight in tests.items()
    }


def neighbours(leaderboard: Mapping[str, Any]) -> dict[str, list[str]]:
    """The models directly above and below each ranked one that the data cannot tell from it."""
    ranked = [row["model"] for row in leaderboard["models"] if row["rank"] is not None]
    apart = {
        frozenset((pair["first"], pair["second"]))
        for pair in leaderboard["pairs"]
        if pair["told_apart"]
    }
    found: dict[str, list[str]] = {model: [] for model in ranked}
    for above, below in pairwise(ranked):
        if frozenset((above, below)) not in apart:
            found[above].append(below)
            found[below].append(above)
    return found
