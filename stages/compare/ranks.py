"""The leaderboard: models in order, with what the decisions on their pairs say about the ranks."""

import math
from collections.abc import Sequence
from typing import Any

from stages.compare.pairs import Difference
from stages.lib.scoring.people import beside


def all_final(figures: dict[str, Any], panel: str) -> bool:
    """Whether every model has a final score: else all are compared by provisional ones."""
    return all("final" in figure.get(panel, {}) for figure in figures.values())


def leaderboard(
    figures: dict[str, Any], panel: str, pairs: Sequence[Difference]
) -> list[dict[str, Any]]:
    """The models from best to worst, by final scores if all have one, else all by provisional ones.

    A `group` holds models that the data cannot tell from its first one; `best_rank` and `worst_rank` are the ranks that
    the decisions on its pairs leave a model. A model with tests missing or unscored stands below the others without a
    rank: its score is over fewer tests, and would be compared with theirs.
    """
    kind = "final" if all_final(figures, panel) else "final_provisional"
    rows = [_row(model, figure, panel, kind) for model, figure in figures.items()]
    rows.sort(key=lambda row: (not row["complete"], -_sortable(row["score"]), row["model"]))
    whole = [row["model"] for row in rows if row["complete"]]
    ranks = _ranks(whole, pairs)
    unranked = dict.fromkeys(("rank", "group", "best_rank", "worst_rank"))
    return [{**row, **ranks.get(row["model"], unranked)} for row in rows]


def _ranks(models: Sequence[str], pairs: Sequence[Difference]) -> dict[str, dict[str, int]]:
    """The ranks of models that stand in order, best first."""
    settled = {(pair.better, pair.worse) for pair in pairs if pair.told_apart}
    group, head, found = 0, "", {}
    for rank, model in enumerate(models, 1):
        if not head or (head, model) in settled or (model, head) in settled:
            group, head = rank, model
        found[model] = {
            "rank": rank,
            "group": group,
            "best_rank": 1 + sum((other, model) in settled for other in models),
            "worst_rank": len(models) - sum((model, other) in settled for other in models),
        }
    return found


def _sortable(score: float | None) -> float:
    return -math.inf if score is None else score


def _row(model: str, figure: dict[str, Any], panel: str, kind: str) -> dict[str, Any]:
    of_panel = beside(figure.get(panel, {}), kind)
    return {
        "model": model,
        "score": of_panel.get(kind),
        "kind": kind,
        "interval": of_panel.get("interval"),
        "accuracy": of_panel.get("accuracy"),
        "completeness": of_panel.get("completeness"),
        "coverage": of_panel.get("coverage"),
        "categories": {
            name: pair["score"] for name, pair in of_panel.get("categories", {}).items()
        },
        "tests": of_panel.get("tests"),
        "complete": of_panel.get("tests", {}).get("missing")
        == of_panel.get("tests", {}).get("unscored")
        == 0,
        "tokens": figure["generate"]["tokens"]["input"] + figure["generate"]["tokens"]["output"],
        "cost_usd": figure["generate"]["cost_usd"],
        "seconds": figure["generate"]["seconds"],
    }
