"""An answer's own tests: how their tool is asked for a report, and how it is read.

They run in the answer's own sandbox, so the report is the answer's own claim.
"""

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

from assay.records.execution_records import OwnTests, Step
from assay.sandbox.wording import named

REPORT = ".assay-tests"


class OwnTest(NamedTuple):
    """One test of a file. A file that could not be loaded is one failed test without a title."""

    file: str
    title: str
    passed: bool


class SuiteRun(NamedTuple):
    """What a report says of the answer's own tests, and the bound that they exceeded, if any."""

    tests: tuple[OwnTest, ...]
    exceeded: str


def counting(command: Sequence[str], stops: bool = False) -> tuple[str, ...]:
    """The command, with options that make its tool write a report to the file REPORT.

    `stops`: it stops at the first test that fails.
    """
    tool = _tool(command)
    if tool is None:
        return tuple(command)
    return (*command, *WORDS[tool], *([STOPPING[tool]] if stops else []))


def results(command: Sequence[str], report: bytes | None) -> tuple[OwnTest, ...] | None:
    """What the report says of each test that was not skipped; None without a usable report.

    The answer's tests can write anything.
    """
    tool = _tool(command)
    if tool is None or report is None:
        return None
    try:
        return tuple(READERS[tool](report))
    except UNUSABLE:
        return None


def of_suite(step: Step, tests: Sequence[OwnTest]) -> OwnTests:
    """The step with its tests counted, and those that failed named."""
    red = [test.title or test.file for test in tests if not test.passed]
    is_empty = len(red) == len(tests)
    reason = f"{len(red)} of {len(tests)} tests fail: {named(red)}" if red else step.reason
    return OwnTests(
        status="failed" if is_empty or red else step.status,
        reason=reason or ("no test passed" if is_empty else ""),
        log=step.log,
        passed=len(tests) - len(red),
        failed=len(red),
    )


def _tool(command: Sequence[str]) -> str | None:
    names = [word.rpartition("/")[2] for word in command]
    return next((name for name in READERS if name in names), None)


def _jest(report: bytes) -> list[OwnTest]:
    found = []
    for file in json.loads(report)["testResults"]:
        name, tests = str(file["name"]), file["assertionResults"]
        if not tests and file["status"] == "failed":
            found.append(OwnTest(name, "", False))
        for test in tests:
            if test["status"] in ("passed", "failed"):
                passed = test["status"] == "passed"
                found.append(OwnTest(name, str(test["fullName"]), passed))
    return found


def _junit(report: bytes) -> list[OwnTest]:
    found = []
    for case in ElementTree.fromstring(report).iter("testcase"):
        file, title = case.get("classname", ""), case.get("name", "")
        failed = case.find("failure") is not None or case.find("error") is not None
        if failed and not file:  # a module that could not be imported: pytest has its name as title
            file, title = title, ""
        if failed or case.find("skipped") is None:
            found.append(OwnTest(file, title, not failed))
    return found


UNUSABLE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ElementTree.ParseError,
)
"""What a reader raises for a report without its fields."""
READERS: dict[str, Callable[[bytes], list[OwnTest]]] = {
    "vitest": _jest,
    "jest": _jest,
    "pytest": _junit,
}
WORDS = {
    "vitest": ("--reporter=default", "--reporter=json", f"--outputFile={REPORT}"),
    "jest": ("--json", f"--outputFile={REPORT}"),
    "pytest": (f"--junitxml={REPORT}",),
}
STOPPING = {"vitest": "--bail=1", "jest": "--bail=1", "pytest": "--exitfirst"}
