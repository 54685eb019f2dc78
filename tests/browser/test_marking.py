"""Marking in a real browser: by keyboard and mouse, with a reload, a kill and hostile answers."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys

from assay.scores.marks import AUDITS, MARKS
from tests.browser.axe import look
from tests.browser.rater import Rater
from tests.tools.marking.application import RunningApplication
from tests.tools.marking.run_to_rate import HOSTILE, MODELS, make_run

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    make_run(tmp_path, HOSTILE)
    return tmp_path


@pytest.fixture
def application(folder: Path) -> Iterator[RunningApplication]:
    with RunningApplication(folder) as started:
        yield started


@pytest.fixture
def rater(chromium: Chrome, application: RunningApplication) -> Rater:
    chromium.get_log("browser")
    return Rater(chromium, application)


def shown(rater: Rater, side: str, what: str = "textContent") -> str:
    """What the file of that side says, at one moment: the script may be about to replace it."""
    script = f"return document.querySelector('[data-pane={side}] article:not([hidden])').{what}"
    return str(rater.chromium.execute_script(script))


def marks() -> list[tuple[float, float, str]]:
    return [(mark.accuracy, mark.completeness, mark.note) for mark in MARKS.of("ann")]


def test_two_dialogues_are_marked_by_keyboard_alone(rater: Rater) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.press("a", "3", ".", "c", "4", "n", "mostly good, 4 of 5", Keys.ESCAPE)
    rater.press("l", Keys.SPACE, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.SPACE)
    rater.saved()
    rater.waits_for(lambda: rater.find(".ticked").text == "2", "ticks are not counted")
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.press("1", "c", "0", ".", ".", Keys.ARROW_RIGHT)
    rater.saved()
    assert marks() == [(3.5, 4, "mostly good, 4 of 5"), (1, 0.5, "")]
    rater.leaves(lambda: rater.press("k"))
    assert rater.find("input[name=accuracy]:checked").get_attribute("value") == "3.5"
    assert not rater.errors()


def test_two_dialogues_are_marked_by_mouse_alone(rater: Rater) -> None:
    rater.leaves(lambda: rater.click("#next"))
    assert not rater.sees("#reference")
    for accuracy, completeness in (("4", "3.5"), ("0", "0")):
        rater.choose("accuracy", accuracy)
        rater.choose("completeness", completeness)
        rater.click("input[name=tick]")
        rater.saved()
        assert rater.sees("#reference")
        rater.leaves(lambda: rater.click("#next"))
    assert marks() == [(4, 3.5, ""), (0, 0, "")]
    assert rater.find("#done-count").text == "2"
    rater.leaves(lambda: rater.click("#previous"))
    rater.click("#withdraw")
    rater.waits_for(lambda: not rater.sees("#reference"), "it stays")
    assert not rater.errors()


def test_a_file_is_shown_beside_its_counterpart_or_nothing(rater: Rater) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.click(".file-link[data-side=old][data-path='src/App.tsx']")
    assert "let app = 0;" in shown(rater, "old") and "{{ 7 * 7 }}" in shown(rater, "new")
    rater.click(".file-link[data-side=old][data-path='package.json']")
    assert "{}" in shown(rater, "old")
    assert rater.sees("[data-pane=new] .pane-empty")
    assert not rater.all(".file-link.chosen[data-side=new]")
    rater.press("f")
    assert rater.all(".file-link.chosen[data-side=new]")


def test_files_are_stepped_through_and_scrolled_by_keyboard_and_marks_can_be_given_at_once(
    rater: Rater,
) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    steps = []
    for key in ("f", "f", "d"):
        rater.press(key)
        steps.append(shown(rater, "new", "querySelector('h3 code').textContent"))
    assert steps[0].startswith("src/extra") and steps[1] == "src/App.tsx" and steps[2] == steps[0]
    assert rater.chromium.switch_to.active_element.get_attribute("data-pane") == "new"
    rater.press("3", "c", "2")
    rater.saved()
    assert marks() == [(3, 2, "")]


def test_search_finds_lines_in_all_files_and_leads_to_them(rater: Rater) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.press("/", "kept")
    assert rater.find("#hits-count").text == "2 lines"
    rater.press(Keys.ENTER)
    rater.waits_for(lambda: "src/App.tsx" in shown(rater, "old"), "the first hit is not shown")
    assert rater.find("[data-pane=old] .line.here").text == "let kept = 1;"
    rater.press(Keys.ENTER)
    rater.waits_for(lambda: "src/extra" in shown(rater, "new"), "the second is not shown")
    rater.press(Keys.ESCAPE, "2")
    assert rater.find("#search").get_attribute("value") == "kept"
    assert rater.find("input[name=accuracy]:checked").get_attribute("value") == "2"


@pytest.fixture
def long_files(folder: Path) -> None:
    path = Path("outputs/prompts.jsonl")
    long = "let kept = 1;" + "\\nfiller();" * 300 + "\\n"
    path.write_text(path.read_text().replace("let kept = 1;\\n", long))


@pytest.mark.usefixtures("long_files")
def test_a_file_and_its_counterpart_are_compared_and_scroll_together(rater: Rater) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    new = rater.find(".file-link[data-side=new][data-path='src/App.tsx']")
    other = rater.find(".file-link[data-side=old][data-path='package.json']")
    rater.chromium.execute_script("arguments[0].click()", new)
    rater.waits_for(
        lambda: shown(rater, "old", "dataset.pair") == new.get_attribute("hash")[1:],
        "they are not compared",
    )
    fillers = shown(rater, "new", "querySelectorAll('.filler').length")
    assert int(fillers) > 250
    panes = [rater.find(f"[data-pane={side}]") for side in ("new", "old")]
    panes[0].click()
    rater.chromium.execute_script("arguments[0].scrollTop = 2000", panes[0])
    rater.waits_for(
        lambda: abs(panes[1].get_property("scrollTop") - 2000) < 60, "the other stays behind"
    )
    rater.press("s")
    rater.chromium.execute_script("arguments[0].scrollTop = 100", panes[0])
    time.sleep(0.3)
    assert panes[1].get_property("scrollTop") > 1900
    click_with_shift = "new MouseEvent('click', { shiftKey: true, cancelable: true })"
    rater.chromium.execute_script(f"arguments[0].dispatchEvent({click_with_shift})", other)
    assert shown(rater, "new", "id") == new.get_attribute("hash")[1:]


def test_reload_in_mid_marking_loses_nothing(rater: Rater) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.press("2", "l", Keys.SPACE, "n", "half way")
    rater.saved("Kept as begun")
    rater.waits_for(
        lambda: "half way" in Path(".assay/marking/ann.marks.json").read_text(),
        "the note is not kept",
    )
    rater.chromium.refresh()
    assert rater.find("input[name=accuracy]:checked").get_attribute("value") == "2"
    assert rater.find("#note").get_attribute("value") == "half way"
    assert rater.find("input[name=tick]").is_selected()
    assert marks() == []


def test_killed_application_loses_nothing_and_the_page_says_that_it_is_gone(
    rater: Rater, application: RunningApplication, folder: Path
) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.press("4", "c", "3")
    rater.saved()
    page = rater.chromium.current_url
    application.kill()
    rater.press("2")
    rater.waits_for(
        lambda: "Not saved" in rater.status(), "the page does not say that it could not save"
    )
    assert marks() == [(4, 3, "")]
    with RunningApplication(folder, port=application.port) as again:
        rater.chromium.get(again.address)
        assert "1 of 4" in rater.find(".lead").text
        rater.chromium.get(page)
        assert rater.find("input[name=accuracy]:checked").get_attribute("value") == "4"
        rater.press("c", "2")
        rater.saved()
    assert marks() == [(4, 2, "")]


def test_hostile_answer_runs_nothing_and_no_model_is_named(rater: Rater) -> None:
    rater.leaves(lambda: rater.press(Keys.ENTER))
    rater.press("t", "o")
    assert rater.chromium.title.startswith(("Upgrade", "Migrate"))
    browser = rater.chromium
    source = browser.page_source + browser.current_url + str(browser.get_cookies())
    assert not [model for model in MODELS if model in source]
    assert not rater.errors()


def test_verdicts_are_audited_by_keyboard(chromium: Chrome, folder: Path) -> None:
    with RunningApplication(folder, "--audit", "--sample", "3") as application:
        rater = Rater(chromium, application)
        for passed in ("y", "x"):
            rater.leaves(lambda: rater.press(Keys.ENTER))
            rater.press(passed, "n", f"pressed {passed}", Keys.ESCAPE)
            rater.waits_for(
                lambda answer=passed: f"pressed {answer}" in [a.reason for a in AUDITS.of("ann")],
                "not saved",
            )
    audits = [(item.passed, item.reason) for item in AUDITS.of("ann")]
    assert audits == [(True, "pressed y"), (False, "pressed x")]


ROOM = """
const px = element => parseFloat(getComputedStyle(element).lineHeight);
const pane = document.querySelector(".pane article:not([hidden]) .line");
const bottom = Math.min(pane.closest(".pane").getBoundingClientRect().bottom, innerHeight);
const lines = (bottom - pane.getBoundingClientRect().top) / px(pane);
const list = document.querySelector(".checklist");
const first = document.querySelector(".ticks li");
const below = list.getBoundingClientRect().bottom - first.getBoundingClientRect().top;
return [lines, below / (2.5 * px(first))];
"""


def test_thirty_lines_and_ten_criteria_fit_a_screen_of_1440_by_900(rater: Rater) -> None:
    """A criterion of the full suite has two lines or three here."""
    look(rater.chromium, "light", 1440)
    rater.leaves(lambda: rater.press(Keys.ENTER))
    lines, criteria = rater.chromium.execute_script(ROOM)
    assert lines >= 30
    assert criteria >= 10
