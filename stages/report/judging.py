"""The judges beside each other: how much each passed, of which model, and what it took."""

import pandas as pd

from stages.lib.base.totals import total_usd
from stages.report.evidence import Evidence
from stages.report.rows import Row

COLUMNS = ["judge", "model", "test", "attempt", "metric", "criterion", "weight", "passed"]


def verdict_frame(evidence: Evidence) -> pd.DataFrame:
    """Every verdict on an answer that delivered something, as its judge gave it.

    `passed` is 1, 0 or missing.
    """
    found = [
        (
            item.judge,
            item.model,
            item.test,
            item.attempt,
            v.metric,
            v.criterion,
            v.weight,
            v.judge_decision,
        )
        for model in evidence.models
        for item in evidence.judgements[model]
        if item.status == "judged"
        for v in item.verdicts
    ]
    frame = pd.DataFrame(found, columns=COLUMNS)
    return frame.assign(passed=frame["passed"].astype("Float64"))


def judges(evidence: Evidence) -> list[Row]:
    """Each judge of the panel.

    Verdicts, how many criteria it left open, its spending, its passed share by model.
    """
    frame = verdict_frame(evidence)
    models = [row["model"] for row in evidence.leaderboard["models"]]
    return [
        _judge(evidence, name, frame[frame["judge"] == name], models) for name in evidence.judges
    ]


def _judge(evidence: Evidence, name: str, frame: pd.DataFrame, models: list[str]) -> Row:
    items = [
        item
        for model in evidence.models
        for item in evidence.judgements[model]
        if item.judge == name
    ]
    return {
        "judge": name,
        "verdicts": int(frame["passed"].notna().sum()),
        "open": int(frame["passed"].isna().sum()),
        "gaps": sum(item.status == "gap" for item in items),
        "cost_usd": total_usd(items),
        "passed": _share(frame),
        "by_model": [
            {"model": model, "passed": _share(frame[frame["model"] == model])} for model in models
        ],
    }


def _share(frame: pd.DataFrame) -> float | None:
    """Percent of the judged weight that passed; None where nothing was judged."""
    judged = frame[frame["passed"].notna()]
    total = float(judged["weight"].sum())
    return float((judged["passed"] * judged["weight"]).sum()) * 100 / total if total else None
