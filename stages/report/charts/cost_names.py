"""Where the names of the chart of score against cost stand, in the pixels that it will have."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, Self

from assay.records.pipeline import Interval
from stages.report.charts.drawing import percent_domain
from stages.report.charts.label_places import Box, Side, Spot, label_sides
from stages.report.page_text import inert

MARGIN = 1.7
"""The axis of costs goes from the lowest cost by this factor to the highest times it.

cost.json has the same factor.
"""


class PricedModel(NamedTuple):
    """One model of the chart: US dollars a test, and the score in percent."""

    model: str
    cost: float
    score: float
    interval: Interval | None

    @property
    def low(self) -> float:
        return self.interval.low if self.interval else self.score

    @property
    def high(self) -> float:
        return self.interval.high if self.interval else self.score


class PlotSize(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int


@dataclass(frozen=True)
class CostPlot:
    """The size of a plot in pixels, and the first and the last value of its two axes."""

    width: int
    height: int
    costs: tuple[float, float]
    scores: tuple[float, float]

    @classmethod
    def around(cls, models: Sequence[PricedModel], size: PlotSize) -> Self:
        """The plot of these models as the specification lays it out."""
        costs = [item.cost for item in models]
        bounds = [bound for item in models for bound in (item.low, item.high)]
        return cls(
            width=size.width,
            height=size.height,
            costs=(min(costs) / MARGIN, max(costs) * MARGIN),
            scores=percent_domain(bounds),
        )

    def spot(self, item: PricedModel) -> Spot:
        """The model's point as Vega-Lite will place it."""
        along = math.log(item.cost / self.costs[0]) / math.log(self.costs[1] / self.costs[0])
        return Spot(
            name=inert(item.model),
            x=self.width * along,
            y=self._down(item.score),
            top=self._down(item.high),
            bottom=self._down(item.low),
        )

    def _down(self, score: float) -> float:
        low, high = self.scores
        return self.height * (high - score) / (high - low)


def name_sides(
    plot: CostPlot, models: Sequence[PricedModel], efficient: Sequence[PricedModel]
) -> dict[str, Side]:
    """Where each name stands; those of the frontier choose first, then the better ones.

    A model whose name has no room is not in it.
    """
    first = sorted(models, key=lambda item: (item not in efficient, -item.score))
    spots = [plot.spot(item) for item in first]
    lines = _steps(spots[: len(efficient)], plot.width)
    sides = label_sides(spots, plot.width, plot.height, lines)
    return {item.model: sides[inert(item.model)] for item in models if inert(item.model) in sides}


def _steps(spots: Sequence[Spot], width: float) -> list[Box]:
    """The frontier's line, in pixels."""
    ordered = sorted(spots, key=lambda spot: spot.x)
    ends = [spot.x for spot in ordered[1:]] + [width]
    along = [
        Box(spot.x, spot.y - 1, end, spot.y + 1) for spot, end in zip(ordered, ends, strict=True)
    ]
    up = [Box(higher.x - 1, higher.y, higher.x + 1, lower.y) for lower, higher in pairwise(ordered)]
    return [*along, *up]
