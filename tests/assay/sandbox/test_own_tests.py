"""An answer's own tests are read from the report that their tool was asked for."""

import json

import pytest

from assay.sandbox.own_tests import REPORT, OwnTest, counting, results

VITEST = ("node_modules/.bin/vitest", "run")
PYTEST = ("python3", "-m", "pytest", "-q")


def jest(*statuses: str, broken: int = 0) -> bytes:
    tests = [{"fullName": f"test {n}", "status": status} for n, status in enumerate(statuses)]
    files = [{"name": "a.test.js", "status": "passed", "assertionResults": tests}]
    files += [{"name": "b.test.js", "assertionResults": [], "status": "failed"}] * broken
    return json.dumps({"testResults": files}).encode()


@pytest.mark.parametrize("command", [VITEST, ("node_modules/.bin/jest", "--ci"), PYTEST])
def test_each_tool_is_asked_for_a_report(command: tuple[str, ...]) -> None:
    asked = counting(command)
    assert asked[: len(command)] == command
    assert any(word.endswith(f"={REPORT}") for word in asked)


def test_a_tool_that_is_not_known_is_run_as_it_is() -> None:
    assert counting(("make", "test"), stops=True) == ("make", "test")
    assert results(("make", "test"), jest("passed")) is None


def test_each_test_has_passed_or_failed_and_skipped_ones_have_neither() -> None:
    assert results(VITEST, jest("passed", "failed", "skipped", "todo")) == (
        OwnTest("a.test.js", "test 0", True),
        OwnTest("a.test.js", "test 1", False),
    )


def test_a_file_that_cannot_be_loaded_counts_as_a_failed_test() -> None:
    assert results(VITEST, jest(broken=1)) == (OwnTest("b.test.js", "", False),)


def test_python_tests_are_read_as_those_of_scripts() -> None:
    report = b"""<testsuites><testsuite>
      <testcase classname="t" name="a"/><testcase classname="t" name="b"><failure/></testcase>
      <testcase classname="t" name="c"><error/></testcase>
      <testcase classname="t" name="d"><skipped/></testcase>
      <testcase classname="" name="tests.u"><error/></testcase>
    </testsuite></testsuites>"""
    assert results(PYTEST, report) == (
        OwnTest("t", "a", True),
        OwnTest("t", "b", False),
        OwnTest("t", "c", False),
        OwnTest("tests.u", "", False),
    )


@pytest.mark.parametrize("report", [None, b"", b"{}", b"[]", b"null", b'{"testResults": 3}'])
def test_a_report_that_cannot_be_used_gives_no_results(report: bytes | None) -> None:
    assert results(VITEST, report) is None


@pytest.mark.parametrize("report", [b"<a", b'<?xml version="1.0" encoding="no-such"?><a/>'])
def test_a_python_report_that_cannot_be_used_gives_no_results(report: bytes) -> None:
    assert results(PYTEST, report) is None
