"""Score against cost: the models with a price, and the efficient frontier."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from stages.report.charts.cost_drawing import NARROW, WIDE, PricedModel, cost_specification
from stages.report.charts.drawing import Chart, drawn
from stages.report.results import BoardLine
from stages.report.text import fixed, inert, money

Place = Literal["chart", "unpriced", "free", "incomplete"]
"""Where a model stands: on the chart, or in a note that says why not."""


class CostView(NamedTuple):
    """The chart (None with fewer than two models), its figures, and the models that it leaves out.

    `efficient`: no other model is as good for as little.
    """

    chart: Chart | None
    models: tuple[PricedModel, ...]
    efficient: frozenset[str]
    unpriced: tuple[str, ...]
    free: tuple[str, ...]
    incomplete: tuple[str, ...]


def cost_view(lines: Sequence[BoardLine]) -> CostView:
    by_place: dict[Place, list[BoardLine]] = {place: [] for place in get_args(Place)}
    for line in lines:
        by_place[_place(line)].append(line)
    models = [_priced(line) for line in by_place["chart"]]
    efficient = frontier(models)
    return CostView(
        chart=_chart(models, efficient) if len(models) > 1 else None,
        models=tuple(models),
        efficient=frozenset(item.model for item in efficient),
        unpriced=_names(by_place["unpriced"]),
        free=_names(by_place["free"]),
        incomplete=_names(by_place["incomplete"]),
    )


def _place(line: BoardLine) -> Place:
    if not line.row.complete or line.row.score is None:
        return "incomplete"
    if line.cost_per_test is None:
        return "unpriced"
    return "chart" if line.cost_per_test else "free"


def _priced(line: BoardLine) -> PricedModel:
    assert line.cost_per_test is not None
    assert line.row.score is not None
    return PricedModel(line.row.model, line.cost_per_test, line.row.score, line.row.interval)


def _names(lines: Iterable[BoardLine]) -> tuple[str, ...]:
    return tuple(line.row.model for line in lines)


def frontier(models: Sequence[PricedModel]) -> list[PricedModel]:
    """The models that are better than every cheaper one, the cheapest first."""
    efficient: list[PricedModel] = []
    for item in sorted(models, key=lambda item: (item.cost, -item.score, item.model)):
        if not efficient or item.score > efficient[-1].score:
            efficient.append(item)
    return efficient


def _chart(models: Sequence[PricedModel], efficient: Sequence[PricedModel]) -> Chart:
    text = _text(models, efficient)
    wide = drawn(cost_specification(models, efficient, *WIDE), text)
    narrow = drawn(cost_specification(models, efficient, *NARROW), text)
    return Chart("cost", text, wide, narrow)


def _text(models: Sequence[PricedModel], efficient: Sequence[PricedModel]) -> str:
    """The chart in words."""
    named = ", ".join(
        f"{item.model} ({money(item.cost)}, {fixed(item.score)} %)" for item in efficient
    )
    return inert(
        f"Score in percent against cost a test in US dollars of {len(models)} models. "
        f"On the efficient frontier, the cheapest first: {named}."
    )
