"""The chart of scores by category shows every score, and marks who is not behind the best."""

from pathlib import Path

import pytest

from stages.report.charts.categories import category_chart
from stages.report.evidence import load_evidence
from stages.report.subjects import CategoryPage, category_page
from tests.stages.report.charts.test_drawing import ALLOWED, colours
from tests.stages.report.test_page import MODELS, PANEL, SCORE, write_run


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[CategoryPage]:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)
    evidence = load_evidence(MODELS, PANEL)
    return [category_page(evidence, SCORE, 1, name) for name in evidence.categories]


def test_every_score_of_every_category_is_a_point(pages: list[CategoryPage]) -> None:
    chart = category_chart(pages, MODELS)
    assert chart
    scored = sum(line.scores is not None for page in pages for line in page.lines)
    for svg in (chart.wide, chart.narrow):
        points = svg.count('aria-roledescription="point"') + svg.count(
            'aria-roledescription="circle"'
        )
        assert points == scored
        assert colours(svg) <= ALLOWED
    assert "Code translation" in chart.wide and "code translation: solid" in chart.text


def test_names_stand_once_on_wide_screens_and_in_each_panel_on_narrow_ones(
    pages: list[CategoryPage],
) -> None:
    chart = category_chart(pages, MODELS)
    assert chart
    assert chart.wide.count(">solid<") == 1 and chart.narrow.count(">solid<") == len(pages)


def test_without_a_score_there_is_no_chart(pages: list[CategoryPage]) -> None:
    assert category_chart([], MODELS) is None
