"""What criteria tell: pass rates over models, item-total correlation, useless criteria.

Only answers that deliver something count: an empty answer fails everything and tells nothing
about a criterion.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from assay.content.criteria import Criterion
from assay.records.discrimination_rows import KINDS, CriterionKind, DiscriminationRow
from assay.statistics.jackknife import Numbers
from stages.validity.verdicts import Verdicts, mean_verdict

LEAST_MODELS = 2
LEAST_ANSWERS = 3


def discrimination(
    verdicts: Verdicts, criteria: Mapping[str, tuple[Criterion, ...]]
) -> list[DiscriminationRow]:
    """A row for each criterion that was judged: by kind, then the lowest item-total correlation."""
    frame = verdicts.items.assign(passed=mean_verdict(verdicts))
    tests = frame[frame["passed"].notna()].groupby("test", sort=True)
    rows = []
    for test, of_test in tests:
        texts = {item.id: item.text for item in criteria.get(str(test), ())}
        rows += _of_test(of_test, texts)

    def order(row: DiscriminationRow) -> tuple[int, bool, float, str, str]:
        undefined = row.item_total is None
        return KINDS.index(row.kind), undefined, row.item_total or 0.0, row.test, row.criterion

    return sorted(rows, key=order)


def _of_test(frame: pd.DataFrame, texts: Mapping[str, str]) -> list[DiscriminationRow]:
    answers = frame.pivot(index=["model", "attempt"], columns="criterion", values="passed")
    items = frame.groupby("criterion").first().loc[answers.columns]
    by_model = answers.groupby("model").mean()
    weights = items["weight"].to_numpy(dtype=float)
    correlations = item_total(answers.to_numpy(dtype=float), weights)
    columns = zip(
        items.itertuples(),
        by_model.notna().sum().tolist(),
        answers.notna().sum().tolist(),
        by_model.mean().tolist(),
        correlations.tolist(),
        strict=True,
    )
    rows = []
    for item, models, count, pass_rate, correlation in columns:
        defined = None if np.isnan(correlation) else correlation
        row = DiscriminationRow(
            test=item.test,
            category=item.category,
            criterion=str(item.Index),
            metric=item.metric,
            weight=item.weight,
            models=models,
            answers=count,
            pass_rate=pass_rate,
            item_total=defined,
            kind=kind_of(models, pass_rate, defined),
            text=texts.get(str(item.Index), ""),
        )
        rows.append(row)
    return rows


def item_total(passed: Numbers, weights: Numbers) -> Numbers:
    """The corrected item-total correlation of each column of answers × criteria.

    It correlates with the share passed of the weight of the other criteria; NaN if it is not
    defined.
    """
    known = ~np.isnan(passed)
    points = np.where(known, passed, 0) * weights
    others = (known * weights).sum(axis=1, keepdims=True) - known * weights
    rest = (points.sum(axis=1, keepdims=True) - points) / np.where(others > 0, others, np.nan)
    return np.array([_correlated(one, two) for one, two in zip(passed.T, rest.T, strict=True)])


def _correlated(one: Numbers, two: Numbers) -> float:
    both = ~np.isnan(one) & ~np.isnan(two)
    if both.sum() < LEAST_ANSWERS:
        return np.nan
    if np.ptp(one[both]) < 1e-9 or np.ptp(two[both]) < 1e-9:
        return np.nan
    return float(np.corrcoef(one[both], two[both])[0, 1])


def kind_of(models: int, pass_rate: float, correlation: float | None) -> CriterionKind:
    """The kind of a criterion, by its figures."""
    if models < LEAST_MODELS:
        return "too few models"
    if pass_rate == 0:
        return "all fail"
    if pass_rate == 1:
        return "all pass"
    return "reversed" if correlation is not None and correlation < 0 else "tells apart"
