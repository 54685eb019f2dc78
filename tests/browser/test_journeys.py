"""Each question of a reader is answered, in few clicks, from the open first page."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from assay.config import paths
from assay.records.jsonl import read_records, read_result
from assay.records.leaderboard_records import Leaderboard
from assay.records.pipeline import Prompt
from tests.browser.axe import look
from tests.browser.conftest import WrittenRun
from tests.browser.journeys import JOURNEYS, Journey, Names, walked

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("as_before")]
MOST_CLICKS = 4


@pytest.fixture
def run(written_run: WrittenRun) -> Path:
    return written_run(3)


def names_of(run: Path) -> Names:
    board = read_result(run / paths.LEADERBOARD, Leaderboard)
    prompts = read_records(run / paths.PROMPTS, Prompt)
    test = next(item.test for item in prompts if item.category == "code_translation")
    return Names([row.model for row in board.models], test)


@pytest.mark.parametrize("journey", JOURNEYS, ids=lambda journey: journey.question)
def test_a_question_is_answered_in_few_clicks(
    chromium: Chrome, run: Path, journey: Journey
) -> None:
    look(chromium, "light", 1440)
    names = names_of(run)
    words, page = walked(chromium, run / paths.REPORT / "index.html", journey, names)
    assert words and page == f"{names.filled(journey.page)}.html"
    assert len(journey.clicks) <= MOST_CLICKS


def test_the_answers_are_about_what_was_asked(chromium: Chrome, run: Path) -> None:
    look(chromium, "light", 1440)
    names = names_of(run)
    index = run / paths.REPORT / "index.html"
    asked = {item.question: item for item in JOURNEYS}

    def words(question: str) -> str:
        return walked(chromium, index, asked[question], names)[0]

    ranked = read_result(run / paths.LEADERBOARD, Leaderboard).models
    leader = next((row.model for row in ranked if row.complete), None)
    assert leader and words("Who leads?").startswith(leader)
    assert words("And the others at translation?").startswith("Best")
    failed = words("Why did a test fail?")
    assert "judge-" in failed and "fail" in failed
    assert "judge-" in words("What did a judge say?")
    changed = words("What changed since the base, and why?")
    assert any(model in changed for model in names.models), "the base has fewer models"
    day = words("Of which day?")
    assert "last-month" not in day and "2026" in day
