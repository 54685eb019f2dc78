"""The leaderboard as one table with typed columns, and as text, Markdown and CSV.

The report's page draws the same table. A column added to `COLUMNS` stands in all four.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import Literal, NamedTuple

from assay.records.leaderboard_records import Leaderboard, LeaderboardRow
from assay.records.metrics_rows import rows_csv
from assay.records.models import ModelMetrics, ScoreBounds
from assay.records.number_text import ABSENT, at_most, count, fixed, money
from assay.records.pipeline import CATEGORIES, Interval, TestStatus

Kind = Literal[
    "rank",
    "model",
    "level",
    "score",
    "figure",
    "range",
    "share",
    "count",
    "of",
    "holes",
    "usd",
    "time",
]
"""How a cell is printed. `holes`: a count that should be zero; `of`: one of the tests."""
Width = Literal["narrow", "wide", "page"]
"""Where a column stands: in all forms; not in Markdown and narrow terminals; on pages alone."""


Cell = str | float | Interval | ScoreBounds | None


class Column(NamedTuple):
    """`name` is that of the CSV column, `title` the head of a table, `short` one in a terminal."""

    name: str
    title: str
    short: str
    kind: Kind
    cell: Callable[[LeaderboardRow], Cell]
    width: Width = "page"

    @property
    def absent(self) -> str:
        """What a page says where there is no figure; other forms have a dash."""
        return ABSENT_WORDS.get(self.kind, "no score")


ABSENT_WORDS: Mapping[Kind, str] = {
    "level": "not set",
    "range": "none",
    "share": "nothing judged",
    "of": "nothing judged",
    "holes": "nothing judged",
    "usd": "price unknown",
    "time": "no time",
}


def _tests(status: TestStatus) -> Callable[[LeaderboardRow], int | None]:
    """How many tests have this status; None where the panel judged nothing."""
    return lambda row: getattr(row.tests, status) if row.tests else None


def _latency(percentile: Literal["p50", "p95"]) -> Callable[[LeaderboardRow], float | None]:
    """Seconds of an answer; None where no answer took time."""
    return lambda row: getattr(row.latency_s, percentile) if row.latency_s else None


def _category(name: str, short: str) -> Column:
    """The category's score, or the most that it can be where checks searched documents alone."""

    def cell(row: LeaderboardRow) -> Cell:
        most = row.mentioned.get(name)
        return row.categories.get(name) if most is None else at_most(most)

    return Column(name, name.replace("_", " ").capitalize(), short, "figure", cell, "narrow")


def _own(name: str, title: str, kind: Kind, width: Width = "page", short: str = "") -> Column:
    """What the model's record has under this name; an empty text is no figure."""

    def cell(row: LeaderboardRow) -> Cell:
        value: Cell = getattr(row, name)
        return None if value == "" else value

    return Column(name, title, short or name, kind, cell, width)


SHORT = {
    "code_generation": "gen",
    "code_translation": "trans",
    "code_documentation": "docs",
    "instruction_following": "dial",
}
LEGEND = "gen, trans, docs: code generation, translation, documentation; dial: dialogues"
SCORES = (
    _own("group", "Rank group", "rank", "narrow", "#"),
    _own("model", "Model", "model", "narrow"),
    _own("reasoning", "Reasoning", "level", "narrow"),
    _own("score", "Score", "score", "narrow"),
    _own("interval", "Interval", "range", "narrow"),
    *(_category(name, SHORT[name]) for name in CATEGORIES),
    _own("accuracy", "Accuracy", "figure", "wide"),
    _own("completeness", "Completeness", "figure", "wide"),
)
COST = Column(
    "cost_per_test_usd", "Cost a test", "$/test", "usd", lambda row: row.cost_per_test, "narrow"
)
SPEED = (
    Column("latency_p50", "Median seconds", "", "time", _latency("p50")),
    Column("latency_p95", "95th percentile, seconds", "", "time", _latency("p95")),
    _own("output_tokens_per_second", "Tokens a second", "time"),
)
"""How fast the model's own answers came."""
FIRST = (*SCORES[:5], COST, *SPEED)
"""What the first screen shows of each model."""
BASIS = (
    COST,
    Column("tests_scored", "Tests scored", "tests", "of", _tests("scored"), "wide"),
    Column("tests_mentioned", "Mentioned", "", "count", _tests("mentioned")),
    Column("tests_unscored", "Unscored", "", "holes", _tests("unscored")),
    Column("tests_missing", "Missing", "", "holes", _tests("missing")),
    _own("coverage", "Coverage", "share"),
    Column("bounds", "Bounds", "", "range", lambda row: row.bounds),
    _own("tokens", "Tokens", "count"),
    _own("cost_usd", "Cost", "usd"),
    _own("seconds", "Seconds", "figure"),
    *SPEED,
)
"""What a score rests on, and what the answers took."""


class LeaderboardTable(NamedTuple):
    """The models from best to worst.

    `scores` has no category that the suite lacks, and no level of reasoning if no model sets one.
    """

    board: Leaderboard
    scores: tuple[Column, ...]
    rows: tuple[LeaderboardRow, ...]
    first: tuple[Column, ...]
    basis: tuple[Column, ...] = BASIS

    @property
    def columns(self) -> tuple[Column, ...]:
        return (*self.scores, *self.basis)


def leaderboard_table(
    board: Leaderboard, metrics: Mapping[str, ModelMetrics], categories: Sequence[str] = CATEGORIES
) -> LeaderboardTable:
    rows = []
    for row in board.models:
        figures = metrics[row.model].group(board.judge_group) if row.model in metrics else None
        rows.append(row.model_copy(update={"bounds": figures.bounds if figures else None}))
    absent = set(CATEGORIES) - set(categories)
    if not any(row.reasoning for row in board.models):
        absent.add("reasoning")
    return LeaderboardTable(board, _without(absent, SCORES), tuple(rows), _without(absent, FIRST))


def _without(absent: Container[str], columns: Sequence[Column]) -> tuple[Column, ...]:
    return tuple(column for column in columns if column.name not in absent)


def cell_text(column: Column, row: LeaderboardRow, to: str = " to ") -> str:
    """The cell as plain text; a dash where there is no figure. `to` stands within a range."""
    value = column.cell(row)
    if value is None:
        return ABSENT
    if isinstance(value, Interval | ScoreBounds):
        if value.low is None or value.high is None:
            return ABSENT
        return f"{fixed(value.low)}{to}{fixed(value.high)}"
    if isinstance(value, str):
        return value
    if column.kind == "of" and row.tests:
        return f"{value}/{row.tests.all}"
    texts: dict[Kind, Callable[[float], str]] = {
        "score": fixed,
        "figure": fixed,
        "time": fixed,
        "share": lambda share: f"{fixed(100 * share, 0)} %",
        "usd": money,
    }
    return texts.get(column.kind, count)(value)


def as_text(table: LeaderboardTable, width: int) -> list[str]:
    """Lines for a terminal of this width: every column, or the narrow ones alone.

    Names are never cut. Below the models are those that did not run.
    """
    shown = _text_columns(table, ("narrow", "wide"))
    if sum(len(cells[0]) + 2 for cells in shown) - 2 > width:
        shown = _text_columns(table, ("narrow",))
    lines = ["  ".join(line).rstrip() for line in zip(*shown, strict=True)]
    lines.insert(1, "  ".join("-" * len(cells[0]) for cells in shown))
    absent = [f"{ABSENT}  {item.model}  no results: {item.reason}" for item in table.board.not_run]
    return [*lines, *absent]


def _text_columns(table: LeaderboardTable, widths: Sequence[Width]) -> list[list[str]]:
    """Head and cells of each column, each as wide as the widest of them."""
    shown = []
    for column in table.columns:
        if column.width in widths:
            cells = [column.short, *(cell_text(column, row, "–") for row in table.rows)]
            widest = max(map(len, cells))
            fit = str.ljust if column.kind == "model" else str.rjust
            shown.append([fit(cell, widest) for cell in cells])
    return shown


def as_markdown(table: LeaderboardTable) -> str:
    """A table for a pull request."""
    columns = [column for column in table.columns if column.width == "narrow"]
    rows = [[column.title for column in columns]]
    rows.append(["---" if column.kind == "model" else "--:" for column in columns])
    rows += [[cell_text(column, row) for column in columns] for row in table.rows]
    for item in table.board.not_run:
        words = " ".join(item.reason.split())
        reason = words.replace("`", "'").replace("|", "\\|")  # code, never Markdown
        blank = [""] * (len(columns) - 3)
        rows.append([ABSENT, item.model, f"no results: `{reason}`", *blank])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def as_csv(table: LeaderboardTable) -> str:
    """Every column; a range is two of them. What is missing is empty."""
    rows = [_csv_cells(table.columns, row) for row in table.rows]
    names = list[str]()
    for column in table.columns:
        two = (f"{column.name}_low", f"{column.name}_high")
        names += two if column.kind == "range" else (column.name,)
    return rows_csv(names, rows)


def _csv_cells(columns: Sequence[Column], row: LeaderboardRow) -> dict[str, object]:
    cells: dict[str, object] = {}
    for column in columns:
        value = column.cell(row)
        if column.kind == "range":
            assert value is None or isinstance(value, Interval | ScoreBounds)
            cells[f"{column.name}_low"] = value.low if value else None
            cells[f"{column.name}_high"] = value.high if value else None
        elif column.kind == "usd" and value is not None:
            cells[column.name] = f"{value:.6g}"  # a test may cost less than four decimals show
        else:
            cells[column.name] = value
    return cells
