"""Every kind of page of the desk for raters, on wide and narrow screens, light and dark."""

from contextlib import chdir
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys

from assay.records.jsonl import write_text
from tests.browser.axe import VIEWS, look, serious
from tests.browser.rater import Rater
from tests.tools.marking.application import RunningApplication
from tests.tools.marking.run_to_rate import DIALOGUES, MODELS, make_run
from tests.tools.marking.test_app import executed, ran

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("as_before")]

AUDIT = ("--audit", "--sample", "12")
REACHED = """
const all = [...document.querySelectorAll("a[href],summary,button,input,textarea,[tabindex]")];
const seen = all.filter((it) => it.checkVisibility() && it.tabIndex >= 0);
seen.forEach((it, place) => { it.dataset.place = it.type === "radio" ? it.name : place; });
document.activeElement.blur();
return [...new Set(seen.map((it) => it.dataset.place))];
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of long files with reference answers, in which one answer of each model was executed.

    More answers make the list longer, and change nothing else.
    """
    folder = tmp_path_factory.mktemp("accessible")
    with chdir(folder):
        make_run(folder, "export const App = 1;\n" * 300)
        for test in DIALOGUES:
            write_text(Path(f"scenarios/talks/gold/{test}/src/App.tsx"), "export const Gold = 1;\n")
        for model in MODELS:
            ran(executed(model, DIALOGUES[0]))
    return folder


def decided(rater: Rater) -> str:
    """The address of an item that is decided."""
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.press("y", "a", "3", "c", "4", "n", "good", Keys.ESCAPE)
    rater.saved()
    return rater.chromium.current_url


def in_use(rater: Rater) -> None:
    """A file is chosen, and hits of a search are listed."""
    rater.press("f", "/", "con", Keys.ENTER, Keys.ESCAPE)


@pytest.mark.parametrize("more", [(), AUDIT], ids=["marks", "audit"])
def test_nothing_serious_keeps_anybody_from_rating(
    chromium: Chrome, axe: str, run: Path, more: tuple[str, ...]
) -> None:
    findings = []
    with RunningApplication(run, *more) as application:
        rater = Rater(chromium, application)
        overview = chromium.current_url
        item = decided(rater)
        pages = {
            "list": overview,
            "item": item,
            "reference": f"{item}/reference",
            "problem": f"{overview}nothing",
        }
        for name, page in pages.items():
            chromium.get(page)
            if name == "item":
                in_use(rater)
            found = serious(chromium, axe, VIEWS)
            findings += [f"{name} {finding}" for finding in found]
    assert not findings, "\n".join(findings)


@pytest.mark.parametrize("more", [(), AUDIT], ids=["marks", "audit"])
def test_the_tab_key_reaches_every_control_of_the_desk(
    chromium: Chrome, run: Path, more: tuple[str, ...]
) -> None:
    with RunningApplication(run, *more, rater="tab") as application:
        rater = Rater(chromium, application)
        controls_are_reached(rater)
        rater.leaves(lambda: rater.press(Keys.ENTER))
        controls_are_reached(rater)


def test_marks_are_one_click_away_on_a_narrow_screen(chromium: Chrome, run: Path) -> None:
    with RunningApplication(run, rater="narrow") as application:
        rater = Rater(chromium, application)
        rater.leaves(lambda: rater.press(Keys.ENTER))
        look(chromium, "light", 1440)
        assert not rater.sees(".to-panel")
        look(chromium, "light", 390)
        rater.click(".to-panel")
        script = "return document.getElementById('panel').getBoundingClientRect().top"
        assert 0 <= chromium.execute_script(script) < 300


def controls_are_reached(rater: Rater) -> None:
    """In the order of the page; a group of radio buttons is one stop."""
    wanted = rater.chromium.execute_script(REACHED)
    assert len(wanted) > 5
    reached = []
    for _ in wanted:
        rater.press(Keys.TAB)
        active = rater.chromium.switch_to.active_element
        reached.append(active.get_attribute("data-place"))
    assert reached == wanted
    assert active.value_of_css_property("outline-style") != "none"
