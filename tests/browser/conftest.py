"""A real browser for tests: Debian's chromium, headless, on loopback only."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from assay.errors import AssayError
from tests.browser.axe import installed_axe
from tests.conftest import MadeOnce
from tests.invented import invented_run
from tests.project import ROOT

# Chromium refuses to run as root inside its sandbox; it sees only the pages under test.
FLAGS = (
    *"--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage".split(),
    *"--window-size=1500,1000 --disable-background-networking --disable-sync".split(),
    *"--disable-component-update --no-first-run --disable-default-apps".split(),
    *"--disable-domain-reliability --disable-extensions".split(),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE *.localhost",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[webdriver.Chrome]:
    """One for each worker. Without it the tests are skipped, with the reason."""
    driver = shutil.which("chromedriver")
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not (driver and browser):
        pytest.skip("there is no chromium with chromedriver: as root, `make browser` installs it")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in FLAGS:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    opened = webdriver.Chrome(options=options, service=Service(driver))
    try:
        yield opened
    finally:
        opened.quit()


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core. Without it the tests are skipped, with the reason."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        try:
            return installed_axe()
        except AssayError as reason:
            pytest.skip(f"there is no axe-core: {reason}")


WrittenRun = Callable[[int], Path]
"""The folder of an invented run of so many models on the suite smoke. Nobody changes it."""


@pytest.fixture(scope="session")
def written_run(product: Path, made_once: MadeOnce) -> WrittenRun:
    return lambda models: invented_run(models, product, made_once)


@pytest.fixture
def as_before(chromium: webdriver.Chrome) -> Iterator[None]:
    """The browser's screen and scheme are put back after the test."""
    yield
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
