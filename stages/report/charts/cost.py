"""Score against cost: the models with a price, and the efficient frontier."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from stages.lib.base.untyped import JsonObject
from stages.report.charts.cost_names import CostPlot, PricedModel, name_sides
from stages.report.charts.drawing import Chart, ChartRow, axis_begins, drawn, specification
from stages.report.charts.labels import Side
from stages.report.results import BoardLine
from stages.report.text import fixed, inert, money

COLUMNS = (
    *("model", "score", "low", "high", "cost_per_test_usd", "tokens", "seconds"),
    *("efficient", "side", "left_out"),
)
NARROW = (290, 300)
"""Width and height in pixels on a narrow screen; those of wide ones are in cost.json."""

Place = Literal["chart", "unpriced", "free", "incomplete"]
"""Where a model stands: on the chart, or in a note that says why not."""
LEFT_OUT: dict[Place, str] = {
    "chart": "",
    "unpriced": "price unknown",
    "free": "costs nothing",
    "incomplete": "tests missing",
}


class CostView(NamedTuple):
    """The chart (None with fewer than two models), its figures, and the models that it leaves out.

    `efficient`: no other model is as good for as little. `rows` are the data of the plot, with the
    models that are left out.
    """

    chart: Chart | None
    rows: tuple[ChartRow, ...]
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
    sides = name_sides(_wide_plot(models), models, efficient) if models else {}
    names = frozenset(item.model for item in efficient)
    return CostView(
        chart=_chart(by_place["chart"], models, efficient) if len(models) > 1 else None,
        rows=tuple(_row(line, names, sides) for line in lines),
        models=tuple(models),
        efficient=names,
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


def _row(line: BoardLine, efficient: frozenset[str], sides: dict[str, Side]) -> ChartRow:
    """A model's row. `side` is where its name stands beside its point."""
    row = line.row
    place = _place(line)
    return {
        "model": row.model,
        "score": row.score,
        "low": row.interval.low if row.interval else None,
        "high": row.interval.high if row.interval else None,
        "cost_per_test_usd": line.cost_per_test,
        "tokens": row.tokens,
        "seconds": row.seconds,
        "efficient": "yes" if row.model in efficient else "no",
        "side": sides.get(row.model, "none") if place == "chart" else "",
        "left_out": LEFT_OUT[place],
    }


def _wide_plot(models: Sequence[PricedModel]) -> CostPlot:
    size = specification("cost", ())
    return CostPlot.around(models, size["width"], size["height"])


def _chart(
    lines: Sequence[BoardLine], models: Sequence[PricedModel], efficient: Sequence[PricedModel]
) -> Chart:
    wide = _wide_plot(models)
    text = _text(models, efficient, wide)
    narrow = CostPlot.around(models, *NARROW)
    drawings = [
        drawn(_specification(plot, lines, models, efficient), text) for plot in (wide, narrow)
    ]
    return Chart("cost", text, *drawings)


def _specification(
    plot: CostPlot,
    lines: Sequence[BoardLine],
    models: Sequence[PricedModel],
    efficient: Sequence[PricedModel],
) -> JsonObject:
    """The shared specification in the size of this plot, each name where it has room there."""
    sides = name_sides(plot, models, efficient)
    names = frozenset(item.model for item in efficient)
    made = specification("cost", [_row(line, names, sides) for line in lines])
    return {**made, "width": plot.width, "height": plot.height}


def _text(models: Sequence[PricedModel], efficient: Sequence[PricedModel], plot: CostPlot) -> str:
    """The chart in words."""
    named = ", ".join(
        f"{item.model} ({money(item.cost)}, {fixed(item.score)} %)" for item in efficient
    )
    return inert(
        f"Score in percent against cost a test in US dollars of {len(models)} models."
        f"{axis_begins(plot.scores[0])} On the efficient frontier, the cheapest first: {named}."
    )
