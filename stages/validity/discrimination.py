"""Which criteria tell answers apart: pass rates over models, item-total correlation, and criteria that are dead weight.

Over the answers that deliver something: an empty one fails everything, and says nothing about a criterion.
"""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from stages.lib.content.criteria import Criterion
from stages.lib.scoring.resampling import Numbers
from stages.validity.figures import Node
from stages.validity.verdicts import Verdicts, mean_verdict

LEAST_MODELS = 2
LEAST_ANSWERS = 3
COLUMNS = [
    "test",
    "category",
    "criterion",
    "metric",
    "weight",
    "models",
    "answers",
    "pass_rate",
    "item_total",
    "found",
]
PASSED, FAILED, REVERSED, TELLS, UNKNOWN = (
    "all pass",
    "all fail",
    "reversed",
    "tells apart",
    "too few models",
)
KINDS = (FAILED, PASSED, REVERSED, TELLS, UNKNOWN)
"""What is found of a criterion, the most worrying first."""


def discrimination(verdicts: Verdicts) -> pd.DataFrame:
    """A row (COLUMNS) for each criterion that was judged, by test and id.

    `pass_rate` is the mean over models, 0 to 1. `item_total` is the correlation over answers of the criterion with the
    passed share of the weight of the test's other criteria; NaN for fewer than three answers or where one is constant.
    """
    frame = verdicts.items.assign(passed=mean_verdict(verdicts))
    tests = frame[frame["passed"].notna()].groupby("test", sort=True)
    found = [_of_test(part) for _, part in tests]
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame(columns=COLUMNS)


def _of_test(frame: pd.DataFrame) -> pd.DataFrame:
    answers = frame.pivot(index=["model", "attempt"], columns="criterion", values="passed")
    about = frame.groupby("criterion").first().loc[answers.columns]
    by_model = answers.groupby("model").mean()
    rows = pd.DataFrame(
        {
            "test": about["test"],
            "category": about["category"],
            "metric": about["metric"],
            "weight": about["weight"],
            "models": by_model.notna().sum(),
            "answers": answers.notna().sum(),
            "pass_rate": by_model.mean(),
            "item_total": item_total(
                answers.to_numpy(dtype=float), about["weight"].to_numpy(dtype=float)
            ),
        }
    )
    return rows.assign(found=[_found(row) for row in rows.itertuples()]).reset_index(
        names="criterion"
    )[COLUMNS]


def item_total(passed: Numbers, weights: Numbers) -> Numbers:
    """The corrected item-total correlation of each column of answers × criteria; NaN where it is not defined."""
    known = ~np.isnan(passed)
    points = np.where(known, passed, 0) * weights
    others = (known * weights).sum(axis=1, keepdims=True) - known * weights
    rest = (points.sum(axis=1, keepdims=True) - points) / np.where(others > 0, others, np.nan)
    return np.array([_correlated(one, two) for one, two in zip(passed.T, rest.T, strict=True)])


def _correlated(one: Numbers, two: Numbers) -> float:
    both = ~np.isnan(one) & ~np.isnan(two)
    if both.sum() < LEAST_ANSWERS or np.ptp(one[both]) < 1e-9 or np.ptp(two[both]) < 1e-9:
        return np.nan
    return float(np.corrcoef(one[both], two[both])[0, 1])


def _found(row: tuple[object, ...]) -> str:
    """What the figures of a criterion say, in a word or two."""
    models, rate, correlation = (
        float(getattr(row, name)) for name in ("models", "pass_rate", "item_total")
    )
    if models < LEAST_MODELS:
        return UNKNOWN
    if rate in (0, 1):
        return PASSED if rate else FAILED
    return REVERSED if correlation < 0 else TELLS


def summary(found: pd.DataFrame) -> Node:
    """How many criteria are what, over all and by category."""
    counted = {"all": _counts(found)}
    by_category = {str(name): _counts(part) for name, part in found.groupby("category", sort=True)}
    return {**counted, "category": by_category}


def _counts(found: pd.DataFrame) -> Node:
    correlations = found["item_total"].dropna()
    return {
        "criteria": len(found),
        **{
            name.replace(" ", "_"): int((found["found"] == name).sum())
            for name in (PASSED, FAILED, REVERSED, TELLS, UNKNOWN)
        },
        "item_total": {"median": float(correlations.median()), "criteria": len(correlations)}
        if len(correlations)
        else {"why": f"no criterion varies over {LEAST_ANSWERS} answers or more"},
    }


def table(found: pd.DataFrame, criteria: Mapping[str, tuple[Criterion, ...]]) -> str:
    """The rows as CSV, each with the criterion's text; dead weight first, then the worst item-total correlation."""
    texts = {(test, item.id): item.text for test, listed in criteria.items() for item in listed}
    rows = found.assign(
        text=[texts.get(key, "") for key in zip(found["test"], found["criterion"], strict=True)],
        order=found["found"].map(KINDS.index),
    )
    rows = rows.sort_values(["order", "item_total", "test", "criterion"], kind="stable").drop(
        columns="order"
    )
    return rows.round(4).to_csv(index=False, lineterminator="\n")
