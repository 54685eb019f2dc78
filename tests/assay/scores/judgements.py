"""Builders: a judge's verdicts on one answer."""

from collections.abc import Sequence
from typing import Any

from assay.records.pipeline import METRICS, Judgement, Metric, Verdict


def judged(
    *passed: bool | None, test: str = "t", metrics: Sequence[Metric] = METRICS, **more: Any
) -> Judgement:
    """The same outcomes on each of the metrics."""
    verdicts = [
        Verdict(criterion=f"c{number}", metric=metric, weight=1.0, passed=outcome)
        for metric in metrics
        for number, outcome in enumerate(passed)
    ]
    fields = {"model": "m", "test": test, "attempt": 1, "judge": "j", "status": "judged"}
    return Judgement.model_validate({**fields, "verdicts": verdicts, **more})
