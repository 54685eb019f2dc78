"""An answer's own tests are read from the report that their tool was asked for."""

import json

import pytest

from assay.sandbox.own_tests import REPORT, TO_A_FILE, counting
from assay.sandbox.reports import OwnTest, case_title, read_tests
from assay.sandbox.toolchains import ToolchainConfig

VITEST = ("node_modules/.bin/vitest", "run")
PYTEST = ("python3", "-m", "pytest", "-q")


def jest(*statuses: str, broken: int = 0) -> bytes:
    tests = [{"fullName": f"test {n}", "status": status} for n, status in enumerate(statuses)]
    files = [{"name": "a.test.js", "status": "passed", "assertionResults": tests}]
    files += [{"name": "b.test.js", "assertionResults": [], "status": "failed"}] * broken
    return json.dumps({"testResults": files}).encode()


@pytest.mark.parametrize("command", [VITEST, ("node_modules/.bin/jest", "--ci")])
def test_each_tool_is_asked_for_a_report(command: tuple[str, ...]) -> None:
    asked = counting(ToolchainConfig(kind="node", tests=command))
    assert asked[: len(command)] == command
    assert any(word.endswith(f"={REPORT}") for word in asked)


def test_a_tool_that_is_not_known_is_run_as_it_is() -> None:
    config = ToolchainConfig(kind="system", tests=("make", "test"))
    assert counting(config, stops=True) == ("make", "test")


def test_a_report_goes_where_the_toolchain_says() -> None:
    printed = ToolchainConfig(kind="system", tests=("go", "test"), report="go")
    assert counting(printed, report="r", files=["a_test.go"]) == (*TO_A_FILE, "r", "go", "test")
    words = ("run", "{files}", "--to={report}")
    named = ToolchainConfig(kind="system", tests=words, report="junit")
    assert counting(named, report="r", files=["A.java", "B.java"]) == (
        *("run", "A.java", "B.java"),
        "--to=r",
    )
    known = ToolchainConfig(kind="python", tests=PYTEST)
    assert counting(known, report="r", files=["test_a.py"]) == (
        *PYTEST,
        *("test_a.py", "--junitxml=r"),
    )


def test_each_test_has_passed_or_failed_and_skipped_ones_have_neither() -> None:
    assert read_tests("jest", [jest("passed", "failed", "skipped", "todo")]) == (
        OwnTest("a.test.js", "test 0", True),
        OwnTest("a.test.js", "test 1", False),
    )


def test_a_file_that_cannot_be_loaded_counts_as_a_failed_test() -> None:
    assert read_tests("vitest", [jest(broken=1)]) == (OwnTest("b.test.js", "", False),)


def test_python_tests_are_read_as_those_of_scripts() -> None:
    report = b"""<testsuites><testsuite>
      <testcase classname="t" name="a"/><testcase classname="t" name="b"><failure/></testcase>
      <testcase classname="t" name="c"><error/></testcase>
      <testcase classname="t" name="d"><skipped/></testcase>
      <testcase classname="" name="tests.u"><error/></testcase>
    </testsuite></testsuites>"""
    assert read_tests("pytest", [report]) == (
        OwnTest("t", "a", True),
        OwnTest("t", "b", False),
        OwnTest("t", "c", False),
        OwnTest("tests.u", "", False),
    )


@pytest.mark.parametrize("report", [b"", b"{}", b"[]", b"null", b'{"testResults": 3}'])
def test_a_report_that_cannot_be_used_gives_no_results(report: bytes) -> None:
    assert read_tests("vitest", [report]) is None


@pytest.mark.parametrize("report", [b"<a", b'<?xml version="1.0" encoding="no-such"?><a/>'])
def test_a_python_report_that_cannot_be_used_gives_no_results(report: bytes) -> None:
    assert read_tests("pytest", [report]) is None


GO_EVENTS = [
    {"Action": "output", "Package": "p", "Test": "TestA/no_flat", "Output": "got 200\n"},
    {"Action": "fail", "Package": "p", "Test": "TestA/no_flat"},
    {"Action": "pass", "Package": "p", "Test": "TestB"},
    {"Action": "skip", "Package": "p", "Test": "TestC"},
    {"Action": "fail", "Package": "p"},
    {"Action": "fail", "Package": "q"},
]
GO = "\n".join(["# a line of the compiler", *map(json.dumps, GO_EVENTS)]).encode()
TAP = b"""TAP version 13
# Subtest: store
    # Subtest: refuses an overlap
    not ok 1 - refuses an overlap
      ---
      error: 'got 200'
    ok 2 - later # SKIP
not ok 1 - store
ok 2 - has a \\# sign
ok 3 - src/a.test.ts > as vitest says it # time=12.34ms
"""
TAP_TITLES = {
    "store > refuses an overlap": "got 200",
    "store": "",
    "has a # sign": None,
    "src/a.test.ts > as vitest says it": None,
}
TRX = b"""<TestRun xmlns="urn:t"><Results>
  <UnitTestResult testId="1" testName="Shop.BookingTest.Refuses" outcome="Failed">
    <Output><ErrorInfo><Message>got 200</Message></ErrorInfo></Output></UnitTestResult>
  <UnitTestResult testId="2" testName="Keeps" outcome="Passed"/>
  <UnitTestResult testId="2" testName="Waits" outcome="NotExecuted"/></Results>
  <TestDefinitions>
    <UnitTest id="1"><TestMethod className="Shop.BookingTest"/></UnitTest>
    <UnitTest id="2"><TestMethod className="Shop.BookingTest, Shop"/></UnitTest>
  </TestDefinitions></TestRun>"""
JUNIT = b"""<testsuite><testcase classname="shop.BookingTest" name="refuses()"><failure>got 200
  </failure></testcase><testcase classname="shop.BookingTest" name="keeps"/></testsuite>"""
XUNIT = b"""<testsuite><testcase classname="tests.test_a" name="test_keeps[1-x]"/>
  <testcase classname="tests.test_a.TestB" name="test_refuses"><failure>got 200</failure></testcase>
</testsuite>"""
XUNIT_TITLES = {
    "tests/test_a.py::test_keeps[1-x]": None,
    "tests/test_a.py::TestB::test_refuses": "got 200",
}


@pytest.mark.parametrize(
    ("form", "report", "titles"),
    [
        ("go", GO, {"TestA/no_flat": "got 200", "TestB": None, "": ""}),
        ("tap", TAP, TAP_TITLES),
        ("trx", TRX, {"BookingTest.Refuses": "got 200", "BookingTest.Keeps": None}),
        ("junit", JUNIT, {"BookingTest.refuses": "got 200", "BookingTest.keeps": None}),
        ("pytest", XUNIT, XUNIT_TITLES),
    ],
)
def test_each_form_gives_a_case_its_name_and_its_failure(
    form: str, report: bytes, titles: dict[str, str | None]
) -> None:
    """None: the case passed; else what it says is part of its message."""
    found = read_tests(form, [report]) or ()
    named = {case_title(form, test, ["tests/test_a.py"]): test for test in found}
    assert named.keys() == titles.keys()
    for title, said in titles.items():
        assert named[title].passed == (said is None)
        assert (said or "") in named[title].message
