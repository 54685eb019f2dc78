"""Files of behaviours are read without running them; reports of the rounds become outcomes."""

import json
from pathlib import Path
from typing import Any

import pytest

from assay.errors import AssayError
from assay.sandbox.behaviours import (
    NOT_REACHED,
    STOPPED,
    SpecResult,
    load_spec,
    parsed_spec,
    read_reports,
)
from tests.assay.sandbox.conftest import write

PATH = Path("criteria/behaviours/Shed.spec.ts")
SPEC = parsed_spec(PATH, "test('One', () => {});\ntest('Two', () => {});\n")


def report(**status: str) -> dict[str, Any]:
    """Playwright's report of one round, by title; '' means that the behaviour was not reached."""
    specs = [
        {"title": title, "tests": [{"results": [result(title, word)] if word else []}]}
        for title, word in status.items()
    ]
    return {"suites": [{"specs": specs}], "errors": []}


def result(title: str, status: str) -> dict[str, Any]:
    if status == "passed":
        return {"status": status}
    picture = {"name": "screenshot", "path": f"/app/results/{title}.png"}
    message = f"{title} is not visible\nCall log:\n  - waiting 3012 ms"
    return {"status": status, "error": {"message": message}, "attachments": [picture]}


def read(*reports: dict[str, Any], **others: bytes) -> SpecResult:
    rounds = {f"report-{n}.json": json.dumps(item).encode() for n, item in enumerate(reports, 1)}
    return read_reports(SPEC, {**rounds, **others})


def outcomes(ran: SpecResult) -> list[str]:
    return [behaviour.outcome for behaviour in ran.behaviours]


def test_what_fails_twice_failed_with_the_message_of_the_first_try() -> None:
    again = report(One="timedOut")
    again["suites"][0]["specs"][0]["tests"][0]["results"][0]["error"]["message"] = "Again"
    ran = read(report(One="failed", Two="passed"), again)
    assert outcomes(ran) == ["failed", "passed"]
    assert ran.behaviours[0].message == "One is not visible"


def test_what_fails_and_then_passes_is_flaky_with_its_tries() -> None:
    first, passes = report(One="failed", Two="passed"), report(One="passed")
    nothing = report()
    for third, tries in (("passed", (False, True, True)), ("failed", (False, True, False))):
        ran = read(first, passes, nothing, report(One=third))
        assert outcomes(ran) == ["flaky", "passed"]
        assert [behaviour.tries for behaviour in ran.behaviours] == [tries, ()]
        assert ran.behaviours[0].message == "One is not visible"


def test_what_only_the_third_round_reached_passed() -> None:
    ran = read(report(One="failed", Two=""), report(One="passed"), report(Two="passed"))
    assert outcomes(ran) == ["flaky", "passed"]


@pytest.mark.parametrize("word", ["", "interrupted", "skipped"])
def test_what_a_slow_machine_did_not_reach_is_not_run(word: str) -> None:
    ran = read(report(One="passed", Two=word))
    assert outcomes(ran) == ["passed", "not run"]
    assert ran.behaviours[1].message == NOT_REACHED


def test_what_was_not_reached_because_of_failures_failed() -> None:
    ran = read(report(One="timedOut", Two=""))
    assert outcomes(ran) == ["failed", "failed"]
    assert ran.behaviours[1].message == NOT_REACHED


def test_what_was_not_tried_says_why_the_round_ended_early() -> None:
    stopped = {STOPPED: json.dumps({"reason": "the page stays blank"}).encode()}
    ran = read(report(One="failed", Two="interrupted"), **stopped)
    assert ran.behaviours[0].message == "One is not visible"
    assert ran.behaviours[1].message == "not tried: the page stays blank"


def test_a_program_that_never_answers_fails_every_behaviour() -> None:
    ran = read_reports(SPEC, {STOPPED: b'{"reason": "no reply"}'})
    assert {behaviour.message for behaviour in ran.behaviours} == {"not tried: no reply"}
    assert outcomes(ran) == ["failed", "failed"]


def test_the_picture_of_a_failure_is_kept_under_the_behaviours_number() -> None:
    picture = {"results/Two.png": b"PNG"}
    ran = read(report(One="passed", Two="failed"), **picture)
    assert ran.pictures == {"02.png": b"PNG"}
    assert [behaviour.screenshot for behaviour in ran.behaviours] == ["", "02.png"]


def test_a_file_of_behaviours_that_cannot_be_run_is_named() -> None:
    broken = {"suites": [], "errors": [{"message": "Cannot find module './absent'"}]}
    with pytest.raises(AssayError, match=r"Shed\.spec\.ts: cannot be run: Cannot find module"):
        read(broken)


def test_titles_come_in_order_with_their_quotes_and_defects() -> None:
    text = """
test('It says \\'hello\\'', async () => { test.step('inner', () => {}); });
test("Second", { tag: '@defect' }, async () => {});
"""
    spec = parsed_spec(PATH, text)
    assert spec.titles == ("It says 'hello'", "Second")
    assert spec.defects == {"Second"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("test('One', () => {", "does not parse as TypeScript"),
        ("test('One', () => {});\ntest('One', () => {});", "'One' occurs twice"),
        ("\ntest(`One ${1}`, () => {});", "Shed.spec.ts:2: a behaviour's title must be a plain"),
        ("test(title, () => {});", "must be a plain string"),
        ("const a = 1;", "has no behaviour"),
    ],
)
def test_a_file_of_behaviours_that_cannot_be_read_is_named(text: str, message: str) -> None:
    with pytest.raises(AssayError, match=message.replace("$", r"\$")):
        parsed_spec(PATH, text)


def test_what_a_spec_imports_from_walks_belongs_to_its_text() -> None:
    text = "import { walks } from './walks/walk.ts';\ntest('One', () => {});\n"
    write("criteria/behaviours/walks/walk.ts", "// how\n")
    write("criteria/behaviours/Shed.spec.ts", text)
    spec = load_spec("Shed")
    assert spec is not None
    assert spec.text == text + "// how\n"


def test_a_program_may_have_a_file_and_a_folder_of_cases() -> None:
    write(str(PATH), "test('Opens', { tag: '@defect' }, () => {});")
    write(
        "criteria/behaviours/Shed/cases.yaml",
        "titles: [test_keeps, test_loses]\ndefects: test_loses",
    )
    write("criteria/behaviours/Shed/test_shed.py", "")
    spec = load_spec("Shed")
    assert spec is not None
    assert spec.titles == ("Opens", "test_keeps", "test_loses")
    assert spec.defects == {"Opens", "test_loses"}
    page, cases = spec.parts
    assert page.titles == ("Opens",) and not page.cases
    assert cases.test_files == ("test_shed.py",)
    assert page.text in spec.text and cases.text in spec.text


def test_no_title_may_stand_in_both() -> None:
    write(str(PATH), "test('Opens', () => {});")
    write("criteria/behaviours/Shed/cases.yaml", "titles: Opens")
    with pytest.raises(AssayError, match=r"Shed/cases.yaml: titles: 'Opens' occurs twice"):
        load_spec("Shed")
