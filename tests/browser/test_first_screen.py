"""What a reader sees before scrolling, at the width of a desk and of a phone."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from assay.config import paths
from tests.browser.axe import look
from tests.browser.conftest import WrittenRun

pytestmark = pytest.mark.slow
HEIGHTS = {1440: 900, 390: 844}
BOX = """
const box = arguments[0].getBoundingClientRect();
return [box.top, box.right, box.bottom, box.left];
"""


@pytest.fixture
def report(written_run: WrittenRun) -> Path:
    return written_run(3) / paths.REPORT


def opened(chromium: Chrome, page: Path, width: int) -> None:
    look(chromium, "light", width)
    chromium.get(page.resolve().as_uri())


def box(chromium: Chrome, part: str) -> list[float]:
    """Top, right, bottom and left of the first part that this CSS finds, in pixels."""
    found: list[float] = chromium.execute_script(BOX, chromium.find_element(By.CSS_SELECTOR, part))
    return found


@pytest.mark.parametrize("width", HEIGHTS)
def test_scores_and_intervals_stand_on_the_first_screen_below_few_headings(
    chromium: Chrome, report: Path, width: int
) -> None:
    opened(chromium, report / "index.html", width)
    rows = chromium.find_elements(By.CSS_SELECTOR, ".first tbody tr")
    assert len(rows) == 3
    assert box(chromium, ".first")[0] < HEIGHTS[width] / 3, "headings take no third"
    for number in (1, 3):
        for column in (1, 2, 3, 4):
            cell = f".first tbody tr:nth-child({number}) > :nth-child({column})"
            _, right, bottom, _ = box(chromium, cell)
            assert right <= width
            assert bottom <= HEIGHTS[width]
    heads = [each.text for each in chromium.find_elements(By.CSS_SELECTOR, ".first thead th")]
    assert heads[2:] == [
        "Score",
        "Interval",
        "Cost a test",
        "Median seconds",
        "95th percentile, seconds",
        "Tokens a second",
    ]


def answer_page(report: Path) -> Path:
    """The page of an answer with files."""
    pages = sorted((report / "answers").glob("*.html"))
    return next(page for page in pages if 'href="#line-' in page.read_text(encoding="utf-8"))


def test_criteria_and_answer_stand_side_by_side(chromium: Chrome, report: Path) -> None:
    opened(chromium, answer_page(report), 1440)
    criteria, shown = box(chromium, ".verdicts"), box(chromium, ".shown")
    assert max(criteria[0], shown[0]) < HEIGHTS[1440] / 2
    assert criteria[3] < shown[3]
    opened(chromium, answer_page(report), 390)
    assert box(chromium, ".shown")[0] >= box(chromium, ".verdicts")[2]


def test_a_criterion_leads_to_its_line(chromium: Chrome, report: Path) -> None:
    opened(chromium, answer_page(report), 1440)
    link = chromium.find_element(By.CSS_SELECTOR, "a[href^='#line-']")
    target = (link.get_attribute("href") or "").rsplit("#", 1)[1]
    chromium.execute_script("arguments[0].click()", link)
    top, right, bottom, left = box(chromium, f"#{target}")
    assert 0 <= top <= bottom <= HEIGHTS[1440]
    assert right > left
