"""The desk for raters: how soon its pages answer, and what the hands do for a mark.

It works on copies of the runs with 8 and 30 invented models that `report` makes. One dialogue of
each copy is large: it reads and writes every file of the extended application in 90 turns.
"""

import json
import shutil
import time
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from statistics import median
from typing import NamedTuple

from selenium.webdriver import Chrome, Keys

from assay.config import paths
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Answer, Dialogue, Extracted, Prompt, SourceFile
from assay.records.untyped import Message, ToolArguments
from stages.extract.read_answer import Answered, extracted
from stages.generate.builtin import gold_files
from tests.browser.rater import Rater
from tests.perf.common import Row, folder
from tests.perf.first_interaction import REPEATS, first_interaction, opened_browser
from tests.perf.report import synthetic_run
from tests.tools.marking.application import RunningApplication

COUNTS = (8, 30)
LARGE = "UpgradeExtendedReactToReact19-ExtendedReactApplication"
TURNS = 90
NOTE = "good, small faults"
KEY_S = 0.28
CLICK_S = 1.3
"""The keystroke-level model of Card, Moran and Newell: a key; pointing and clicking. No thinking.
Scrolling to a place out of sight is taken as one pointing and clicking."""
SEARCHED = "const"
FIND = """
const field = document.getElementById("search");
const started = performance.now();
field.value = arguments[0];
field.dispatchEvent(new Event("input", { bubbles: true }));
document.body.getBoundingClientRect();
return performance.now() - started;
"""
STEP_THROUGH = """
const started = performance.now();
let steps = 0;
for (const link of document.querySelectorAll(".file-link[data-side=new]")) {
  link.click();
  document.body.getBoundingClientRect();
  steps += 1;
}
return (performance.now() - started) / steps;
"""
SCROLL = """
const pane = document.querySelector("[data-pane=new]");
pane.dispatchEvent(new Event("pointerenter"));
const started = performance.now();
for (let step = 1; step <= 20; step += 1) {
  pane.scrollTop = step * 40;
  pane.dispatchEvent(new Event("scroll"));
  document.body.getBoundingClientRect();
}
return (performance.now() - started) / 20;
"""


class HandsOnDialogue(NamedTuple):
    """One dialogue marked. `waited`: seconds in which the script, which is quick, marked it."""

    test: str
    files: int
    lines: int
    criteria: int
    keys: int
    clicks: int
    scrolls: int
    waited: float

    @property
    def minutes(self) -> float:
        """The hands' time, computed."""
        return (self.keys * KEY_S + (self.clicks + self.scrolls) * CLICK_S) / 60


def marking() -> list[Row]:
    """Times of the pages with 8 and 30 models, then two dialogues by keyboard and two by mouse."""
    rows: list[Row] = []
    browser = opened_browser()
    try:
        for count in COUNTS:
            with folder() as place:
                copy = copied_run(count, place / "run")
                rows += _pages(browser, copy, f"desk, {count} models")
        with folder() as place:
            rows += _hands(browser, copied_run(COUNTS[0], place / "run"))
    finally:
        browser.quit()
    return rows


def copied_run(count: int, target: Path) -> Path:
    """A copy of the synthetic run without its report, with one large dialogue."""
    run = synthetic_run(count)
    shutil.copytree(run, target, ignore=shutil.ignore_patterns("report"))
    with chdir(target):
        _make_large()
    return target


def _make_large() -> None:
    """The first model's answer to LARGE, and what extract finds in it."""
    prompt = next(item for item in read_records(paths.PROMPTS, Prompt) if item.test == LARGE)
    path = min(paths.answers("x").parent.glob("*.jsonl"))
    answers = [
        large_dialogue(item, prompt) if item.test == LARGE else item
        for item in read_records(path, Answer)
    ]
    write_records(path, answers)
    made = next(item for item in answers if item.test == LARGE)
    found = paths.extracted(path.stem)
    others = [item for item in read_records(found, Extracted) if item.test != LARGE]
    write_records(found, [*others, extracted(Answered(prompt, made))])


def large_dialogue(answer: Answer, prompt: Prompt) -> Answer:
    """An answer that reads every file, drafts every file of gold, and writes it again."""
    files = gold_files(prompt)
    served = {file.path: file.content or "" for file in prompt.files}
    calls: list[tuple[str, ToolArguments, str]] = [("list_files", {}, "\n".join(served))]
    calls += [("read_file", {"path": path}, text) for path, text in served.items()]
    for path, text in files.items():
        draft = {"path": path, "content": text[: len(text) // 2]}
        calls += [("write_file", draft, "done"), ("write_file", {**draft, "content": text}, "done")]
    dialogue = Dialogue(
        outcome="ended",
        turns=TURNS,
        transcript=tuple(_transcript(prompt, calls)),
        declared=tuple(files),
        files=tuple(SourceFile(path=path, content=text) for path, text in files.items()),
        calls={"list_files": 1, "read_file": len(served), "write_file": 2 * len(files)},
        flags={},
    )
    return answer.model_copy(update={"status": "answered", "dialogue": dialogue})


def _transcript(prompt: Prompt, calls: list[tuple[str, ToolArguments, str]]) -> list[Message]:
    """The calls spread over TURNS turns; what does not fit goes into the last one."""
    messages: list[Message] = [
        {"role": "system", "content": prompt.system},
        {"role": "user", "content": prompt.user},
    ]
    turns = [[call] for call in calls[: TURNS - 1]] + [calls[TURNS - 1 :]]
    for turn in turns:
        asked = [
            {"function": {"name": name, "arguments": json.dumps(arguments)}}
            for name, arguments, _ in turn
        ]
        messages.append({"role": "assistant", "content": "Next.", "tool_calls": asked})
        messages += [{"role": "tool", "content": result} for _, _, result in turn]
    return messages


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
        search = browser.execute_script(FIND, SEARCHED) / 1000
        hits = rater.find("#hits-count").text
        step = browser.execute_script(STEP_THROUGH) / 1000
        scroll = browser.execute_script(SCROLL) / 1000
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
        (
            f"{name}: the largest dialogue: a search in all files",
            f"{search:.3f} s",
            f"'{SEARCHED}': {hits}",
        ),
        (
            f"{name}: the largest dialogue: next file, a step of scrolling both panes",
            f"{step:.3f} s, {scroll:.4f} s",
            "mean",
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


def _hands(browser: Chrome, run: Path) -> list[Row]:
    rows = []
    for name, mark in (("keyboard", mark_by_keyboard), ("mouse", mark_by_mouse)):
        with RunningApplication(run, rater=name) as application:
            rater = Rater(browser, application)
            rater.leaves(lambda rater=rater: rater.press(Keys.ENTER))
            for _ in range(2):
                done = mark_dialogue(rater, mark)
                rows.append(_hands_row(name, done))
    return rows


def mark_dialogue(rater: Rater, mark: Callable[[Rater], None]) -> HandsOnDialogue:
    """Mark the dialogue that is open, and go to the next one."""
    before = (rater.keys, rater.clicks, rater.scrolls)
    test = rater.find("main .kicker").text
    files = len(rater.all(".file-link[data-side=new]"))
    script = "return document.querySelectorAll('[data-pane=new] .line:not(.filler)').length"
    lines = rater.chromium.execute_script(script)
    criteria = len(rater.all("input[name=tick]"))
    started = time.perf_counter()
    mark(rater)
    waited = time.perf_counter() - started
    hands = (rater.keys - before[0], rater.clicks - before[1], rater.scrolls - before[2])
    return HandsOnDialogue(test, files, lines, criteria, *hands, waited)


def mark_by_keyboard(rater: Rater) -> None:
    """Open every delivered file, tick every criterion, mark, write a note, go on."""
    rater.press(*["f"] * len(rater.all(".file-link[data-side=new]")))
    rater.press("l")
    for place in range(len(rater.all("input[name=tick]"))):
        rater.press(*([Keys.ARROW_DOWN] if place else []), Keys.SPACE)
    rater.press("a", "3", ".", "c", "4", "n", NOTE, Keys.ESCAPE)
    rater.saved()
    rater.leaves(lambda: rater.press(Keys.ENTER))


def mark_by_mouse(rater: Rater) -> None:
    """The same; only the note is typed."""
    for link in rater.all(".file-link[data-side=new]"):
        rater.click_on(link)
    for box in rater.all("input[name=tick]"):
        rater.click_on(box)
    rater.choose("accuracy", "3.5")
    rater.choose("completeness", "4")
    rater.click("#note")
    rater.press(NOTE)
    rater.leaves(lambda: rater.click("#next"))


def _hands_row(name: str, done: HandsOnDialogue) -> Row:
    return (
        f"marked by {name}: {done.test}",
        f"{done.minutes:.1f} min",
        f"{done.files} files, {done.lines} lines, {done.criteria} criteria: {done.keys} keys, "
        f"{done.clicks} clicks, {done.scrolls} scrolls; the script took {done.waited:.0f} s",
    )
