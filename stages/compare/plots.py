"""The data of the plots that `dvc plots show` draws."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from stages.lib.base import paths
from stages.lib.base.jsonl import write_text


def write_plots(rows: Sequence[dict[str, Any]]) -> None:
    """The CSVs: scores by category, and score against cost."""
    categories = [
        {"model": row["model"], "category": category, "score": score}
        for row in rows
        for category, score in [*row["categories"].items(), ("overall", row["score"])]
        if score is not None
    ]
    costs = [
        {key: row[key] for key in ("model", "score", "cost_usd", "tokens", "seconds")}
        for row in rows
    ]
    _write_csv(paths.PLOTS / "categories.csv", categories)
    _write_csv(paths.PLOTS / "cost.csv", costs)


def _write_csv(path: Path, rows: list[dict[str, Any]]) -> None:
    write_text(path, pd.DataFrame(rows).round(4).to_csv(index=False, lineterminator="\n"))
