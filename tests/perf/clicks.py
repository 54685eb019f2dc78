"""Clicks and seconds from the open first page to the answer of each question of a reader.

The run is that of `make demo`: 8 invented models on the full suite, in .assay/perf_report/8.
"""

import shutil

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from assay.config import paths
from assay.records.jsonl import read_result
from assay.records.leaderboard_records import Leaderboard
from tests.browser.axe import look
from tests.browser.conftest import FLAGS
from tests.browser.journeys import JOURNEYS, Names, walked
from tests.perf.common import Row
from tests.perf.report import synthetic_run

MODELS = 8
TEST = "ReactToAngular-ReactSearchJob"
"""A translation of many files."""


def clicks() -> list[Row]:
    """Each journey once, in a browser that has opened no page of the report before."""
    folder = synthetic_run(MODELS)
    board = read_result(folder / paths.LEADERBOARD, Leaderboard)
    names = Names([row.model for row in board.models], TEST)
    browser = opened_browser()
    try:
        look(browser, "light", 1440)
        index = folder / paths.REPORT / "index.html"
        found = [walked(browser, index, journey, names) for journey in JOURNEYS]
    finally:
        browser.quit()
    return [(item.question, f"{item.clicks}, {item.seconds:.1f} s", item.way) for item in found]


def opened_browser() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
