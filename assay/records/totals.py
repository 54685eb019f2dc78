"""The sums of several calls."""

import math
from collections.abc import Iterable
from typing import Protocol

from assay.records.pipeline import Usage


class HasUsage(Protocol):
    """A response, an answer or a judgement."""

    @property
    def usage(self) -> Usage: ...
    @property
    def cost_usd(self) -> float | None: ...


def total_usage(items: Iterable[HasUsage]) -> Usage:
    return sum((item.usage for item in items), Usage())


def total_usd(items: Iterable[HasUsage]) -> float | None:
    """US dollars; None if the price of one is unknown."""
    costs = [item.cost_usd for item in items]
    return None if None in costs else round(math.fsum(cost or 0.0 for cost in costs), 8)
