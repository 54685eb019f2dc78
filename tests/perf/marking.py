"""The desk for raters: how soon its pages answer.

It works on copies of the runs with 8 and 30 invented models that `report` makes.
"""

import shutil
import time
from pathlib import Path
from statistics import median

from selenium.webdriver import Chrome

from tests.browser.rater import Rater
from tests.perf.common import Row, folder
from tests.perf.first_interaction import REPEATS, first_interaction, opened_browser
from tests.perf.report import synthetic_run
from tests.tools.marking.application import RunningApplication

COUNTS = (8, 30)


def marking() -> list[Row]:
    """Times of the pages with 8 and 30 models."""
    rows: list[Row] = []
    browser = opened_browser()
    try:
        for count in COUNTS:
            with folder() as place:
                copy = copied_run(count, place / "run")
                rows += _pages(browser, copy, f"desk, {count} models")
    finally:
        browser.quit()
    return rows


def copied_run(count: int, target: Path) -> Path:
    """A copy of the synthetic run without its report."""
    return Path(
        shutil.copytree(synthetic_run(count), target, ignore=shutil.ignore_patterns("report"))
    )


def _pages(browser: Chrome, run: Path, name: str) -> list[Row]:
    started = time.perf_counter()
    with RunningApplication(run) as application:
        ready = time.perf_counter() - started
        rater = Rater(browser, application)
        overview = browser.current_url
        in_list = [first_interaction(browser, overview) for _ in range(REPEATS)]
        addresses = [link.get_attribute("href") or "" for link in rater.all("tbody a")]
        first = {address: first_interaction(browser, address) for address in addresses}
        sizes = {address: _steps_and_bytes(browser, address) for address in addresses}
        large = max(addresses, key=lambda address: sizes[address])
        again = [first_interaction(browser, large) for _ in range(REPEATS)]
    steps, size = sizes[large]
    return [
        (f"{name}: start, until the address is printed", f"{ready:.1f} s", ""),
        (
            f"{name}: first interaction with the list",
            f"{median(in_list):.2f} s",
            f"{len(addresses)} dialogues; load, tab key, next picture; median of {REPEATS}",
        ),
        (
            f"{name}: first interaction with a dialogue never shown before",
            f"{median(first.values()):.2f} s, the slowest {max(first.values()):.2f} s",
            f"each of {len(first)} once",
        ),
        (
            f"{name}: the largest dialogue, first time and again",
            f"{first[large]:.2f} s, {median(again):.2f} s",
            f"{steps} messages, {size / 1e6:.2f} MB",
        ),
    ]


def _steps_and_bytes(browser: Chrome, address: str) -> tuple[int, int]:
    """How many messages the transcript has, and how large the page is."""
    browser.get(address)
    script = (
        "return [document.querySelectorAll('.transcript > li').length,"
        " performance.getEntriesByType('navigation')[0].decodedBodySize]"
    )
    steps, size = browser.execute_script(script)
    return int(steps), int(size)
