"""The chart of score against cost as a Vega-Lite specification."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from stages.lib.base.records import Interval
from stages.lib.base.untyped import JsonObject
from stages.report.charts.drawing import ACCENT, INK, SOFT, axis_title, percent_domain
from stages.report.charts.labels import Box, Side, Spot, label_sides
from stages.report.text import inert

STEPS = (1, 2, 5)
"""Ticks of the axis of costs, times a power of ten."""
WIDE = (520, 330)
NARROW = (290, 300)
ALIGNMENT: dict[Side, JsonObject] = {
    "right": {"align": "left", "baseline": "middle", "dx": 8},
    "left": {"align": "right", "baseline": "middle", "dx": -8},
    "lower right": {"align": "left", "baseline": "top", "dx": 8, "dy": 7},
    "above": {"align": "center", "baseline": "bottom", "dy": -1},
    "below": {"align": "center", "baseline": "top", "dy": 2},
}
ANCHOR: dict[Side, str] = {
    "right": "score",
    "left": "score",
    "lower right": "score",
    "above": "high",
    "below": "low",
}
"""The height at which a name stands: at the point, or at an end of its interval."""


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


Axes = Mapping[str, JsonObject]
"""The encodings of `x` and `y`."""


@dataclass(frozen=True)
class Plot:
    """The size of a plot in pixels, and the first and the last value of its two axes."""

    width: int
    height: int
    costs: tuple[float, float]
    scores: tuple[float, float]

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


def cost_specification(
    models: Sequence[PricedModel], efficient: Sequence[PricedModel], width: int, height: int
) -> JsonObject:
    """The chart as a Vega-Lite specification, for a plot of so many pixels."""
    ticks = cost_ticks([item.cost for item in models])
    plot = Plot(
        width=width,
        height=height,
        costs=(ticks[0], ticks[-1]),
        scores=percent_domain([bound for item in models for bound in (item.low, item.high)]),
    )
    sides = _sides(plot, models, efficient)
    at = {"x": _cost_axis(ticks), "y": _score_axis(plot)}
    return {
        "width": width,
        "height": height,
        "data": {"values": [_row(item, item in efficient, sides) for item in models]},
        "layer": [
            _frontier_line(efficient, ticks[-1], at),
            _intervals(at),
            _points(at, {"type": "point", "color": SOFT, "size": 55}, is_efficient=False),
            _points(at, {"type": "circle", "color": ACCENT, "size": 80}, is_efficient=True),
            *(_names(side, at, is_efficient=True) for side in ALIGNMENT),
            *(_names(side, at, is_efficient=False) for side in ALIGNMENT),
        ],
    }


def _cost_axis(ticks: Sequence[float]) -> JsonObject:
    return {
        "field": "cost",
        "type": "quantitative",
        "title": "Cost a test, US dollars (logarithmic)",
        "scale": {"type": "log", "domain": [ticks[0], ticks[-1]], "nice": False},
        "axis": {
            "values": _shown(ticks),
            "format": "$~r",
            "labelFlush": False,
            "labelPadding": 8,
        },
    }


def _score_axis(plot: Plot) -> JsonObject:
    return {
        "field": "score",
        "type": "quantitative",
        "title": axis_title("Score, percent", plot.scores[0]),
        "scale": {"domain": list(plot.scores), "nice": False, "zero": False},
        "axis": {"minExtent": 28, "maxExtent": 28},
    }


def _intervals(at: Axes) -> JsonObject:
    return {
        "mark": {"type": "rule", "color": SOFT, "opacity": 0.55},
        "encoding": {"x": at["x"], "y": {**at["y"], "field": "low"}, "y2": {"field": "high"}},
    }


def _points(at: Axes, mark: JsonObject, *, is_efficient: bool) -> JsonObject:
    return {
        "transform": [{"filter": _which(is_efficient)}],
        "mark": {"opacity": 1, **mark},
        "encoding": dict(at),
    }


def _which(is_efficient: bool) -> str:
    return "datum.efficient" if is_efficient else "!datum.efficient"


def _sides(
    plot: Plot, models: Sequence[PricedModel], efficient: Sequence[PricedModel]
) -> dict[str, Side]:
    """Where each name stands; those of the frontier choose first, then the better ones."""
    first = sorted(models, key=lambda item: (item not in efficient, -item.score))
    spots = [plot.spot(item) for item in first]
    lines = _steps(spots[: len(efficient)], plot.width)
    return label_sides(spots, plot.width, plot.height, lines)


def cost_ticks(costs: Sequence[float]) -> list[float]:
    """1, 2 and 5 times powers of ten, from the last below all costs to the first above them."""
    first = math.floor(math.log10(min(costs))) - 1
    last = math.ceil(math.log10(max(costs))) + 1
    ticks = [float(f"{step}e{power}") for power in range(first, last + 1) for step in STEPS]
    low = max(tick for tick in ticks if tick < min(costs))
    high = min(tick for tick in ticks if tick > max(costs))
    return [tick for tick in ticks if low <= tick <= high]


def _shown(ticks: Sequence[float]) -> list[float]:
    """Powers of ten alone where all ticks would be too many."""
    tens = [tick for tick in ticks if f"{tick:e}".startswith("1.0")]
    return list(ticks) if len(ticks) <= 6 or len(tens) < 2 else tens


def _steps(spots: Sequence[Spot], width: float) -> list[Box]:
    """The frontier's line, in pixels."""
    ordered = sorted(spots, key=lambda spot: spot.x)
    ends = [spot.x for spot in ordered[1:]] + [width]
    along = [
        Box(spot.x, spot.y - 1, end, spot.y + 1) for spot, end in zip(ordered, ends, strict=True)
    ]
    up = [Box(higher.x - 1, higher.y, higher.x + 1, lower.y) for lower, higher in pairwise(ordered)]
    return [*along, *up]


def _row(item: PricedModel, is_efficient: bool, sides: Mapping[str, Side]) -> JsonObject:
    name = inert(item.model)
    return {
        "model": name,
        "cost": item.cost,
        "score": item.score,
        "low": item.low,
        "high": item.high,
        "efficient": is_efficient,
        "side": sides.get(name, "none"),
    }


def _frontier_line(efficient: Sequence[PricedModel], end: float, at: Axes) -> JsonObject:
    """The best score for at most so much: a step up at each efficient model."""
    steps = [{"cost": item.cost, "score": item.score} for item in efficient]
    steps.append({"cost": end, "score": efficient[-1].score})
    mark = {"type": "line", "interpolate": "step-after", "color": ACCENT, "strokeWidth": 1.5}
    return {"data": {"values": steps}, "mark": mark, "encoding": dict(at)}


def _names(side: Side, at: Axes, *, is_efficient: bool) -> JsonObject:
    height = {**at["y"], "field": ANCHOR[side]}
    return {
        "transform": [{"filter": f"{_which(is_efficient)} && datum.side == '{side}'"}],
        "mark": {
            "type": "text",
            "fontSize": 12,
            "color": INK if is_efficient else SOFT,
            **ALIGNMENT[side],
        },
        "encoding": {"x": at["x"], "y": height, "text": {"field": "model"}},
    }
