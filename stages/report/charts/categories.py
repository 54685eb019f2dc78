"""Scores overall and by category: a panel for each, a line for each model, with intervals."""

from collections.abc import Iterator, Sequence

from assay.records.leaderboard_records import LeaderboardRow
from assay.records.number_text import fixed
from assay.records.pipeline import Interval
from assay.records.untyped import JsonObject
from stages.report.category_pages import CategoryPage
from stages.report.charts.drawing import (
    Chart,
    ChartRow,
    axis_begins,
    drawn,
    specification,
)
from stages.report.page_text import inert, words

COLUMNS = ("model", "category", "score", "low", "high", "leading")
CHARACTER = 6.7
"""The width of a character of 12 pixels, about: the layout rests on no machine's fonts."""


def category_rows(
    pages: Sequence[CategoryPage], board: Sequence[LeaderboardRow]
) -> tuple[ChartRow, ...]:
    """The scores that exist, with their intervals, the models in the order of the leaderboard.

    `leading`: the best of the category, and those that are not significantly behind it.
    """
    return tuple(row for line in board for row in _of_model(line, pages))


def _of_model(line: LeaderboardRow, pages: Sequence[CategoryPage]) -> Iterator[ChartRow]:
    for page in pages:
        place = next(place for place in page.lines if place.model == line.model)
        is_leading = line.model == page.leader.model or line.model in page.tied
        if place.scores:
            score = place.scores.score
            yield _row(line.model, page.category, score, place.interval, is_leading)
    if line.score is not None:
        yield _row(line.model, "overall", line.score, line.interval, line.group == 1)


def _row(
    model: str, category: str, score: float, interval: Interval | None, is_leading: bool
) -> ChartRow:
    return {
        "model": model,
        "category": category,
        "score": score,
        "low": interval.low if interval else None,
        "high": interval.high if interval else None,
        "leading": "yes" if is_leading else "no",
    }


def category_chart(pages: Sequence[CategoryPage], rows: Sequence[ChartRow]) -> Chart | None:
    """The chart of these rows; None without a score in a category."""
    if not any(line.scores for page in pages for line in page.lines):
        return None
    text = _text(pages, rows)
    return Chart("categories", text, drawn(_with_room(rows), text))


def _text(pages: Sequence[CategoryPage], rows: Sequence[ChartRow]) -> str:
    best = ", ".join(
        f"{words(page.category).lower()}: {page.leader.model} ({fixed(page.leader.scores.score)} %)"
        for page in pages
        if page.leader.scores
    )
    models = len({row["model"] for row in rows})
    return inert(
        f"Scores in percent of {models} models, overall and by category.{axis_begins(rows)} "
        f"The best in each category, {best}."
    )


def _with_room(rows: Sequence[ChartRow]) -> JsonObject:
    """The specification with room for the names that does not depend on a machine's fonts."""
    made = specification("scores", rows)
    room = max(CHARACTER * len(inert(str(row["model"]))) for row in rows) + 6
    made["spec"]["encoding"]["y"]["axis"] |= {"minExtent": room, "maxExtent": room}
    return made
