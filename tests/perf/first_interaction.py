"""How long a page takes until it has answered its reader once, in a real browser.

python -m tests.perf.first_interaction file:///…/index.html
"""

import shutil
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

from tests.browser.conftest import FLAGS

REPEATS = 5
NEXT_PICTURE = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"


def main() -> None:
    """Print the seconds of each repeat."""
    browser = opened_browser()
    try:
        for _ in range(REPEATS):
            print(f"{first_interaction(browser, sys.argv[1]):.3f}")
    finally:
        browser.quit()


def opened_browser() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    for flag in FLAGS:
        options.add_argument(flag)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def first_interaction(browser: webdriver.Chrome, address: str) -> float:
    """Seconds to load a page, to move the focus by a key, and to draw."""
    browser.get("about:blank")
    started = time.perf_counter()
    browser.get(address)
    browser.switch_to.active_element.send_keys(Keys.TAB)
    browser.execute_async_script(NEXT_PICTURE)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
