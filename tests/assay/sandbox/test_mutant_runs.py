"""A mutant is noticed by a test that passes on the source and fails on the mutant, and only so."""

from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from assay.records.execution_records import MutantRuns
from assay.sandbox.execution_config import MutantSeconds
from assay.sandbox.mutant_runs import mutant_runs
from assay.sandbox.own_tests import SuiteRun
from assay.sandbox.reports import OwnTest
from assay.sandbox.source_mutants import MutantSet, SourceMutant
from assay.sandbox.steps import ExecutionSteps

SOURCE = b"x = 1\n"
MUTANTS = tuple(SourceMutant(file="a.py", line=1, before="x = 1", after=f"x = {n}") for n in (2, 3))
BOUNDS = MutantSeconds(one=1, total=10)
Suite = Callable[[bytes], list[OwnTest]]


class Runs:
    """Tests that look at the source in their folder.

    `stopped`: whether each run was to stop. `bounds`: its seconds.
    """

    def __init__(self, folder: Path, suite: Suite, exceeded: str = "") -> None:
        self.folder = folder
        self.suite = suite
        self.exceeded = exceeded
        self.stopped = list[bool]()
        self.bounds = list[float]()

    def tests_again(self, seconds: float, stops: bool = False) -> SuiteRun:
        self.stopped.append(stops)
        self.bounds.append(seconds)
        text = (self.folder / "a.py").read_bytes()
        return SuiteRun(tuple(self.suite(text)), self.exceeded if text != SOURCE else "")


def ran(runs: Runs) -> MutantRuns:
    return mutant_runs(cast(ExecutionSteps, runs), MutantSet({"a.py": SOURCE}, MUTANTS), BOUNDS)


def result(title: str, passed: bool) -> OwnTest:
    return OwnTest("t", title, passed)


def red_then(text: bytes) -> list[OwnTest]:
    return [result("red", False), result("a", True)]


def broken_by_mutants(text: bytes) -> list[OwnTest]:
    return [result("a" if text == SOURCE else "", text == SOURCE)]


def wavering() -> Suite:
    tries = iter([True, False, False, False])
    return lambda _: [result("a", next(tries)), result("b", True)]


def test_a_failing_test_notices_a_mutant_and_the_others_survive(tmp_path: Path) -> None:
    found = ran(Runs(tmp_path, lambda text: [result("a", b"2" not in text)]))
    assert (found.noticed, found.tried) == (1, 2)
    assert found.survivors == ("a.py:1 'x = 1' -> 'x = 3'",)


def test_a_large_suite_has_more_time_on_the_source_and_as_much_as_it_needs_on_a_mutant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = Runs(tmp_path, lambda _: [result("a", True)])
    ran(quick)
    assert quick.bounds == [3, 3, 1, 1]
    clock = iter([0.0, 5.0, 5.0, 5.0])
    monkeypatch.setattr("assay.sandbox.mutant_runs.time.monotonic", lambda: next(clock))
    slow = Runs(tmp_path, lambda _: [result("a", True)])
    ran(slow)
    assert slow.bounds == [3, 3, 5, 5]


@pytest.mark.parametrize(
    ("suite", "exceeded", "noticed"),
    [
        (lambda _: [result("a", True)], "", 0),
        (red_then, "", 0),
        (wavering(), "", 0),
        (broken_by_mutants, "", 2),
        (lambda _: [result("a", True)], "exceed", 2),
    ],
    ids=["no assertion", "red on the source", "wavers on the source", "broken file", "no end"],
)
def test_what_notices_a_mutant(suite: Suite, exceeded: str, noticed: int, tmp_path: Path) -> None:
    assert ran(Runs(tmp_path, suite, exceeded)).noticed == noticed


def test_tests_that_all_pass_stop_at_the_first_failure_and_others_do_not(tmp_path: Path) -> None:
    for suite, stops in ((lambda _: [result("a", True)], True), (red_then, False)):
        runs = Runs(tmp_path, suite)
        ran(runs)
        assert runs.stopped == [False, False, stops, stops]


@pytest.mark.parametrize("suite", [[], [result("a", False)]])
def test_a_suite_of_which_nothing_passes_is_not_tried(suite: list[OwnTest], tmp_path: Path) -> None:
    found = ran(Runs(tmp_path, lambda _: suite))
    assert (found.status, found.tried, found.reason) == (
        "failed",
        0,
        "no test passes on the source",
    )


def test_each_mutant_is_alone(tmp_path: Path) -> None:
    seen = list[bytes]()

    def suite(text: bytes) -> list[OwnTest]:
        seen.append(text)
        return [result("a", True)]

    ran(Runs(tmp_path, suite))
    assert seen == [SOURCE, SOURCE, b"x = 2\n", b"x = 3\n"]
    assert (tmp_path / "a.py").read_bytes() == SOURCE
