"""The data of the plots that `dvc plots show` draws."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from stages.lib.base import paths
from stages.lib.base.jsonl import write_text
from stages.lib.base.results.leaderboard import LeaderboardRow

Cell = str | float | None


def write_plots(rows: Sequence[LeaderboardRow]) -> None:
    """The CSVs: scores by category, and score against cost."""
    categories: list[Mapping[str, Cell]] = []
    costs: list[Mapping[str, Cell]] = []
    for row in rows:
        scores = {**row.categories, "overall": row.score}
        for category, score in scores.items():
            if score is not None:
                categories.append({"model": row.model, "category": category, "score": score})
        costs.append(row.model_dump(include={"model", "score", "cost_usd", "tokens", "seconds"}))
    _write_csv(paths.PLOTS / "categories.csv", ["model", "category", "score"], categories)
    _write_csv(paths.PLOTS / "cost.csv", ["model", "score", "cost_usd", "tokens", "seconds"], costs)


def _write_csv(path: Path, columns: list[str], rows: Sequence[Mapping[str, Cell]]) -> None:
    frame = pd.DataFrame(rows, columns=columns)
    write_text(path, frame.round(4).to_csv(index=False, lineterminator="\n"))
