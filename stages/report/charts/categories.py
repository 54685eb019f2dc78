"""Scores by category: a panel for each category, a line for each model, with intervals."""

from collections.abc import Sequence
from typing import Any

from stages.lib.base.untyped import JsonObject
from stages.report.charts.drawing import (
    ACCENT,
    INK,
    SOFT,
    Chart,
    axis_title,
    drawn,
    percent_domain,
    text_width,
)
from stages.report.subjects import CategoryPage, CategoryPlace
from stages.report.text import fixed, inert, words

LINE = 18
"""Pixels of height for each model."""
WIDE = 215
NARROW = 200


def category_chart(pages: Sequence[CategoryPage], models: Sequence[str]) -> Chart | None:
    """The chart with the models in this order; None without a score."""
    if not any(line.scores for page in pages for line in page.lines):
        return None
    text = _text(pages, len(models))
    wide = drawn(_specification(pages, models, is_wide=True), text)
    narrow = drawn(_specification(pages, models, is_wide=False), text)
    return Chart("categories", text, wide, narrow)


def _text(pages: Sequence[CategoryPage], models: int) -> str:
    best = ", ".join(
        f"{words(page.category).lower()}: {page.leader.model} ({fixed(page.leader.score)} %)"
        for page in pages
        if page.leader.score is not None
    )
    return inert(f"Scores in percent of {models} models by category. The best in each, {best}.")


def _specification(
    pages: Sequence[CategoryPage], models: Sequence[str], *, is_wide: bool
) -> JsonObject:
    """The panels side by side with the names once, or one below the other."""
    values = [value for page in pages for line in page.lines for value in _values(line)]
    domain = percent_domain(values)
    width = WIDE if is_wide else NARROW
    panels = []
    for number, page in enumerate(pages):
        is_named = not is_wide or number == 0
        panels.append(_panel(page, models, domain, width, is_named))
    return {"hconcat" if is_wide else "vconcat": panels, "spacing": 24}


def _values(line: CategoryPlace) -> list[float]:
    values = [line.scores.score] if line.scores else []
    return [*values, line.interval.low, line.interval.high] if line.interval else values


def _panel(
    page: CategoryPage,
    models: Sequence[str],
    domain: tuple[float, float],
    width: int,
    is_named: bool,
) -> JsonObject:
    names = [inert(model) for model in models]
    room = max(map(text_width, names)) + 6
    label: JsonObject = {"title": None, "labelColor": INK, "minExtent": room, "maxExtent": room}
    score: JsonObject = {
        "field": "score",
        "type": "quantitative",
        "title": axis_title("Percent", domain[0]),
        "scale": {"domain": list(domain), "nice": False, "zero": False},
        "axis": {"tickCount": 4},
    }
    model: JsonObject = {
        "field": "model",
        "type": "nominal",
        "scale": {"domain": names},
        "axis": label if is_named else None,
    }
    at = {"x": score, "y": model}
    return {
        "title": words(page.category),
        "width": width,
        "height": LINE * len(names),
        "data": {"values": [_row(page, line) for line in page.lines if line.scores]},
        "layer": [
            {
                "mark": {"type": "rule", "color": SOFT, "opacity": 0.55},
                "encoding": {
                    "x": {**score, "field": "low"},
                    "x2": {"field": "high"},
                    "y": model,
                },
            },
            _points("!datum.leading", at, {"type": "point", "color": SOFT, "size": 50}),
            _points("datum.leading", at, {"type": "circle", "color": ACCENT, "size": 65}),
        ],
    }


def _points(which: str, at: JsonObject, look: dict[str, Any]) -> JsonObject:
    mark = {"opacity": 1, **look}
    return {"transform": [{"filter": which}], "mark": mark, "encoding": at}


def _row(page: CategoryPage, line: CategoryPlace) -> JsonObject:
    """`leading`: the best of the category, and those that are not significantly behind."""
    assert line.scores is not None
    score = line.scores.score
    return {
        "model": inert(line.model),
        "score": score,
        "low": line.interval.low if line.interval else score,
        "high": line.interval.high if line.interval else score,
        "leading": line.model == page.leader.model or line.model in page.leader.tied,
    }
