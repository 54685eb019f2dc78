"""From the open first page to the answer of each question that a reader has.

A journey is clicked in a real browser as a person would, and ends when the answer is shown, on the
page that has it. A click is one on a link, a head of a table or a row that opens; a choice in a
list is one too.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urldefrag

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

WAIT = 60


class Names(NamedTuple):
    """What the journeys ask about: models in the order of the leaderboard, and a test."""

    models: Sequence[str]
    test: str

    def filled(self, text: str) -> str:
        return text.format(first=self.models[0], last=self.models[-1], test=self.test)


class Journey(NamedTuple):
    """A question, how a reader goes, what is clicked, where the words and the page of the end are.

    Parts of pages are CSS, or XPath if they begin with a slash.
    """

    question: str
    way: str
    clicks: tuple[str, ...]
    end: str
    page: str


def statement(question: str) -> str:
    return f"//*[@class='statements']/div[normalize-space(dt)='{question}']/dd"


def fact(name: str) -> str:
    return f"//*[@class='facts']/div[starts-with(normalize-space(dt), '{name}')]/dd"


def link(words: str, inside: str = "//body") -> str:
    return f"{inside}//a[normalize-space()='{words}']"


def of_page(name: str) -> str:
    return link(name, "//nav")


def choice(number: int, model: str) -> str:
    """In one of the two lists that choose models."""
    label = f"//*[@id='any']/div[@class='chooser' and not(@role)]/label[{number}]"
    return f"{label}/select/option[@value='{model}']"


def on_first_screen(question: str, sentence: str) -> Journey:
    return Journey(question, "first screen", (), statement(sentence), "index")


def on_first_page(question: str, name: str) -> Journey:
    return Journey(question, "first page", (), fact(name), "index")


def by_head(question: str, title: str, end: str, page: str) -> Journey:
    """By a link that the head of every page has."""
    return Journey(question, title, (of_page(title),), end, page)


BEST = "Best in code translation"
CHANGES = "#scores-title ~ .scroll table"
OF_CLASSES = (of_page("Research questions"), ".contents a[href='#classes']")
TO_MODEL = link("{first}", "//*[@id='leaderboard']")
TO_TEST = link("{test}", "//*[@id='overview']")
TO_TWO = link("{test}", "//*[@id='any']")
TO_ANSWER = "#overview td a[href*='{test}--{last}']"
CHOICE = (of_page("Two models"), choice(1, "{first}"), choice(2, "{last}"), TO_TWO)
NEIGHBOURS = ("#neighbours a[href*='#two--']", TO_TWO)
SIGN = (TO_TEST, "table.signs td.sign a")
REASONS = ".verdicts details[open] .notes"
THE_TEST = "tests/{test}"
LAST, FIRST = "answers/{test}--{last}", "answers/{test}--{first}"
JOURNEYS = (
    on_first_screen("Who leads?", "Who leads"),
    on_first_screen("Who cannot be told from them?", "Who is not significantly behind"),
    on_first_screen("At what price a test?", "What a test costs"),
    on_first_screen("Who is best at translation?", BEST),
    on_first_page("What was executed?", "Built and run"),
    on_first_page("What is missing?", "Missing"),
    on_first_page("Of which day?", "Models were asked"),
    on_first_page("Has anything changed since the base?", "Since"),
    Journey(
        "Does quality fall with complexity?",
        "Research questions, the question",
        OF_CLASSES,
        "#classes table",
        "research",
    ),
    by_head("How far can judges be trusted?", "Judges", "main table", "judges"),
    by_head("Which verdicts look wrong?", "Worth a look", "main table", "review"),
    by_head("Which data sets are there?", "Data sets", "main table", "datasets"),
    by_head("Where is an answer?", "Search", "#answers input[type=search], #answers", "find"),
    by_head("What changed since the base, and why?", "What changed", CHANGES, "change"),
    Journey(
        "And the others at translation?",
        BEST,
        (link(BEST),),
        ".facts",
        "categories/code_translation",
    ),
    Journey("How does one model do?", "its name", (TO_MODEL,), "main table", "models/{first}"),
    Journey(
        "Two neighbours on one test?",
        "by category and test, the test",
        NEIGHBOURS,
        "#differences",
        THE_TEST,
    ),
    Journey(
        "Any two models on one test?",
        "Two models, both names, the test",
        CHOICE,
        "#differences",
        THE_TEST,
    ),
    Journey("Why did a test fail?", "its score", (TO_ANSWER,), REASONS, LAST),
    Journey("Who fails what in a test?", "the test", (TO_TEST,), "table.signs", THE_TEST),
    Journey("What did a judge say?", "the test, the sign", SIGN, "tr:target .notes", FIRST),
)


def walked(chromium: Chrome, index: Path, journey: Journey, names: Names) -> tuple[str, str]:
    """What the reader sees at the end, and the page that is open there, inside the report."""
    chromium.get(index.as_uri())
    for click in journey.clicks:
        by, place = _by(names.filled(click))
        target = chromium.find_element(by, place)
        chromium.execute_script("arguments[0].scrollIntoView({block: 'center'})", target)
        target.click()
    by, place = _by(names.filled(journey.end))

    def shown(chromium: Chrome) -> str:
        """The words of the first such part, once it is shown."""
        parts = chromium.find_elements(by, place)
        return next((part.text for part in parts if part.is_displayed()), "")

    words = " ".join(WebDriverWait(chromium, WAIT, 0.01).until(shown).split())
    if journey.way == "first screen":
        rect = chromium.find_element(by, place).rect
        assert rect["y"] + rect["height"] <= chromium.execute_script("return innerHeight")
    page = urldefrag(chromium.current_url).url.removeprefix(f"{index.parent.as_uri()}/")
    return words, page


def _by(place: str) -> tuple[str, str]:
    return (By.XPATH if place.startswith("/") else By.CSS_SELECTOR), place
