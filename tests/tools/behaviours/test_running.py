"""Playwright's report is read title by title."""

from typing import Any

from tools.behaviours.__main__ import unexpected
from tools.behaviours.programs import Kind, Target
from tools.behaviours.running import TriedBehaviour, read_report


def reported(title: str, ok: bool, *, tags: tuple[str, ...] = (), ran: bool = True) -> Any:
    results = [{"error": {"message": "not visible"}} if not ok else {}] if ran else []
    return {"title": title, "ok": ok, "tags": list(tags), "tests": [{"results": results}]}


def target(kind: Kind) -> Target:
    return Target("Program", kind, "Test-Program", "react-vite")


def test_a_failure_has_its_message_and_a_defect_its_tag() -> None:
    specs = [reported("Good", True), reported("Bad", False, tags=("defect",))]
    messages, defects = read_report({"suites": [{"specs": specs}]})
    assert messages == {"Good": "", "Bad": "not visible"}
    assert defects == {"Bad"}


def test_what_was_not_reached_counts_as_passed() -> None:
    messages, _ = read_report({"suites": [{"specs": [reported("Late", False, ran=False)]}]})
    assert messages == {"Late": ""}


def test_the_source_fails_its_defects_and_nothing_else() -> None:
    outcome = TriedBehaviour("", {"Old": "", "Gone": "late"}, frozenset({"Gone"}))
    assert unexpected(target("source"), outcome) == []
    assert unexpected(target("gold"), outcome) == ["fails: Gone\nlate"]


def test_a_defect_that_the_source_does_not_show_is_named() -> None:
    outcome = TriedBehaviour("", {"Gone": ""}, frozenset({"Gone"}))
    assert unexpected(target("source"), outcome) == ["passes, though it is called a defect: Gone"]


def test_an_answer_that_is_not_built_is_unexpected() -> None:
    assert unexpected(target("gold"), TriedBehaviour("no such file")) == [
        "is not built:\nno such file"
    ]
