"""From the open first page to the answer of each question that a reader has: clicks and seconds.

A journey is clicked in a real browser as a person would, and ends when the answer is shown, on the
page that has it. A click is one on a link, a head of a table or a row that opens; a choice in a
list is one too. Reading and scrolling take no time here.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urldefrag

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.ui import WebDriverWait

from stages.report.page_links import PageLinks

WAIT = 60
LINKS = PageLinks()


class Measured(NamedTuple):
    """One journey as it went.

    `words` is the beginning of what the reader sees at its end, and `page` the page that is open
    there, as a path inside the report's folder.
    """

    question: str
    way: str
    clicks: int
    seconds: float
    words: str
    page: str


@dataclass
class Reader:
    """Somebody in front of the open first page, who counts clicks."""

    chromium: Chrome
    clicks: int = 0

    def link(self, words: str, inside: str = "body") -> None:
        """Follow the first link of these words."""
        around = self.chromium.find_element(By.CSS_SELECTOR, inside)
        self._click(around.find_element(By.LINK_TEXT, words))

    def press(self, css: str) -> None:
        self._click(self.chromium.find_element(By.CSS_SELECTOR, css))

    def _click(self, target: WebElement) -> None:
        self.chromium.execute_script("arguments[0].scrollIntoView({block: 'center'})", target)
        target.click()
        self.clicks += 1

    def choose(self, number: int, value: str) -> None:
        """Choose in the list of this number among those that choose two models."""
        lists = self.chromium.find_elements(By.CSS_SELECTOR, "#any > .chooser:not([role]) select")
        Select(lists[number]).select_by_value(value)
        self.clicks += 1

    def seen(self, css: str) -> str:
        """The words of the first such part, once it is shown."""

        def shown(chromium: Chrome) -> str:
            parts = chromium.find_elements(By.CSS_SELECTOR, css)
            return next((part.text for part in parts if part.is_displayed()), "")

        return WebDriverWait(self.chromium, WAIT, 0.01).until(shown)


class Names(NamedTuple):
    """What the journeys ask about: models in the order of the leaderboard, and a test."""

    models: Sequence[str]
    test: str


class Journey(NamedTuple):
    """A question, how a reader goes, the walk itself, which gives the words at its end, and `page`.

    `page`: where the answer is, as a path inside the report's folder.
    """

    question: str
    way: str
    walk: Callable[[Reader, Names], str]
    page: Callable[[Names], str]


def _statement(question: str) -> Callable[[Reader, Names], str]:
    """A sentence of the first screen: it is there without scrolling."""

    def walk(reader: Reader, _: Names) -> str:
        for part in reader.chromium.find_elements(By.CSS_SELECTOR, ".statements > div"):
            if part.find_element(By.TAG_NAME, "dt").text == question:
                bottom = part.rect["y"] + part.rect["height"]
                assert bottom <= reader.chromium.execute_script("return innerHeight")
                return part.find_element(By.TAG_NAME, "dd").text
        raise AssertionError(f"{question} is not on the first screen")

    return walk


def _fact(name: str) -> Callable[[Reader, Names], str]:
    """A fact below the sentences."""

    def walk(reader: Reader, _: Names) -> str:
        for part in reader.chromium.find_elements(By.CSS_SELECTOR, ".facts > div"):
            if part.find_element(By.TAG_NAME, "dt").text.startswith(name):
                return part.find_element(By.TAG_NAME, "dd").text
        raise AssertionError(f"{name} is not on the first page")

    return walk


def _category(reader: Reader, _: Names) -> str:
    reader.link("Best in code translation")
    return reader.seen(".facts")


def _neighbours(reader: Reader, names: Names) -> str:
    reader.press("#neighbours a[href*='#two--']")
    reader.link(names.test, "#any")
    return reader.seen("#differences")


def _any_two(reader: Reader, names: Names) -> str:
    reader.link("Two models")
    reader.choose(0, names.models[0])
    reader.choose(1, names.models[-1])
    reader.link(names.test, "#any")
    return reader.seen("#differences")


def _failed(reader: Reader, names: Names) -> str:
    reader.press(f"#overview td a[href*='{names.test}--{names.models[-1]}']")
    return reader.seen(".verdicts details[open] .notes")


def _by_model(reader: Reader, names: Names) -> str:
    reader.link(names.models[0], "#leaderboard")
    return reader.seen("main table")


def _matrix(reader: Reader, names: Names) -> str:
    reader.link(names.test, "#overview")
    return reader.seen("table.signs")


def _judge_said(reader: Reader, names: Names) -> str:
    _matrix(reader, names)
    reader.press("table.signs td.sign a")
    return reader.seen("tr:target .notes")


def _changed(reader: Reader, _: Names) -> str:
    reader.link("What changed", "nav")
    return reader.seen("#scores-title ~ .scroll table")


def _research(question: str) -> Callable[[Reader, Names], str]:
    def walk(reader: Reader, _: Names) -> str:
        reader.link("Research questions", "nav")
        reader.press(f".contents a[href='#{question}']")
        return reader.seen(f"#{question} table")

    return walk


def _page(title: str, css: str) -> Callable[[Reader, Names], str]:
    def walk(reader: Reader, _: Names) -> str:
        reader.link(title, "nav")
        return reader.seen(css)

    return walk


def _one_of(name: str) -> Callable[[Names], str]:
    """The page of this name, whatever is asked about."""
    return lambda _: LINKS.page(name)


INDEX = _one_of("index")
JOURNEYS = (
    Journey("Who leads?", "first screen", _statement("Who leads"), INDEX),
    Journey(
        "Who cannot be told from them?",
        "first screen",
        _statement("Who is not significantly behind"),
        INDEX,
    ),
    Journey("At what price a test?", "first screen", _statement("What a test costs"), INDEX),
    Journey(
        "Who is best at translation?",
        "first screen",
        _statement("Best in code translation"),
        INDEX,
    ),
    Journey(
        "And the others at translation?",
        "Best in code translation",
        _category,
        lambda _: LINKS.category("code_translation"),
    ),
    Journey("What was executed?", "first page", _fact("Built and run"), INDEX),
    Journey("What is missing?", "first page", _fact("Missing"), INDEX),
    Journey("Of which day?", "first page", _fact("Models were asked"), INDEX),
    Journey("Has anything changed since the base?", "first page", _fact("Since"), INDEX),
    Journey("What changed since the base, and why?", "What changed", _changed, _one_of("change")),
    Journey(
        "How does one model do?",
        "its name",
        _by_model,
        lambda names: LINKS.model(names.models[0]),
    ),
    Journey(
        "Two neighbours on one test?",
        "by category and test, the test",
        _neighbours,
        lambda names: LINKS.test(names.test),
    ),
    Journey(
        "Any two models on one test?",
        "Two models, both names, the test",
        _any_two,
        lambda names: LINKS.test(names.test),
    ),
    Journey(
        "Why did a test fail?",
        "its score",
        _failed,
        lambda names: LINKS.answer(names.test, names.models[-1]),
    ),
    Journey(
        "Who fails what in a test?",
        "the test",
        _matrix,
        lambda names: LINKS.test(names.test),
    ),
    Journey(
        "What did a judge say?",
        "the test, the sign",
        _judge_said,
        lambda names: LINKS.answer(names.test, names.models[0]),
    ),
    Journey(
        "Are old frameworks understood?",
        "Research questions, the question",
        _research("frameworks"),
        _one_of("research"),
    ),
    Journey(
        "Does quality fall with complexity?",
        "Research questions, the question",
        _research("classes"),
        _one_of("research"),
    ),
    Journey(
        "How far can judges be trusted?",
        "Judges",
        _page("Judges", "main table"),
        _one_of("judges"),
    ),
    Journey(
        "Which verdicts look wrong?",
        "Worth a look",
        _page("Worth a look", "main table"),
        _one_of("review"),
    ),
    Journey(
        "Which data sets are there?",
        "Data sets",
        _page("Data sets", "main table"),
        _one_of("datasets"),
    ),
    Journey(
        "Where is an answer?",
        "Search",
        _page("Search", "#answers input[type=search], #answers"),
        _one_of("find"),
    ),
)


def walked(chromium: Chrome, index: Path, journey: Journey, names: Names) -> Measured:
    """The journey from the open first page."""
    chromium.get(index.as_uri())
    reader = Reader(chromium)
    started = time.perf_counter()
    words = " ".join(journey.walk(reader, names).split())
    seconds = time.perf_counter() - started
    page = urldefrag(chromium.current_url).url.removeprefix(f"{index.parent.as_uri()}/")
    return Measured(journey.question, journey.way, reader.clicks, seconds, words, page)
