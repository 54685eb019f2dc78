"""From the open first page to the answer of each question that a reader has: clicks and seconds.

A journey is clicked in a real browser as a person would, and ends when the answer is shown. A click
is one on a link, a head of a table or a row that opens; a choice in a list is one too. Reading and
scrolling take no time here.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.ui import WebDriverWait

WAIT = 60


class Measured(NamedTuple):
    """One journey as it went; `words` is the beginning of what the reader sees at its end."""

    question: str
    way: str
    clicks: int
    seconds: float
    words: str


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
    """A question, how a reader goes, and the walk itself, which gives the words at its end."""

    question: str
    way: str
    walk: Callable[[Reader, Names], str]


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
    return reader.seen(".lead")


def _neighbours(reader: Reader, names: Names) -> str:
    reader.press("#neighbours a[href^='beside/']")
    reader.press(f"#tests-title ~ .scroll a[href*='{names.test}']")
    return reader.seen("table.diff, #files-title ~ *")


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
        return reader.seen(f"#{question} .finding")

    return walk


def _page(title: str, css: str) -> Callable[[Reader, Names], str]:
    def walk(reader: Reader, _: Names) -> str:
        reader.link(title, "nav")
        return reader.seen(css)

    return walk


JOURNEYS = (
    Journey("Who leads?", "first screen", _statement("Who leads")),
    Journey(
        "Who cannot be told from them?",
        "first screen",
        _statement("Who is not significantly behind"),
    ),
    Journey("At what price a test?", "first screen", _statement("What a test costs")),
    Journey("Who is best at translation?", "first screen", _statement("Best in code translation")),
    Journey("And the others at translation?", "Best in code translation", _category),
    Journey("What was executed?", "first page", _fact("Built and run")),
    Journey("What is missing?", "first page", _fact("Missing")),
    Journey("Of which day?", "first page", _fact("Models were asked")),
    Journey("Has anything changed since the base?", "first page", _fact("Since")),
    Journey("What changed since the base, and why?", "What changed", _changed),
    Journey("How does one model do?", "its name", _by_model),
    Journey("Two neighbours on one test?", "by category and test, the test", _neighbours),
    Journey("Any two models on one test?", "Two models, both names, the test", _any_two),
    Journey("Why did a test fail?", "its score", _failed),
    Journey("Who fails what in a test?", "the test", _matrix),
    Journey("What did a judge say?", "the test, the sign", _judge_said),
    Journey(
        "Are old frameworks understood?",
        "Research questions, the question",
        _research("frameworks"),
    ),
    Journey(
        "Does quality fall with complexity?",
        "Research questions, the question",
        _research("classes"),
    ),
    Journey("How far can judges be trusted?", "Judges", _page("Judges", "main table")),
    Journey("Which verdicts look wrong?", "Worth a look", _page("Worth a look", "main table")),
    Journey("Which data sets are there?", "Data sets", _page("Data sets", "main table")),
    Journey(
        "Where is an answer?", "Search", _page("Search", "#answers input[type=search], #answers")
    ),
)


def walked(chromium: Chrome, index: Path, journey: Journey, names: Names) -> Measured:
    """The journey from the open first page."""
    chromium.get(index.as_uri())
    reader = Reader(chromium)
    started = time.perf_counter()
    words = journey.walk(reader, names)
    seconds = time.perf_counter() - started
    return Measured(journey.question, journey.way, reader.clicks, seconds, " ".join(words.split()))
