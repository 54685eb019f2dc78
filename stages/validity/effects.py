"""What one criterion of one answer weighs in its model's overall score."""

from collections.abc import Mapping, Sequence
from math import fsum

import pandas as pd

from assay.content.criteria import Criterion
from assay.records.pipeline import METRICS, Prompt
from assay.scores.weights import weights_of

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
    categories = {prompt.test: prompt.category for prompt in prompts}
    shares = items["test"].map(weights_of(categories, categories, weights))
    attempts = items.groupby(["model", "test"])["attempt"].transform("nunique")
    return 100 * items["weight"] / of_metric / 2 * shares / attempts
