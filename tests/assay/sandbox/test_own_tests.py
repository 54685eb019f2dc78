"""The counts of an answer's own tests are read from the report that its tool was asked for."""

import json

import pytest

from assay.sandbox.own_tests import REPORT, Counts, counting, counts

VITEST = ("node_modules/.bin/vitest", "run")
PYTEST = ("python3", "-m", "pytest", "-q")


def jest(passed: int, failed: int, broken: int = 0) -> bytes:
    files = [{"assertionResults": [], "status": "failed"} for _ in range(broken)]
    value = {"numPassedTests": passed, "numFailedTests": failed, "testResults": files}
    return json.dumps(value).encode()


@pytest.mark.parametrize("command", [VITEST, ("node_modules/.bin/jest", "--ci"), PYTEST])
def test_each_tool_is_asked_for_a_report(command: tuple[str, ...]) -> None:
    asked = counting(command)
    assert asked[: len(command)] == command
    assert any(word.endswith(f"={REPORT}") for word in asked)


def test_a_tool_that_is_not_known_is_run_as_it_is() -> None:
    assert counting(("make", "test")) == ("make", "test")
    assert counts(("make", "test"), jest(1, 0)) is None


def test_passed_and_failed_tests_are_counted() -> None:
    assert counts(VITEST, jest(3, 1)) == Counts(passed=3, failed=1)


def test_a_file_that_cannot_be_loaded_counts_as_a_failed_test() -> None:
    assert counts(VITEST, jest(3, 0, broken=2)) == Counts(passed=3, failed=2)


def test_skipped_python_tests_count_as_neither() -> None:
    report = b"""<testsuites><testsuite>
      <testcase name="a"/><testcase name="b"><failure/></testcase>
      <testcase name="c"><error/></testcase><testcase name="d"><skipped/></testcase>
    </testsuite></testsuites>"""
    assert counts(PYTEST, report) == Counts(passed=1, failed=2)


ENDLESS = jest(1, 0).replace(b": 1", b": Infinity")


@pytest.mark.parametrize(
    "report", [None, b"", b"{}", b"[]", b"null", b'{"testResults": 3}', ENDLESS]
)
def test_a_report_that_cannot_be_used_gives_no_counts(report: bytes | None) -> None:
    assert counts(VITEST, report) is None


@pytest.mark.parametrize(
    "report",
    [
        b"<a",
        b'<?xml version="1.0" encoding="no-such"?><a/>',
    ],
)
def test_a_python_report_that_cannot_be_used_gives_no_counts(report: bytes) -> None:
    assert counts(PYTEST, report) is None
