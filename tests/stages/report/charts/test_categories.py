"""The chart of scores by category shows every score, and marks who is not behind the best."""

from pathlib import Path

import pytest

from stages.report.category_pages import CategoryPage, category_page
from stages.report.charts.categories import category_chart, category_rows
from stages.report.charts.drawing import Chart, ChartRow
from stages.report.run_evidence import Evidence
from tests.stages.report.charts.test_drawing import ALLOWED, colours
from tests.stages.report.test_page import MODELS, digests_of, evidence_of, write_run


@pytest.fixture
def evidence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evidence:
    monkeypatch.chdir(tmp_path)
    write_run(MODELS)
    return evidence_of()


@pytest.fixture
def pages(evidence: Evidence) -> list[CategoryPage]:
    digests = digests_of(evidence)
    return [category_page(evidence, digests, name) for name in evidence.categories]


@pytest.fixture
def rows(evidence: Evidence, pages: list[CategoryPage]) -> tuple[ChartRow, ...]:
    return category_rows(pages, evidence.leaderboard.models)


@pytest.fixture
def chart(pages: list[CategoryPage], rows: tuple[ChartRow, ...]) -> Chart:
    made = category_chart(pages, rows)
    assert made
    return made


def test_every_score_of_every_category_is_a_point(
    pages: list[CategoryPage], chart: Chart, rows: tuple[ChartRow, ...]
) -> None:
    scored = sum(line.scores is not None for page in pages for line in page.lines)
    overall = [row for row in rows if row["category"] == "overall"]
    assert len(rows) == scored + len(overall)
    assert chart.svg.count('aria-roledescription="point"') == len(rows)
    assert colours(chart.svg) <= ALLOWED
    assert "Code translation" in chart.svg and "code translation: solid" in chart.text


def test_the_best_and_those_not_behind_it_lead(
    pages: list[CategoryPage], rows: tuple[ChartRow, ...]
) -> None:
    for page in pages:
        leading = {
            row["model"]
            for row in rows
            if row["category"] == page.category and row["leading"] == "yes"
        }
        assert leading == {page.leader.model, *page.tied}


def test_each_name_stands_once_for_all_panels(chart: Chart) -> None:
    assert chart.svg.count(">solid<") == 1


def test_without_a_score_there_is_no_chart() -> None:
    assert category_chart([], ()) is None
