"""Score against cost: the models with a price, and the efficient frontier."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.number_text import fixed, money
from assay.scores.leaderboard_table import BoardRow
from stages.report.charts.cost_names import CostPlot, PlotSize, PricedModel, name_sides
from stages.report.charts.drawing import Chart, ChartRow, axis_begins, drawn, specification
from stages.report.page_text import inert

COLUMNS = (
    *("model", "score", "low", "high", "cost_per_test_usd", "tokens", "seconds"),
    *("efficient", "side", "left_out"),
)
NARROW = PlotSize(290, 300)
"""The size on a narrow screen; that on wide ones is in cost.json."""
UNPRICED, FREE, INCOMPLETE = "price unknown", "costs nothing", "tests missing"


class CostView(NamedTuple):
    """The chart (None with fewer than two models), its figures, and the models that it leaves out.

    `efficient`: no other model is as good for as little. `rows` are the data of the plot, with the
    models that are left out. `left_out` has these by the reason.
    """

    chart: Chart | None
    rows: tuple[ChartRow, ...]
    models: tuple[PricedModel, ...]
    efficient: frozenset[str]
    left_out: dict[str, list[str]]


def cost_view(lines: Sequence[BoardRow]) -> CostView:
    models = []
    left_out: dict[str, list[str]] = {UNPRICED: [], FREE: [], INCOMPLETE: []}
    for line in lines:
        row, cost = line.row, line.cost_per_test
        if not row.complete or row.score is None:
            left_out[INCOMPLETE].append(row.model)
        elif cost:
            models.append(PricedModel(row.model, cost, row.score, row.interval))
        else:
            left_out[UNPRICED if cost is None else FREE].append(row.model)
    reasons = {name: reason for reason, names in left_out.items() for name in names}
    efficient = frontier(models)
    names = frozenset(item.model for item in efficient)

    def rows(size: PlotSize) -> list[ChartRow]:
        """A row for each line, each name where it has room in a plot of this size."""
        sides = name_sides(CostPlot.around(models, size), models, efficient) if models else {}
        made = []
        for line in lines:
            name = line.row.model
            reason = reasons.get(name, "")
            side = "" if reason else sides.get(name, "none")
            made.append(_row(line, name in names, side, reason))
        return made

    wide = wide_size()
    wide_rows = rows(wide)
    chart = None
    if len(models) > 1:
        text = _text(models, efficient)
        narrow = _drawing(rows(NARROW), NARROW, text)
        chart = Chart("cost", text, _drawing(wide_rows, wide, text), narrow)
    return CostView(chart, tuple(wide_rows), tuple(models), names, left_out)


def wide_size() -> PlotSize:
    """The size on a wide screen."""
    made = specification("cost", ())
    return PlotSize(made["width"], made["height"])


def frontier(models: Sequence[PricedModel]) -> list[PricedModel]:
    """The models that are better than every cheaper one, the cheapest first."""
    efficient: list[PricedModel] = []
    for item in sorted(models, key=lambda item: (item.cost, -item.score, item.model)):
        if not efficient or item.score > efficient[-1].score:
            efficient.append(item)
    return efficient


def _row(line: BoardRow, is_efficient: bool, side: str, left_out: str) -> ChartRow:
    """A model's row. `side` is where its name stands beside its point."""
    row = line.row
    return {
        "model": row.model,
        "score": row.score,
        "low": row.interval.low if row.interval else None,
        "high": row.interval.high if row.interval else None,
        "cost_per_test_usd": line.cost_per_test,
        "tokens": row.tokens,
        "seconds": row.seconds,
        "efficient": "yes" if is_efficient else "no",
        "side": side,
        "left_out": left_out,
    }


def _drawing(rows: Sequence[ChartRow], size: PlotSize, text: str) -> str:
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
