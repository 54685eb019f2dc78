"""DVC's two plots, by the picture: each score is where it belongs, and each point has its name."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import vl_convert
import yaml

from stages.compare.plots import write_plots
from stages.lib.base import paths
from stages.lib.base.records import CATEGORIES
from stages.lib.base.results.leaderboard import LeaderboardRow
from stages.lib.base.results.rows import read_rows
from tests.project import ROOT

MARK = re.compile(
    r'<path aria-label="([^"]*)" role="graphics-symbol" aria-roledescription="point" '
    r'transform="translate\(([-\d.]+),([-\d.]+)\)" d="([^"]*)" fill="([^"]*)"'
)
NAME = re.compile(
    r'aria-roledescription="text mark"[^>]*transform="translate\(([-\d.]+),([-\d.]+)\)"[^>]*>'
    r"([^<]*)<"
)


class Point(NamedTuple):
    """One mark of a picture: what it says, where it is, and how it looks."""

    figures: dict[str, str]
    x: float
    y: float
    shape: str
    colour: str


def row(model: str, score: float, cost: float | None) -> LeaderboardRow:
    return LeaderboardRow.model_construct(
        model=model,
        score=score,
        categories={name: score - 5 * n for n, name in enumerate(CATEGORIES)},
        cost_usd=cost,
        tokens=1,
        seconds=1.0,
    )


ROWS = (row("best", 99.0, 20.0), row("good", 81.0, 0.4), row("free", 40.0, 0.0))
UNPRICED = row("unpriced", 70.0, None)


def definition(title: str) -> dict[str, Any]:
    plots = yaml.safe_load((ROOT / "dvc.yaml").read_text())["plots"]
    return next(plot[title] for plot in plots if title in plot)


def picture(title: str, revisions: Sequence[str] = ("workspace",)) -> str:
    """The plot of dvc.yaml as DVC fills its template, drawn."""
    plot = definition(title)
    ((file, y),) = plot["y"].items()
    rows = [{**line, "rev": rev} for rev in revisions for line in read_rows(Path(file))]
    anchors = {"X": plot["x"], "Y": y, "TITLE": title, "DATA": rows}
    template = json.loads((ROOT / ".dvc/plots" / f"{plot['template']}.json").read_text())
    svg: str = vl_convert.vegalite_to_svg(
        filled(template, anchors), vl_version="5.21", allowed_base_urls=[]
    )
    return svg


def filled(part: Any, anchors: dict[str, Any]) -> Any:
    """As DVC fills a template: values alone, and never the key of an object."""
    if isinstance(part, dict):
        return {key: filled(value, anchors) for key, value in part.items()}
    if isinstance(part, list):
        return [filled(value, anchors) for value in part]
    if not isinstance(part, str):
        return part
    for name, value in anchors.items():
        anchor = f"<DVC_METRIC_{name}>"
        if part == anchor:
            return value
        if isinstance(value, str):
            part = part.replace(anchor, value)
    assert "<DVC_METRIC_" not in part
    return part


def points(svg: str) -> list[Point]:
    found = []
    for label, x, y, shape, colour in MARK.findall(svg):
        figures = dict(part.split(": ", 1) for part in label.split("; "))
        found.append(Point(figures, float(x), float(y), shape, colour))
    return found


@pytest.fixture(autouse=True)
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_plots([*ROWS, UNPRICED])
    assert paths.PLOTS.exists()


def test_every_score_is_one_point_on_one_scale_and_nothing_is_stacked() -> None:
    marks = points(picture("Score by category"))
    assert len(marks) == 4 * (1 + len(CATEGORIES))
    by_score = sorted((float(mark.figures["percent"]), mark.x) for mark in marks)
    (low, left), (high, right) = by_score[0], by_score[-1]
    for score, x in by_score:
        assert x == pytest.approx(left + (score - low) / (high - low) * (right - left), abs=0.5)


def test_81_and_99_are_far_apart() -> None:
    marks = points(picture("Score by category"))
    overall = {mark.figures["percent"]: mark.x for mark in marks}
    assert overall["99"] - overall["81"] > 20


def test_two_revisions_differ_in_colour_and_in_shape() -> None:
    marks = points(picture("Score by category", ("workspace", "HEAD")))
    looks = {mark.figures["revision"]: (mark.shape, mark.colour) for mark in marks}
    (one, two) = looks.values()
    assert one[0] != two[0] and one[1] != two[1]


def test_every_point_of_the_scatter_has_its_name_beside_it() -> None:
    svg = picture("Score against cost")
    names = {name: (float(x), float(y)) for x, y, name in NAME.findall(svg)}
    assert set(names) == {"best", "good", "free"}, "a model without a price has no place"
    marks = {float(mark.figures["score, percent"]): mark for mark in points(svg)}
    for model in ROWS:
        assert model.score is not None
        mark = marks[model.score]
        x, y = names[model.model]
        assert 0 < x - mark.x < 15 and abs(y - mark.y) < 6


def test_a_free_model_stands_at_zero_and_dearer_ones_further_right() -> None:
    marks = points(picture("Score against cost"))
    by_score = {mark.figures["score, percent"]: mark.x for mark in marks}
    assert by_score["40"] == 0 < by_score["81"] < by_score["99"]


def test_the_page_of_dvc_says_what_to_open_without_a_network() -> None:
    page = (ROOT / ".dvc/plots/page.html").read_text()
    assert "html_template = plots/page.html" in (ROOT / ".dvc/config").read_text()
    assert page.index('id="no-library"') < page.index("{scripts}") < page.index("{plot_divs}")
    assert "outputs/report/charts/" in page
