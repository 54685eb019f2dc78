"""Reports of tests, as the tools of several languages write them.

A report leaves a sandbox in which an answer ran: it is the answer's own claim, may hold anything,
and is read by a bounded worker (`readers`).
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple
from xml.etree import ElementTree

from assay.records.untyped import JsonObject

MOST_TESTS = 20_000
MESSAGE = 600
_SUBTEST = re.compile(r"( *)# Subtest: (.*)")
_RESULT = re.compile(r"( *)(not )?ok\b(?: +\d+)?(?: +-)?(?: +(.*?))??(?: # time=[\d.]+ms)?")
_SKIPPED = re.compile(r"(?i)(?<!\\)# *(?:skip|todo)\b")
_INDENT = 4
"""Spaces by which TAP moves the tests in a test to the right."""


class OwnTest(NamedTuple):
    """One test of a file. A file that could not be loaded is one failed test without a title.

    `file`: the file, class or package, as the tool names it. `message`: why it failed.
    """

    file: str
    title: str
    passed: bool
    message: str = ""


def read_tests(form: str, reports: Iterable[bytes]) -> tuple[OwnTest, ...] | None:
    """What reports of this form say of each test that was not skipped; None without a usable one.

    At most MOST_TESTS are read.
    """
    found = list[OwnTest]()
    used = False
    for report in reports:
        try:
            found += islice(READERS[form](report), MOST_TESTS - len(found))
            used = True
        except UNUSABLE:
            continue
    return tuple(found) if used else None


def case_title(form: str, test: OwnTest, files: Sequence[str]) -> str:
    """The test's name in the normal form of docs/execution.md. `files`: those with the cases."""
    if form == "pytest":
        for file in files:  # its report has `tests.test_a.TestB` for `tests/test_a.py::TestB`
            module = file.removesuffix(".py").replace("/", ".")
            if f"{test.file}.".startswith(f"{module}."):
                classes = test.file[len(module) + 1 :].split(".")
                return "::".join([file, *filter(None, classes), test.title])
        return test.title
    if form in ("junit", "trx"):
        return f"{test.file.rpartition('.')[2]}.{test.title.removesuffix('()')}"
    return test.title.strip()


def _jest(report: bytes) -> Iterator[OwnTest]:
    for file in json.loads(report)["testResults"]:
        name, tests = str(file["name"]), file["assertionResults"]
        if not tests and file["status"] == "failed":
            yield OwnTest(name, "", False, str(file.get("message", ""))[:MESSAGE])
        for test in tests:
            if test["status"] in ("passed", "failed"):
                passed = test["status"] == "passed"
                said = "" if passed else "\n".join(map(str, test.get("failureMessages") or ()))
                yield OwnTest(name, str(test["fullName"]), passed, said[:MESSAGE])


def _junit(report: bytes) -> Iterator[OwnTest]:
    for case in ElementTree.fromstring(report).iter("testcase"):
        file, title = case.get("classname", ""), case.get("name", "")
        wrong = [each for each in case if each.tag in ("failure", "error")]
        if wrong and not file:  # a module that could not be imported: pytest has its name as title
            file, title = title, ""
        if wrong or case.find("skipped") is None:
            said = "\n".join((each.text or each.get("message") or "") for each in wrong)
            yield OwnTest(file, title, not wrong, said.strip()[-MESSAGE:])


def _trx(report: bytes) -> Iterator[OwnTest]:
    root = ElementTree.fromstring(report)
    classes = dict[str, str]()
    for unit in root.findall(".//{*}UnitTest"):
        method = unit.find("{*}TestMethod")
        if method is not None:
            classes[unit.get("id", "")] = method.get("className", "").partition(",")[0]
    for result in root.findall(".//{*}UnitTestResult"):
        outcome = result.get("outcome")
        if outcome not in ("NotExecuted", "Inconclusive", "Pending"):
            name = classes.get(result.get("testId", ""), "")
            title = result.get("testName", "").removeprefix(f"{name}.")
            said = result.findtext(".//{*}Message", "") if outcome != "Passed" else ""
            yield OwnTest(name, title, outcome == "Passed", said[:MESSAGE])


def _go(report: bytes) -> Iterator[OwnTest]:
    """`go test -json`. A package that does not compile has no test: it is one without a title."""
    said = dict[tuple[str, str], str]()
    failed = set[str]()
    for line in report.decode("utf-8", "replace").split("\n"):
        event: JsonObject = json.loads(line) if line.startswith("{") else {}
        package, title = str(event.get("Package", "")), str(event.get("Test", ""))
        action, key = event.get("Action"), (package, title)
        if action == "output":
            said[key] = (said.get(key, "") + str(event.get("Output", "")))[-MESSAGE:]
        elif action == "pass" and title:
            yield OwnTest(package, title, True)
        elif action == "fail" and (title or package not in failed):
            failed.add(package)
            yield OwnTest(package, title, False, said.get(key, ""))


def _tap(report: bytes) -> Iterator[OwnTest]:
    """TAP. The names of the tests around a test stand before its own, with ` > ` between them."""
    around = list[str]()
    lines = report.decode("utf-8", "replace").split("\n")
    for number, line in enumerate(lines):
        if opened := _SUBTEST.fullmatch(line):
            around[len(opened[1]) // _INDENT :] = [opened[2].strip()]
        result = _RESULT.fullmatch(line)
        if result and not _SKIPPED.search(line):
            own = (result[3] or "").strip().replace("\\#", "#")
            title = " > ".join([*around[: len(result[1]) // _INDENT], own])
            said = "\n".join(lines[number + 1 : number + 15]) if result[2] else ""
            yield OwnTest("", title, not result[2], said[:MESSAGE])


UNUSABLE = (ValueError, LookupError, TypeError, AttributeError, ElementTree.ParseError)
"""What a reader raises for a report without its fields."""
READERS: dict[str, Callable[[bytes], Iterator[OwnTest]]] = {
    "vitest": _jest,
    "jest": _jest,
    "pytest": _junit,
    "junit": _junit,
    "trx": _trx,
    "go": _go,
    "tap": _tap,
}
