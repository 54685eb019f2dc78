"""Score against cost: the models with a price, and the efficient frontier."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.config import paths
from assay.records.jsonl import write_bytes
from assay.records.leaderboard_records import LeaderboardRow
from assay.records.metrics_rows import rows_csv
from assay.records.number_text import fixed, money
from stages.report.charts.drawing import Chart, ChartRow, axis_begins, drawn, specification
from stages.report.page_text import inert

COLUMNS = (
    *("model", "score", "low", "high", "cost_per_test_usd", "tokens", "seconds"),
    *("efficient", "gaps", "left_out"),
)
UNPRICED, FREE, SCORELESS = "price unknown", "costs nothing", "no score"


class CostView(NamedTuple):
    """The chart (None with fewer than two models), its figures, and the models that it leaves out.

    `lines` are the models with a price and a score, `efficient` those on the frontier. `left_out`
    has the others by the reason. The score of a model with gaps can still move within its bounds.
    """

    chart: Chart | None
    rows: tuple[ChartRow, ...]
    lines: tuple[LeaderboardRow, ...]
    efficient: frozenset[str]
    left_out: dict[str, list[str]]


def cost_view(lines: Sequence[LeaderboardRow]) -> CostView:
    reasons = {line.model: _why_left_out(line) for line in lines}
    priced = [line for line in lines if not reasons[line.model]]
    left_out: dict[str, list[str]] = {UNPRICED: [], FREE: [], SCORELESS: [], "": []}
    for model, reason in reasons.items():
        left_out[reason].append(model)
    del left_out[""]
    efficient = frontier(priced)
    names = frozenset(line.model for line in efficient)
    rows = tuple(_row(line, names, reasons[line.model]) for line in lines)
    chart = None
    if len(priced) > 1:
        drawable = [row for row in rows if not row["left_out"]]
        text = _text(drawable, efficient)
        chart = Chart(text, drawn(specification(drawable), text))
    return CostView(chart, rows, tuple(priced), names, left_out)


def _why_left_out(line: LeaderboardRow) -> str:
    if line.score is None:
        return SCORELESS
    if line.cost_per_test is None:
        return UNPRICED
    return "" if line.cost_per_test else FREE


def frontier(lines: Sequence[LeaderboardRow]) -> list[LeaderboardRow]:
    """The models that are better than every cheaper one, the cheapest first."""

    def order(line: LeaderboardRow) -> tuple[float, float, str]:
        return line.cost_per_test or 0.0, -(line.score or 0.0), line.model

    efficient: list[LeaderboardRow] = []
    best = -1.0
    for line in sorted(lines, key=order):
        score = line.score or 0.0
        if score > best:
            efficient.append(line)
            best = score
    return efficient


def _row(row: LeaderboardRow, efficient: frozenset[str], left_out: str) -> ChartRow:
    cost = row.cost_per_test
    return {
        "model": row.model,
        "score": row.score,
        "low": row.interval.low if row.interval else None,
        "high": row.interval.high if row.interval else None,
        # as text: a test may cost less than the decimals of other figures
        "cost_per_test_usd": None if cost is None else f"{cost:.6g}",
        "tokens": row.tokens,
        "seconds": row.seconds,
        "efficient": "yes" if row.model in efficient else "no",
        "gaps": "no" if row.complete else "yes",
        "left_out": left_out,
    }


def cost_file(rows: Sequence[ChartRow]) -> tuple[str, str]:
    """The path of the rows' CSV file inside the report's folder, and its text."""
    return "charts/cost.csv", rows_csv(COLUMNS, rows)


def copy_plots() -> None:
    """The written chart's data where dvc.yaml names it, for `dvc plots`."""
    write_bytes(paths.PLOTS / "cost.csv", (paths.REPORT / "charts/cost.csv").read_bytes())


def _text(rows: Sequence[ChartRow], efficient: Sequence[LeaderboardRow]) -> str:
    named = ", ".join(
        f"{line.model} ({money(line.cost_per_test or 0.0)}, {fixed(line.score or 0.0)} %)"
        for line in efficient
    )
    return inert(
        f"Score in percent against cost a test in US dollars of {len(rows)} models."
        f"{axis_begins(rows)} On the efficient frontier, the cheapest first: {named}."
    )
