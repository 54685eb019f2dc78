"""An answer's own tests: how their tool is asked for counts, and how these are read.

They run in the answer's own sandbox, so the counts are the answer's own claim.
"""

import json
from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree

REPORT = ".assay-tests"


class Counts(NamedTuple):
    passed: int
    failed: int


def counting(command: Sequence[str]) -> tuple[str, ...]:
    """The command, with options that make its tool write a report to the file REPORT."""
    tool = next((name for name in READERS if any(_is(word, name) for word in command)), None)
    return (*command, *WORDS[tool]) if tool else tuple(command)


def counts(command: Sequence[str], report: bytes | None) -> Counts | None:
    """What the report counts; None without a usable one. The answer's tests can write anything."""
    tool = next((name for name in READERS if any(_is(word, name) for word in command)), None)
    if tool is None or report is None:
        return None
    try:
        return READERS[tool](report)
    except UNUSABLE:
        return None


def _is(word: str, tool: str) -> bool:
    return word.rpartition("/")[2] == tool


def _jest(report: bytes) -> Counts:
    """The counts of Jest. A test file that could not be loaded counts as one failed test."""
    value = json.loads(report)
    broken = sum(
        not item["assertionResults"] and item["status"] == "failed" for item in value["testResults"]
    )
    return Counts(int(value["numPassedTests"]), int(value["numFailedTests"]) + broken)


def _junit(report: bytes) -> Counts:
    passed = failed = 0
    for case in ElementTree.fromstring(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is None:
            passed += 1
    return Counts(passed, failed)


UNUSABLE = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    ElementTree.ParseError,
    OverflowError,
)
"""What a reader raises for a report without its fields, or with Infinity."""
READERS: dict[str, Callable[[bytes], Counts]] = {"vitest": _jest, "jest": _jest, "pytest": _junit}
WORDS = {
    "vitest": ("--reporter=default", "--reporter=json", f"--outputFile={REPORT}"),
    "jest": ("--json", f"--outputFile={REPORT}"),
    "pytest": (f"--junitxml={REPORT}",),
}
