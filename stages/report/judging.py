"""The judges beside each other: how much each passed, of which model, and how often two of them agree."""

from itertools import combinations
from typing import Any

import pandas as pd

from stages.lib.base.totals import total_usd
from stages.report.evidence import Evidence
from stages.report.rows import Row

COLUMNS = ["judge", "model", "test", "attempt", "metric", "criterion", "weight", "passed"]


def verdict_frame(evidence: Evidence) -> pd.DataFrame:
    """Every verdict on an answer that delivered something, as its judge gave it; `passed` is 1, 0 or missing."""
    found = [
        (item.judge, item.model, item.test, item.attempt, v.metric, v.criterion, v.weight, v.said)
        for model in evidence.models
        for item in evidence.judgements[model]
        if item.status == "judged"
        for v in item.verdicts
    ]
    frame = pd.DataFrame(found, columns=COLUMNS)
    return frame.assign(passed=frame["passed"].astype("Float64"))


def judges(evidence: Evidence) -> list[Row]:
    """Each judge of the panel: verdicts, how many criteria it left open, its spending, its passed share by model."""
    frame = verdict_frame(evidence)
    models = [row["model"] for row in evidence.leaderboard["models"]]
    return [_judge(evidence, name, frame[frame["judge"] == name], models) for name in evidence.judges]


def _judge(evidence: Evidence, name: str, frame: pd.DataFrame, models: list[str]) -> Row:
    items = [item for model in evidence.models for item in evidence.judgements[model] if item.judge == name]
    return {
        "judge": name,
        "verdicts": int(frame["passed"].notna().sum()),
        "open": int(frame["passed"].isna().sum()),
        "gaps": sum(item.status == "gap" for item in items),
        "cost_usd": total_usd(items),
        "passed": _share(frame),
        "by_model": [{"model": model, "passed": _share(frame[frame["model"] == model])} for model in models],
    }


def _share(frame: pd.DataFrame) -> float | None:
    """Percent of the judged weight that passed; None where nothing was judged."""
    judged = frame[frame["passed"].notna()]
    total = float(judged["weight"].sum())
    return float((judged["passed"] * judged["weight"]).sum()) * 100 / total if total else None


def agreement(evidence: Evidence) -> list[dict[str, Any]]:
    """Each pair of judges: the criteria that both decided, the percent on which they agree, and Cohen's kappa.

    Kappa is the agreement beyond chance, 1 at most; None where both always give the same one verdict.
    """
    index = ["model", "test", "attempt", "metric", "criterion"]
    wide = verdict_frame(evidence).pivot(index=index, columns="judge", values="passed")
    known = [judge for judge in evidence.judges if judge in wide.columns]
    return [
        _agreement(wide[[first, second]].dropna().astype(float), first, second)
        for first, second in combinations(known, 2)
    ]


def _agreement(both: pd.DataFrame, first: str, second: str) -> dict[str, Any]:
    row: dict[str, Any] = {"first": first, "second": second, "criteria": len(both), "agree": None, "kappa": None}
    if both.empty:
        return row
    observed = float((both[first] == both[second]).mean())
    one, two = float(both[first].mean()), float(both[second].mean())
    chance = one * two + (1 - one) * (1 - two)
    kappa = (observed - chance) / (1 - chance) if chance < 1 else None
    return {**row, "agree": 100 * observed, "kappa": kappa}
