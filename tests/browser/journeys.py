"""From the open first page to the answer of each question that a reader has.

A journey is clicked in a real browser as a person would, and ends when the answer is shown, on the
page that has it. A click is one on a link, a head of a table or a row that opens; a choice in a
list is one too.
"""

from collections.abc import Iterator, Sequence
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


BEST = "Best in code translation"
FIRST_SCREEN = {
    "Who leads?": "Who leads",
    "Who cannot be told from them?": "Who is not significantly behind",
    "At what price a test?": "What a test costs",
    "Who is best at translation?": BEST,
}
"""A sentence of the first screen by the question that it answers."""
FACTS = {
    "What was executed?": "Built and run",
    "What is missing?": "Missing",
    "Of which day?": "Models were asked",
    "Has anything changed since the base?": "Since",
}
"""A fact below the sentences."""
RESEARCH = {
    "Does quality fall with complexity?": "classes",
}
"""A research question by its id on the page."""
TABLES = {
    "How far can judges be trusted?": ("Judges", "main table", "judges"),
    "Which verdicts look wrong?": ("Worth a look", "main table", "review"),
    "Which data sets are there?": ("Data sets", "main table", "datasets"),
    "Where is an answer?": ("Search", "#answers input[type=search], #answers", "find"),
    "What changed since the base, and why?": (
        "What changed",
        "#scores-title ~ .scroll table",
        "change",
    ),
}
"""A page that the head of every page leads to, and its part that answers."""
TO_TEST = link("{test}", "//*[@id='overview']")
TO_TWO = link("{test}", "//*[@id='any']")
TO_ANSWER = "#overview td a[href*='{test}--{last}']"
CHOICE = (of_page("Two models"), choice(1, "{first}"), choice(2, "{last}"), TO_TWO)
NEIGHBOURS = ("#neighbours a[href*='#two--']", TO_TWO)
SIGN = (TO_TEST, "table.signs td.sign a")
THE_TEST = "tests/{test}"
OTHERS = {
    ("And the others at translation?", BEST): (
        (link(BEST),),
        ".facts",
        "categories/code_translation",
    ),
    ("How does one model do?", "its name"): (
        (link("{first}", "//*[@id='leaderboard']"),),
        "main table",
        "models/{first}",
    ),
    ("Two neighbours on one test?", "by category and test, the test"): (
        NEIGHBOURS,
        "#differences",
        THE_TEST,
    ),
    ("Any two models on one test?", "Two models, both names, the test"): (
        CHOICE,
        "#differences",
        THE_TEST,
    ),
    ("Why did a test fail?", "its score"): (
        (TO_ANSWER,),
        ".verdicts details[open] .notes",
        "answers/{test}--{last}",
    ),
    ("Who fails what in a test?", "the test"): ((TO_TEST,), "table.signs", THE_TEST),
    ("What did a judge say?", "the test, the sign"): (
        SIGN,
        "tr:target .notes",
        "answers/{test}--{first}",
    ),
}
"""Clicks, end and page by the question and the way."""


def _journeys() -> Iterator[Journey]:
    for question, sentence in FIRST_SCREEN.items():
        yield Journey(question, "first screen", (), statement(sentence), "index")
    for question, name in FACTS.items():
        yield Journey(question, "first page", (), fact(name), "index")
    for question, part in RESEARCH.items():
        clicks = (of_page("Research questions"), f".contents a[href='#{part}']")
        way = "Research questions, the question"
        yield Journey(question, way, clicks, f"#{part} table", "research")
    for question, (title, end, page) in TABLES.items():
        yield Journey(question, title, (of_page(title),), end, page)
    for (question, way), (clicks, end, page) in OTHERS.items():
        yield Journey(question, way, clicks, end, page)


JOURNEYS = tuple(_journeys())


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
