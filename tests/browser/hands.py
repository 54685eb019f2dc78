"""What the hands do for a mark: a dialogue marked by keyboard and by mouse."""

import time
from collections.abc import Callable
from typing import NamedTuple

from selenium.webdriver import Keys

from tests.browser.rater import Rater

NOTE = "good, small faults"
KEY_S = 0.28
CLICK_S = 1.3
"""The keystroke-level model of Card, Moran and Newell: a key; pointing and clicking. No thinking.
Scrolling to a place out of sight is taken as one pointing and clicking."""


class HandsOnDialogue(NamedTuple):
    """One dialogue marked. `waited`: seconds in which the script, which is quick, marked it."""

    test: str
    files: int
    lines: int
    criteria: int
    keys: int
    clicks: int
    scrolls: int
    waited: float

    @property
    def minutes(self) -> float:
        """The hands' time, computed."""
        return (self.keys * KEY_S + (self.clicks + self.scrolls) * CLICK_S) / 60


def mark_dialogue(rater: Rater, mark: Callable[[Rater], None]) -> HandsOnDialogue:
    """Mark the dialogue that is open, and go to the next one."""
    before = (rater.keys, rater.clicks, rater.scrolls)
    test = rater.find("main .kicker").text
    files = len(rater.all(".file-link[data-side=new]"))
    script = "return document.querySelectorAll('[data-pane=new] .line:not(.filler)').length"
    lines = rater.chromium.execute_script(script)
    criteria = len(rater.all("input[name=tick]"))
    started = time.perf_counter()
    mark(rater)
    waited = time.perf_counter() - started
    hands = (rater.keys - before[0], rater.clicks - before[1], rater.scrolls - before[2])
    return HandsOnDialogue(test, files, lines, criteria, *hands, waited)


def mark_by_keyboard(rater: Rater) -> None:
    """Open every delivered file, tick every criterion, mark, write a note, go on."""
    rater.press(*["f"] * len(rater.all(".file-link[data-side=new]")))
    rater.press("l")
    for place in range(len(rater.all("input[name=tick]"))):
        rater.press(*([Keys.ARROW_DOWN] if place else []), Keys.SPACE)
    rater.press("a", "3", ".", "c", "4", "n", NOTE, Keys.ESCAPE)
    rater.saved()
    rater.leaves(lambda: rater.press(Keys.ENTER))


def mark_by_mouse(rater: Rater) -> None:
    """The same; only the note is typed."""
    for link in rater.all(".file-link[data-side=new]"):
        rater.click_on(link)
    for box in rater.all("input[name=tick]"):
        rater.click_on(box)
    rater.choose("accuracy", "3.5")
    rater.choose("completeness", "4")
    rater.click("#note")
    rater.press(NOTE)
    rater.leaves(lambda: rater.click("#next"))
