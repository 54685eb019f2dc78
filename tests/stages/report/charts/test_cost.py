"""The chart of score against cost: the frontier, who is on it, who is not on the chart and why."""

import re

from stages.report.charts.cost import cost_view, frontier
from tests.stages.report.charts.test_drawing import ALLOWED, colours
from tests.stages.report.charts.test_drawing_plots import line

DIAMOND = re.compile(r'd="M[-.\d]+,0L0,[-.\d]+L[-.\d]+,0L0,[-.\d]+Z"')
LINES = [
    line("best", 99.0, 5.0),
    line("worse-and-dearer", 81.0, 6.0),
    line("good", 88.0, 1.0),
    line("worse-at-the-same-price", 85.0, 1.0),
    line("cheap", 81.0, 0.05),
    line("unpriced", 90.0, None),
    line("free", 60.0, 0.0),
    line("patchy", 70.0, 1.0, complete=False),
    line("empty", None, 1.0),
]


def test_on_the_frontier_no_cheaper_model_is_as_good() -> None:
    view = cost_view(LINES)
    assert view.efficient == {"cheap", "good", "best"}
    names = [each.model for each in frontier(view.lines)]
    assert names == ["cheap", "good", "best"]
    same = [line("b", 80.0, 2.0), line("a", 80.0, 1.0)]
    assert [each.model for each in frontier(same)] == ["a"]


def test_a_model_without_price_or_score_is_named_and_not_drawn() -> None:
    view = cost_view(LINES)
    assert view.left_out == {
        "price unknown": ["unpriced"],
        "costs nothing": ["free"],
        "no score": ["empty"],
    }
    assert view.chart
    for name in ("unpriced", "free", "empty"):
        assert f">{name}<" not in view.chart.svg
    assert ">best<" in view.chart.svg


def test_the_chart_says_in_words_what_it_shows() -> None:
    chart = cost_view(LINES).chart
    assert chart
    on_frontier = "cheap ($0.0050, 81.0 %), good ($0.1000, 88.0 %), best ($0.5000, 99.0 %)."
    assert chart.text.endswith(on_frontier)
    assert f"<title>{chart.text}</title>" in chart.svg
    assert "The axis begins at 60 %." in chart.text
    assert colours(chart.svg) <= ALLOWED, "all colours have a counterpart for dark screens"


def test_fewer_than_two_models_with_a_price_are_no_chart() -> None:
    assert cost_view([]).chart is None
    assert cost_view(LINES[:1]).chart is None


def test_a_model_with_gaps_is_drawn_as_a_diamond() -> None:
    """Circles are drawn by two arcs, diamonds by lines alone."""
    view = cost_view(LINES)
    assert {row["model"]: row["gaps"] for row in view.rows}["patchy"] == "yes"
    assert view.chart
    without = cost_view([each for each in LINES if each.model != "patchy"]).chart
    assert without and DIAMOND.search(view.chart.svg) and not DIAMOND.search(without.svg)
