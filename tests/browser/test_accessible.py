"""Every kind of page of the report, on wide and narrow screens, light and dark."""

import base64
import re
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.common.print_page_options import PrintOptions

from assay.config import paths
from assay.records.jsonl import read_result
from assay.records.leaderboard_records import Leaderboard
from tests.browser.axe import FEWER_VIEWS, VIEWS, View, serious
from tests.browser.conftest import WrittenRun
from tests.project import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("as_before")]

MOST_SHEETS = 20
FEW, MANY = 3, 30
"""How many models a run has."""
OF_FEW_MODELS = ("answers", "dialogues", "models", "datasets")
"""Folders whose pages have one model, or none: many models do not change them."""


def kinds(report: Path) -> list[Path]:
    """The pages of the root, and the largest page of each folder."""
    folders = [[*folder.glob("*.html")] for folder in report.iterdir() if folder.is_dir()]
    largest = [max(pages, key=lambda path: path.stat().st_size) for pages in folders if pages]
    return sorted([*report.glob("*.html"), *largest])


@pytest.mark.parametrize("models", [FEW, MANY])
def test_nothing_serious_keeps_anybody_from_reading_the_report(
    chromium: Chrome, axe: str, models: int, written_run: WrittenRun
) -> None:
    run = written_run(models)
    pages = kinds(run / paths.REPORT)
    assert {*OF_FEW_MODELS, "categories", "tests"} == {
        page.parent.name for page in pages if page.parent.name != paths.REPORT.name
    }
    views = VIEWS
    if models == MANY:
        views = FEWER_VIEWS
        pages = [page for page in pages if page.parent.name not in OF_FEW_MODELS]
    addresses = [page.as_uri() for page in pages]
    board = read_result(run / paths.LEADERBOARD, Leaderboard)
    two = "--".join(row.model for row in board.models[:2])
    addresses += [f"{page.as_uri()}#two--{two}" for page in pages if is_choice(page)]
    findings = []
    for address in addresses:
        chromium.get(address)
        found = serious(chromium, axe, views)
        findings += [f"{address.removeprefix(run.as_uri())} {finding}" for finding in found]
    assert not findings, "\n".join(findings)


def is_choice(page: Path) -> bool:
    """Whether two models can be chosen on it."""
    return page.name == "pairs.html" or page.parent.name == "tests"


def show(chromium: Chrome, text: str, folder: Path) -> None:
    """Open a page with this text, which is written to the folder."""
    page = folder / "page.html"
    page.write_text(text)
    chromium.get(page.as_uri())


def test_a_page_with_faults_is_found(chromium: Chrome, axe: str, tmp_path: Path) -> None:
    text = (
        "<!doctype html><html><title>x</title><body style='background:#fff'>"
        "<img src=x><p style='color:#ccc'>pale</p><input></body></html>"
    )
    show(chromium, text, tmp_path)
    found = " ".join(serious(chromium, axe, VIEWS))
    for rule in ("image-alt", "color-contrast", "label", "html-has-lang"):
        assert f"light 1440: {rule}" in found
    assert "light 390: label" in found and "dark 390: color-contrast" in found


@pytest.mark.parametrize(
    ("fault", "rule"),
    [
        ("<tr><td><span class='pale'>50</span></tr>", "color-contrast"),
        ("<tr><td><button></button></tr>", "button-name"),
        ("<tr><td><a href='#x'><b> </b></a></tr>", "link-name"),
    ],
)
def test_a_fault_in_one_of_many_rows_is_found(
    chromium: Chrome, axe: str, tmp_path: Path, fault: str, rule: str
) -> None:
    row = "<tr><td><span>1</span> <a href='#x'><b>it</b></a> <button>a</button></tr>"
    text = (
        "<!doctype html><html lang=en><title>x</title><style>.pale { color: #ddd }</style><main>"
        f"<h1>x</h1><table>{row * 49}{fault}{row * 49}</table></main></html>"
    )
    show(chromium, text, tmp_path)
    found = serious(chromium, axe, [View("light", 1440)])
    assert len(found) == 1 and f"light 1440: {rule}" in found[0]
    assert len(chromium.find_elements(By.CSS_SELECTOR, "tr")) < 10


STYLES = (ROOT / "stages/report/templates/style.css", ROOT / "tools/marking/static/marking.css")
WIDTH = re.compile(r"@media \((?:min|max)-width[^{]*\{(.*?)^\}", re.S | re.M)
SCHEME = re.compile(r"@media \(prefers-color-scheme[^{]*\{(.*?)^\}", re.S | re.M)


def test_a_scheme_changes_colours_alone() -> None:
    """So no other rule has to be tried in both."""
    for path in STYLES:
        text = path.read_text()
        found = SCHEME.findall(text)
        assert len(found) == text.count("prefers-color-scheme"), path
        for inside in found:
            colours = re.sub(r"\s*:root \{(\s*--[\w-]+: #[0-9a-f]{3,8};)+\s*\}\s*", "", inside)
            assert colours == "", path


def test_a_width_hides_nothing_and_has_no_colour_of_its_own() -> None:
    """So colours are tried once in each scheme, at either width."""
    for path in STYLES:
        rules = WIDTH.findall(path.read_text())
        inside = " ".join(rules)
        assert len(rules) >= 2 and "display: none" not in inside, path
        colours = re.findall(r"[\w-]*(?:color|background|opacity|fill)[\w-]*: [^;]*", inside)
        assert set(colours) <= {"background: var(--paper)"}, path


def test_the_first_page_is_printed_on_few_sheets(chromium: Chrome, written_run: WrittenRun) -> None:
    chromium.get((written_run(MANY) / paths.REPORT / "index.html").as_uri())
    options = PrintOptions()
    options.set_page_size(PrintOptions.A4)
    printed = base64.b64decode(chromium.print_page(options))
    assert 0 < len(re.findall(rb"/Type\s*/Page\b", printed)) < MOST_SHEETS


NUMBER_CONTROLS = """
const all = [...document.querySelectorAll(
  "a[href], summary, button, input, select, textarea, [tabindex]")];
const seen = all.filter((control) => control.checkVisibility());
seen.forEach((control, place) => { control.dataset.place = place; });
window.reached = [];
document.addEventListener("focusin", (event) => window.reached.push(event.target.dataset.place));
return seen.length;
"""
"""Gives every control that is seen its place, and notes each that gets the focus."""


def test_the_keyboard_reaches_every_control_in_the_order_of_the_page(
    chromium: Chrome, written_run: WrittenRun
) -> None:
    for page in ("index.html", "review.html"):
        chromium.get((written_run(FEW) / paths.REPORT / page).as_uri())
        controls = chromium.execute_script(NUMBER_CONTROLS)
        tabs = min(controls, 60)
        ActionChains(chromium).send_keys(Keys.TAB * tabs).perform()
        reached = chromium.execute_script("return window.reached")
        assert reached == [str(place) for place in range(tabs)]
        outline = chromium.switch_to.active_element.value_of_css_property("outline-style")
        assert outline != "none"
        assert chromium.find_elements(By.CSS_SELECTOR, "a.skip[href='#main']")
