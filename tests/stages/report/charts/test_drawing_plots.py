"""DVC's plot and the report's chart: one specification, drawn with the same rows.

By the picture: each score is where it belongs, and each point has its name.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import vl_convert
import yaml
from dvc_render.vega import VegaRenderer

from assay.answers.tree import update_tree
from assay.config import paths
from assay.records.leaderboard_records import LeaderboardRow
from assay.records.metrics_rows import read_rows
from assay.records.models import TestCounts
from assay.records.pipeline import Interval
from assay.records.untyped import JsonObject
from stages.report.charts.cost import CostView, copy_plots, cost_file, cost_view
from stages.report.charts.drawing import ChartRow, specification
from tests.project import ROOT

MARK = re.compile(
    r'<path aria-label="([^"]*)" role="graphics-symbol" aria-roledescription="point" '
    r'transform="translate\(([-\d.]+),([-\d.]+)\)" d="([^"]*)" (?:fill="([^"]*)")?'
)
NAME = re.compile(
    r'aria-roledescription="text mark"[^>]*transform="translate\(([-\d.]+),([-\d.]+)\)"[^>]*>'
    r"([^<]*)<"
)


class Point(NamedTuple):
    """One mark of a picture: what it says, where it is, and how it looks; hollow without a fill."""

    figures: dict[str, str]
    x: float
    y: float
    shape: str
    fill: str


def write_plots(rows: Sequence[ChartRow]) -> None:
    update_tree(paths.REPORT, [cost_file(rows)])
    copy_plots()


def line(
    model: str, score: float | None, cost: float | None, tests: int = 10, complete: bool = True
) -> LeaderboardRow:
    return LeaderboardRow.model_construct(
        model=model,
        score=score,
        interval=Interval(low=score - 4, high=min(100.0, score + 3)) if score else None,
        cost_usd=cost,
        tokens=1,
        seconds=1.0,
        complete=complete,
        tests=TestCounts(scored=tests, unscored=0, missing=0),
    )


BOARD = [line("best", 99.0, 20.0), line("good", 81.0, 0.4), line("dear", 70.0, 9.0)]
LEFT_OUT = [line("free", 40.0, 0.0), line("unpriced", 70.0, None)]


@pytest.fixture
def view(here: Path) -> CostView:
    """The charts' data on the disk, as the stage writes it."""
    made = cost_view([*BOARD, *LEFT_OUT])
    write_plots(made.rows)
    return made


def by_dvc(title: str, revisions: Sequence[str] = ("workspace",)) -> JsonObject:
    """The plot of dvc.yaml as DVC itself fills its template."""
    plots = yaml.safe_load((ROOT / "dvc.yaml").read_text())["plots"]
    plot = next(plot[title] for plot in plots if title in plot)
    ((file, y),) = plot["y"].items()
    rows = [{**row, "rev": rev} for rev in revisions for row in read_rows(Path(file))]
    renderer = VegaRenderer(
        rows,
        title,
        template=plot["template"],
        template_dir=str(ROOT / ".dvc/plots"),
        x=plot["x"],
        y=y,
        title=title,
    )
    made = renderer.get_filled_template()
    assert "<DVC_METRIC_" not in json.dumps(made)
    return made


def picture(title: str, revisions: Sequence[str] = ("workspace",)) -> str:
    plot = by_dvc(title, revisions)
    svg: str = vl_convert.vegalite_to_svg(plot, vl_version="5.21", allowed_base_urls=[])
    return svg


def points(svg: str) -> list[Point]:
    found = []
    for label, x, y, shape, fill in MARK.findall(svg):
        figures = dict(part.split(": ", 1) for part in label.split("; "))
        found.append(Point(figures, float(x), float(y), shape, fill))
    return found


def test_dvc_and_the_report_fill_the_same_specification(view: CostView) -> None:
    ours, theirs = specification(view.rows), by_dvc("Score against cost")
    assert ours["config"].pop("legend") == {"disable": True}, "one revision needs no legend"
    assert _numbers(ours.pop("data")["values"]) == _numbers(theirs.pop("data")["values"])
    assert ours == theirs


def _numbers(rows: Sequence[dict[str, Any]]) -> list[dict[str, str]]:
    """The rows as CSV would have them."""
    texts = []
    for row in rows:
        figures = {key: "" if value is None else str(value) for key, value in row.items()}
        texts.append({key: text.removesuffix(".0") for key, text in figures.items()})
    return texts


def test_two_revisions_differ_in_colour_and_shape_and_name_a_model_once(view: CostView) -> None:
    svg = picture("Score against cost", ("workspace", "HEAD"))
    looks = {mark.figures["revision"]: mark for mark in points(svg) if mark.fill}
    one, two = looks.values()
    assert one.shape != two.shape and one.fill != two.fill
    assert svg.count(">revision<") == 1, "one legend has both"
    assert sorted(name for _, _, name in NAME.findall(svg) if " " not in name) == ["best", "good"]
    assert len(points(svg)) == 2 * len(BOARD)


def test_names_stand_over_points_on_the_frontier_and_others_below_the_axis(view: CostView) -> None:
    svg = picture("Score against cost")
    names = {name: (float(x), float(y)) for x, y, name in NAME.findall(svg) if " " not in name}
    assert names.keys() == view.efficient == {"best", "good"}
    marks = {float(mark.figures["Score, percent"]): mark for mark in points(svg)}
    for model in BOARD[:2]:
        assert model.score is not None
        mark = marks[model.score]
        x, y = names[model.model]
        assert mark.x - x == pytest.approx(5, abs=0.1) and 5 <= mark.y - y < 12
    assert ">Not on the chart: free (costs nothing), unpriced (price unknown)<" in svg
    assert len(points(svg)) == len(BOARD)


def test_a_name_that_the_next_one_would_cover_is_left_out(here: Path) -> None:
    close = [line("low", 60.0, 0.01), line("beside", 98.9, 19.0), line("best", 99.0, 20.0)]
    write_plots(cost_view(close).rows)
    assert {name for _, _, name in NAME.findall(picture("Score against cost"))} == {"low", "best"}
    close[1] = line("beside", 98.9, 0.1)
    write_plots(cost_view(close).rows)
    names = {name for _, _, name in NAME.findall(picture("Score against cost"))}
    assert names == {"low", "beside", "best"}
