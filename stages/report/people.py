"""What people marked, beside what the panel says of the same dialogues, and how far raters agree."""

from typing import Any

from stages.lib.base.records import LCIF, METRICS
from stages.lib.base.results.models import ModelMetrics
from stages.lib.scoring.people import unmarked
from stages.report.evidence import Evidence
from stages.report.rows import Row


def marks(evidence: Evidence) -> dict[str, Any]:
    """Each model's dialogues, what final scores wait for, stale marks and agreement.

    Empty without dialogues.
    """
    figures = {
        row["model"]: evidence.metrics[row["model"]] for row in evidence.leaderboard["models"]
    }
    listed = [row for model, found in figures.items() for row in _rows(model, found)]
    if not listed:
        return {}
    raters = evidence.leaderboard.get("raters", {})
    return {
        "rows": listed,
        "waiting": unmarked(
            {model: ModelMetrics.model_validate(found) for model, found in figures.items()}
        ),
        "stale": sum(found.get("people", {}).get("stale", 0) for found in figures.values()),
        "beside": [
            _beside(model, found.get(evidence.panel, {})) for model, found in figures.items()
        ],
        "panel": raters.get("panel", {"dialogues": 0, "correlation": None}),
        "agreement": [
            {"metric": metric, **raters[metric]}
            for metric in METRICS
            if raters.get(metric, {}).get("pairs")
        ],
    }


def _rows(model: str, figures: dict[str, Any]) -> list[Row]:
    dialogues = figures.get("people", {}).get("dialogues", {})
    return [
        {
            "model": model,
            "test": test,
            "raters": found["raters"],
            "spreads": [found.get(metric) for metric in METRICS],
        }
        for test, found in sorted(dialogues.items())
    ]


def _beside(model: str, of_panel: dict[str, Any]) -> Row:
    """The dialogue category by people and by the panel, in percent; None where it is not there."""
    by_panel = of_panel.get("categories", {}).get(LCIF, {})
    return {
        "model": model,
        "people": of_panel.get("lcif_by_people"),
        "panel": by_panel.get("score"),
    }
