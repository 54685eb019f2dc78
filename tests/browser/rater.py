"""Somebody at the browser who marks: presses keys, clicks, and waits for what the desk says."""

import time
from collections.abc import Callable

from selenium.webdriver import ActionChains, Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from tests.tools.marking.application import RunningApplication

IN_SIGHT = """
const box = arguments[0].getBoundingClientRect();
const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
return arguments[0].contains(hit) || arguments[0].closest("label")?.contains(hit) === true;
"""


class Rater:
    def __init__(self, chromium: Chrome, application: RunningApplication) -> None:
        self.chromium = chromium
        chromium.get(application.address)

    def press(self, *keys: str) -> None:
        for key in keys:
            ActionChains(self.chromium).send_keys(key).perform()

    def find(self, selector: str) -> WebElement:
        return self.chromium.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        return self.chromium.find_elements(By.CSS_SELECTOR, selector)

    def sees(self, selector: str) -> bool:
        """Whether it is visible at this moment; the page may be about to be loaded again."""
        script = "return document.querySelector(arguments[0])?.checkVisibility() ?? false"
        return bool(self.chromium.execute_script(script, selector))

    def click(self, selector: str) -> None:
        self.click_on(self.find(selector))

    def click_on(self, element: WebElement) -> None:
        """As a mouse does: a radio button is covered by its label's text."""
        if not self.chromium.execute_script(IN_SIGHT, element):
            script = "arguments[0].scrollIntoView({block: 'center'})"
            self.chromium.execute_script(script, element)
        ActionChains(self.chromium).move_to_element(element).click().perform()

    def choose(self, name: str, value: str) -> None:
        self.click(f"input[name={name}][value='{value}']")

    def waits_for(self, holds: Callable[[], object], what: str, seconds: float = 20) -> None:
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, f"{what}; the page says: {self.status()}"
            time.sleep(0.05)

    def status(self) -> str:
        found = self.all("#status")
        return found[0].text if found else self.find("body").text

    def saved(self, status: str = "Saved") -> None:
        self.waits_for(lambda: self.status() == status, f"never '{status}'")

    def leaves(self, go: Callable[[], None]) -> None:
        before = self.chromium.current_url
        go()
        self.waits_for(lambda: self.chromium.current_url != before, "never left the page")

    def errors(self) -> list[str]:
        return [entry["message"] for entry in self.chromium.get_log("browser")]
