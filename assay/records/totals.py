"""The sums of several calls."""

import math
from collections.abc import Iterable

from assay.records.exam_records import SatPaper
from assay.records.pipeline import Answer, Judgement, Response, Usage

Used = Response | Answer | Judgement
Paid = Used | SatPaper


def total_usage(items: Iterable[Used]) -> Usage:
    return sum((item.usage for item in items), Usage())


def total_usd(items: Iterable[Paid]) -> float | None:
    """US dollars; None if the price of one is unknown."""
    costs = [item.cost_usd for item in items]
    return None if None in costs else round(math.fsum(cost or 0.0 for cost in costs), 8)
