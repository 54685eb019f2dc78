"""What people's marks amount to for one model: each dialogue's marks by rater, their mean and their spread."""

from collections.abc import Mapping, Sequence
from typing import Any

from stages.lib.base.records import METRICS, Answer
from stages.lib.human.marks import Mark, current_marks, stale_marks
from stages.lib.scoring.statistics import mean, standard_deviation


def people_figures(
    marks: Sequence[Mark], answers: Sequence[Answer], tests: Sequence[str]
) -> dict[str, Any]:
    """Of each of the dialogue `tests` the marks and their spread, and how many marks are stale. Marks are 0 to 4.

    A test with `raters` 0 is what a final score waits for.
    """
    current = current_marks(marks, answers)
    return {
        "dialogues": {
            test: _spread([mark for mark in current if mark.test == test]) for test in sorted(tests)
        },
        "stale": len(stale_marks(marks, answers)),
    }


def _spread(marks: Sequence[Mark]) -> dict[str, Any]:
    """`marks` are by dialogue and rater; mean, range and sample standard deviation are over all of them."""
    figures: dict[str, Any] = {"raters": len({mark.rater for mark in marks})}
    if not marks:
        return figures
    given: dict[str, dict[str, Any]] = {}
    for mark in marks:
        given.setdefault(mark.dialogue, {})[mark.rater] = {
            metric: getattr(mark, metric) for metric in METRICS
        }
    for metric in METRICS:
        values = [getattr(mark, metric) for mark in marks]
        figures[metric] = {
            "mean": mean(values),
            "low": min(values),
            "high": max(values),
            "sd": standard_deviation(values),
        }
    return {**figures, "marks": given}


def waiting(figures: Mapping[str, Any]) -> list[tuple[list[str], list[str]]]:
    """Models with the dialogue tests that have no mark yet, from their metrics; models that lack the same together."""
    found: dict[tuple[str, ...], list[str]] = {}
    for model, of_model in figures.items():
        dialogues = of_model.get("people", {}).get("dialogues", {})
        found.setdefault(
            tuple(test for test in sorted(dialogues) if not dialogues[test]["raters"]), []
        ).append(model)
    return [(models, list(tests)) for tests, models in found.items() if tests]


def beside(figures: Mapping[str, Any], kind: str) -> dict[str, Any]:
    """A panel's figures as they belong beside a score of this kind: a final one has the dialogues from people."""
    return {**figures, **figures.get("with_people", {})} if kind == "final" else dict(figures)
