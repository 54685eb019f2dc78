"""Tests that a toolchain runs: how their tool is asked for a report, and what it comes to.

They run in the answer's own sandbox, so the report is the answer's own claim.
"""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.execution_records import OwnTests, Step
from assay.sandbox.reports import OwnTest
from assay.sandbox.toolchains import ToolchainConfig
from assay.sandbox.wording import named

REPORT = ".assay-tests"
TO_A_FILE = ("/bin/sh", "-c", '"$@" > "$0"; code=$?; cat "$0"; exit $code')
"""Keeps the standard output of a command in the file whose name comes first after these words."""


class SuiteRun(NamedTuple):
    """What a report says of the answer's own tests, and the bound that they exceeded, if any."""

    tests: tuple[OwnTest, ...]
    exceeded: str


def form_of(config: ToolchainConfig) -> str:
    """The form of the report: the configured one, or that of the tool in `tests`; '' for none."""
    names = [word.rpartition("/")[2] for word in config.tests]
    return config.report or next((name for name in WORDS if name in names), "")


def counting(
    config: ToolchainConfig, stops: bool = False, report: str = REPORT, files: Sequence[str] = ()
) -> tuple[str, ...]:
    """The words of `tests` that leave a report in the file (or the folder) of this name.

    `{report}` and `{files}` in them are replaced; a tool that is known gets both as its own
    options. `stops`: it stops at the first test that fails. `files`: these alone are run.
    """
    form = form_of(config)
    words = list[str]()
    for word in config.tests:
        words += files if word == "{files}" else [word.replace("{report}", report)]
    if form in WORDS:
        words += [] if "{files}" in config.tests else files
        words += [option.format(report=report) for option in WORDS[form]]
        words += [STOPPING[form]] if stops else []
    elif form and not config.reports and not any("{report}" in word for word in config.tests):
        words = [*TO_A_FILE, report, *words]
    return tuple(words)


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


WORDS = {
    "vitest": ("--reporter=default", "--reporter=json", "--outputFile={report}"),
    "jest": ("--json", "--outputFile={report}"),
    "pytest": ("--junitxml={report}",),
}
STOPPING = {"vitest": "--bail=1", "jest": "--bail=1", "pytest": "--exitfirst"}
