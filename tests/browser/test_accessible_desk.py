"""Every kind of page of the desk for raters, on wide and narrow screens, light and dark."""

import shutil
from contextlib import chdir
from pathlib import Path

import pytest
import yaml
from selenium.webdriver import Chrome, Keys

from assay.config import paths
from assay.config.yaml_files import read_yaml
from assay.records.execution_records import Behaviour, Execution, OwnTests, Step
from assay.records.jsonl import read_records, write_records, write_text
from assay.records.pipeline import Extracted
from tests.browser.axe import VIEWS, look, serious
from tests.browser.conftest import WrittenRun
from tests.browser.rater import Rater
from tests.tools.marking.application import ForkedApplication

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("as_before")]

KEY = "cafe"
AUDIT = ("--audit", "--sample", "12")
REACHED = """
const all = [...document.querySelectorAll("a[href],summary,button,input,textarea,[tabindex]")];
const seen = all.filter((it) => it.checkVisibility() && it.tabIndex >= 0);
seen.forEach((it, place) => { it.dataset.place = it.type === "radio" ? it.name : place; });
document.activeElement.blur();
return [...new Set(seen.map((it) => it.dataset.place))];
"""


@pytest.fixture(scope="module")
def run(product: Path, written_run: WrittenRun, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 8 models, in which every answer was executed.

    More models make the list longer, and change nothing else.
    """
    folder = tmp_path_factory.mktemp("accessible") / "run"
    shutil.copytree(written_run(30), folder, ignore=shutil.ignore_patterns("report"))
    with chdir(folder):
        params = read_yaml(paths.PARAMS)
        models = params["models"][:8]
        write_text(paths.PARAMS, yaml.safe_dump({**params, "models": models}))
        Path(paths.TOOLCHAINS).symlink_to(product / paths.TOOLCHAINS)
        for model in models:
            extracts = read_records(paths.extracted(model), Extracted)
            found = [executed(item) for item in extracts if item.files]
            write_records(paths.executions(model), found)
    return folder


def executed(item: Extracted) -> Execution:
    """Something of every kind: steps that passed and failed, with a log, and behaviours."""
    log = f"{item.files[0].path}(3,5): error TS2304: Cannot find name 'tasks'."
    return Execution(
        model=item.model,
        test=item.test,
        attempt=1,
        status="executed",
        key=KEY,
        toolchain="react-vite",
        types=Step(status="failed", reason="exit code 2", log=log),
        builds=Step(status="passed"),
        own_tests=OwnTests(status="failed", passed=11, failed=2, log="FAIL adds a task"),
        behaviours=(
            Behaviour(title="A task is added", outcome="passed"),
            Behaviour(title="A task is removed", outcome="failed", message="no button 'Remove'"),
            Behaviour(title="Undo restores a task", outcome="flaky"),
        ),
    )


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
    with ForkedApplication(run, *more) as application:
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
    with ForkedApplication(run, *more, rater="tab") as application:
        rater = Rater(chromium, application)
        controls_are_reached(rater)
        rater.leaves(lambda: rater.press(Keys.ENTER))
        controls_are_reached(rater)


def test_marks_are_one_click_away_on_a_narrow_screen(chromium: Chrome, run: Path) -> None:
    with ForkedApplication(run, rater="narrow") as application:
        rater = Rater(chromium, application)
        rater.leaves(lambda: rater.press(Keys.ENTER))
        look(chromium, "light", 1440)
        assert not rater.sees(".to-panel")
        look(chromium, "light", 390)
        rater.click(".to-panel")
        script = "return document.getElementById('panel').getBoundingClientRect().top"
        assert 0 <= chromium.execute_script(script) < 200


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
