"""Criteria that once passed on answers without what they ask for, and failed good ones."""

import pytest

from assay.checks.subject import Subject
from assay.content.criteria import load_criteria
from tests.project import ROOT
from tools.proof.known_answers import failures

FOLDER = ROOT / "criteria/test_generation"


def passes(test: str, words: str, path: str, content: str) -> bool:
    """Whether an answer of one file passes the criterion with these words."""
    criteria = load_criteria(FOLDER / f"{test}.yaml")
    (criterion,) = (item for item in criteria if words in item.text)
    return not set(failures((criterion,), Subject({path: content}, "", False)))


def lists_oldest_first(*functions: str) -> bool:
    content = "\n".join(("package main\n", *functions))
    return passes("WriteTestsForService-GoParcelDesk", "oldest", "store_test.go", content)


def function(name: str, *lines: str) -> str:
    body = "".join(f"\t{line}\n" for line in lines)
    return f"func {name}(t *testing.T) {{\n{body}}}\n"


@pytest.mark.parametrize(
    "lines",
    [
        ('if got[0].ID != "a" || got[1].ID != "b" {', "}"),
        ("if len(got) != 2 || got[0].ID != first.ID {", "}"),
        ("for i, want := range ids {", "\tif got[i].ID != want {", "\t}", "}"),
        ("if !reflect.DeepEqual(ids(got), want) {", "}"),
        ('if ids(got) != "a b" {', "}"),
    ],
)
def test_a_list_whose_order_is_compared_is_tested(lines: tuple[str, ...]) -> None:
    assert lists_oldest_first(function("TestA", "got := s.List(all)", "", *lines))


def test_a_list_that_a_helper_asks_for_is_tested() -> None:
    helper = function("ids", "return s.List(all)")
    assert lists_oldest_first(
        helper, function("TestListsOldestFirst", "if !slices.Equal(ids(s), want) {", "}")
    )


@pytest.mark.parametrize(
    "functions",
    [
        (function("TestA", "s.List(all)", "// no DeepEqual, no got[0]"),),
        (function("TestA", "s.List(all)"), function("TestB", "if !reflect.DeepEqual(a, b) {", "}")),
        (function("TestA", "got := s.List(all)", "if len(got) != 1 || got[0].ID != p.ID {", "}"),),
    ],
)
def test_a_list_without_an_order_is_not_tested(functions: tuple[str, ...]) -> None:
    assert not lists_oldest_first(*functions)


def cancels_in_any_case(annotation: str, *lines: str) -> bool:
    body = "".join(f"        {line}\n" for line in lines)
    content = f"class A {{\n    {annotation}\n    void a(String name) {{\n{body}    }}\n}}\n"
    test = "WriteTestsForService-SpringRoomBooking"
    return passes(test, "whatever the case", "BookingServiceTest.java", content)


MARKED = "assertTrue(booking.isCancelled());"
SAVED = "verify(bookings).save(booking);"


@pytest.mark.parametrize(
    ("annotation", "lines"),
    [
        ("@Test", ('service.cancel(5L, "ADA");', MARKED, SAVED)),
        ("@Test", ('assertDoesNotThrow(() -> service.cancel(5L, "aDa"));', SAVED, MARKED)),
        ('@ValueSource(strings = {"Ada", "ada"})', ("service.cancel(5L, name);", SAVED, MARKED)),
        ('@ValueSource(strings = "ADA")', ("service.cancel(ID, name);", MARKED, SAVED)),
    ],
)
def test_a_name_in_another_case_cancels(annotation: str, lines: tuple[str, ...]) -> None:
    assert cancels_in_any_case(annotation, *lines)


@pytest.mark.parametrize(
    ("annotation", "lines"),
    [
        ("@Test", ('service.cancel(5L, "Ada");', MARKED, SAVED)),
        ("@Test", ('service.cancel(5L, "ADA");', MARKED)),
        ("@Test", ('service.cancel(5L, "ADA");', SAVED)),
        ("@Test", ('assertThrows(E.class, () -> service.cancel(5L, "bob"));', MARKED, SAVED)),
        ('@ValueSource(strings = {"room"})', ("book(name);", "}", "@Test", "void b() {", MARKED)),
    ],
)
def test_without_another_case_a_mark_or_a_save_it_is_not_tested(
    annotation: str, lines: tuple[str, ...]
) -> None:
    assert not cancels_in_any_case(annotation, *lines)
