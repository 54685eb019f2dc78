"""Score against cost: the models with a price, and the efficient frontier."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, get_args

from assay.records.number_text import fixed, money
from assay.scores.leaderboard_table import BoardRow
from stages.report.charts.cost_names import CostPlot, PlotSize, PricedModel, name_sides
from stages.report.charts.drawing import Chart, ChartRow, axis_begins, drawn, specification
from stages.report.charts.label_places import Side
from stages.report.page_text import inert

COLUMNS = (
    *("model", "score", "low", "high", "cost_per_test_usd", "tokens", "seconds"),
    *("efficient", "side", "left_out"),
)
NARROW = PlotSize(290, 300)
"""The size on a narrow screen; that on wide ones is in cost.json."""

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


def cost_view(lines: Sequence[BoardRow]) -> CostView:
    by_place: dict[Place, list[BoardRow]] = {place: [] for place in get_args(Place)}
    for line in lines:
        by_place[_place(line)].append(line)
    models = [_priced(line) for line in by_place["chart"]]
    efficient = frontier(models)
    size = wide_size()
    rows = _rows(lines, models, efficient, size)
    return CostView(
        chart=_chart(size, rows, lines, models, efficient) if len(models) > 1 else None,
        rows=rows,
        models=tuple(models),
        efficient=frozenset(item.model for item in efficient),
        unpriced=_names(by_place["unpriced"]),
        free=_names(by_place["free"]),
        incomplete=_names(by_place["incomplete"]),
    )


def wide_size() -> PlotSize:
    """The size on a wide screen."""
    made = specification("cost", ())
    return PlotSize(made["width"], made["height"])


def _place(line: BoardRow) -> Place:
    if not line.row.complete or line.row.score is None:
        return "incomplete"
    if line.cost_per_test is None:
        return "unpriced"
    return "chart" if line.cost_per_test else "free"


def _priced(line: BoardRow) -> PricedModel:
    assert line.cost_per_test is not None
    assert line.row.score is not None
    return PricedModel(line.row.model, line.cost_per_test, line.row.score, line.row.interval)


def _names(lines: Iterable[BoardRow]) -> tuple[str, ...]:
    return tuple(line.row.model for line in lines)


def frontier(models: Sequence[PricedModel]) -> list[PricedModel]:
    """The models that are better than every cheaper one, the cheapest first."""
    efficient: list[PricedModel] = []
    for item in sorted(models, key=lambda item: (item.cost, -item.score, item.model)):
        if not efficient or item.score > efficient[-1].score:
            efficient.append(item)
    return efficient


def _rows(
    lines: Sequence[BoardRow],
    models: Sequence[PricedModel],
    efficient: Sequence[PricedModel],
    size: PlotSize,
) -> tuple[ChartRow, ...]:
    """A row for each line, each name where it has room in a plot of this size."""
    sides = name_sides(CostPlot.around(models, size), models, efficient) if models else {}
    names = frozenset(item.model for item in efficient)
    return tuple(_row(line, names, sides) for line in lines)


def _row(line: BoardRow, efficient: frozenset[str], sides: dict[str, Side]) -> ChartRow:
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


def _chart(
    size: PlotSize,
    rows: Iterable[ChartRow],
    lines: Sequence[BoardRow],
    models: Sequence[PricedModel],
    efficient: Sequence[PricedModel],
) -> Chart:
    """The drawing of these rows in this size, and the one for narrow screens."""
    text = _text(models, efficient)
    narrow = _rows(lines, models, efficient, NARROW)
    return Chart("cost", text, _drawing(rows, size, text), _drawing(narrow, NARROW, text))


def _drawing(rows: Iterable[ChartRow], size: PlotSize, text: str) -> str:
    """The shared specification in this size, without the models that the report names itself."""
    made = specification("cost", [row for row in rows if not row["left_out"]])
    return drawn({**made, "width": size.width, "height": size.height}, text)


def _text(models: Sequence[PricedModel], efficient: Sequence[PricedModel]) -> str:
    """The chart in words."""
    begins = axis_begins(CostPlot.around(models, NARROW).scores[0])
    named = ", ".join(
        f"{item.model} ({money(item.cost)}, {fixed(item.score)} %)" for item in efficient
    )
    return inert(
        f"Score in percent against cost a test in US dollars of {len(models)} models."
        f"{begins} On the efficient frontier, the cheapest first: {named}."
    )
