"""Every kind of page of the report, on wide and narrow screens, light and dark."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from stages.lib.base import paths
from tests.browser.axe import FEWER_VIEWS, VIEWS, look, serious
from tests.browser.printing import sheets
from tools.synthetic.run import write_run

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("as_before")]

MOST_SHEETS = 20


@pytest.fixture(scope="module", params=[3, 30])
def run(
    request: pytest.FixtureRequest, product: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder of a run of so many models, with a rater's marks."""
    target = tmp_path_factory.mktemp("accessible") / "run"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(product)
        write_run(target, request.param, "smoke", 1)
    return target


def kinds(report: Path) -> list[Path]:
    """The pages of the root, and the largest page of each other kind.

    A folder has a kind of page for each number of names in an address: two models, or two models
    on one test.
    """
    by_kind: dict[tuple[Path, int], list[Path]] = {}
    for path in report.glob("*/*.html"):
        by_kind.setdefault((path.parent, path.stem.count("--")), []).append(path)
    largest = [max(pages, key=lambda path: path.stat().st_size) for pages in by_kind.values()]
    return sorted([*report.glob("*.html"), *largest])


def test_nothing_serious_keeps_anybody_from_reading_the_report(
    chromium: Chrome, axe: str, run: Path
) -> None:
    findings = []
    is_large = (run / paths.REPORT / "models/aurora-large.html").exists()
    for page in kinds(run / paths.REPORT):
        for scheme, width in FEWER_VIEWS if is_large else VIEWS:
            look(chromium, scheme, width)
            chromium.get(page.as_uri())
            name = f"{page.relative_to(run / paths.REPORT)} {scheme} {width}"
            findings += [f"{name}: {found}" for found in serious(chromium, axe)]
    assert not findings, "\n".join(findings)


def test_a_page_with_faults_is_found(chromium: Chrome, axe: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        "<!doctype html><html><title>x</title><body style='background:#fff'>"
        "<img src=x><p style='color:#ccc'>pale</p><input></body></html>"
    )
    chromium.get(page.as_uri())
    found = " ".join(serious(chromium, axe))
    for rule in ("image-alt", "color-contrast", "label", "html-has-lang"):
        assert rule in found


def test_the_first_page_is_printed_on_few_sheets(chromium: Chrome, run: Path) -> None:
    assert 0 < sheets(chromium, run / paths.REPORT / "index.html") < MOST_SHEETS


def test_the_keyboard_reaches_every_control_in_the_order_of_the_page(
    chromium: Chrome, run: Path
) -> None:
    for page in ("index.html", "review.html"):
        chromium.get((run / paths.REPORT / page).as_uri())
        controls = chromium.execute_script(
            "const all = [...document.querySelectorAll('a[href],summary,button,input,select,"
            "textarea,[tabindex]')].filter((it) => it.checkVisibility());"
            "all.forEach((it, place) => { it.dataset.place = place; }); return all.length;"
        )
        reached = []
        for _ in range(min(controls, 60)):
            chromium.switch_to.active_element.send_keys(Keys.TAB)
            reached.append(chromium.switch_to.active_element.get_attribute("data-place"))
        assert reached == [str(place) for place in range(len(reached))]
        outline = chromium.switch_to.active_element.value_of_css_property("outline-style")
        assert outline != "none"
        assert chromium.find_elements(By.CSS_SELECTOR, "a.skip[href='#main']")
