"""Figures of execution stay with the content that they were made from, and are else left out."""

from collections.abc import Callable
from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.records.criteria_health import (
    CriteriaHealth,
    ExecutionProof,
    FaultFigures,
    MetricCounts,
    MutantFigures,
)
from tools.behaviours.programs import Target
from tools.health import execution
from tools.health.__main__ import execution_lines
from tools.health.execution import AnswerFaults, fingerprint, proven, subjects
from tools.health.summary import of_faults, of_mutants

TEST = "UpdateReact-ToDoApp_ReactJS"


def fault(cost: float, *, stops: bool = False, read: bool = False) -> FaultFigures:
    return FaultFigures(
        of="gold/Test",
        fault=f"It costs {cost}",
        show_stopper=stops,
        lowered_by_checks=read,
        lowered_when_run=cost > 0,
        lost_by_checks=1.0 if read else 0.0,
        lost_when_run=cost,
    )


def mutant(*, read: bool, run: bool) -> MutantFigures:
    return MutantFigures(
        of="gold/Test",
        operator="off by one",
        mutant="a.ts:1 '1' -> '2'",
        noticed_by_checks=read,
        noticed_when_run=run,
    )


def health(print_: str) -> CriteriaHealth:
    proof = ExecutionProof(fingerprint=print_, faults=(fault(8.0),), mutants=())
    return CriteriaHealth(
        criteria_sha256="0",
        criteria=MetricCounts(accuracy=1, completeness=1),
        checked=1,
        gold=100.0,
        null=0.0,
        echo=None,
        off_topic=None,
        second=None,
        mutants=1,
        proofs={},
        unproven=(),
        execution=proof,
    )


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise AssayError("there is no Chromium")

    monkeypatch.setattr(execution, "machine", fail)


@pytest.fixture
def one_test(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[AnswerFaults]]:
    answers = [AnswerFaults(Target("Program", "gold", "Test", "react-vite"), ())]
    monkeypatch.setattr(execution, "subjects", lambda: {"Test": answers})
    monkeypatch.setattr(execution, "fingerprint", lambda _: "now")
    return lambda: answers


@pytest.mark.usefixtures("nothing_runs", "one_test")
def test_figures_of_the_same_content_stay_where_nothing_can_be_executed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    known = {"Test": health("now")}
    assert dict(proven(["Test"], known)) == {"Test": known["Test"].execution}
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("nothing_runs", "one_test")
def test_figures_of_other_content_are_left_out_and_it_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert dict(proven(["Test"], {"Test": health("before")})) == {"Test": None}
    assert "1 tests have no figures of execution" in (told := capsys.readouterr().err)
    assert "there is no Chromium" in told


@pytest.mark.usefixtures("one_test")
def test_nothing_runs_where_only_checks_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert dict(proven(["Test"], {}, runs=False)) == {"Test": None}
    assert "nothing is to run" in capsys.readouterr().err


def test_a_fingerprint_changes_with_a_fault_and_with_nothing_else() -> None:
    answers = subjects()[TEST]
    without = [AnswerFaults(answer.target, answer.faults[1:]) for answer in answers]
    assert fingerprint(answers) == fingerprint(subjects()[TEST])
    assert fingerprint(answers) != fingerprint(without)


def test_gold_and_second_answers_are_broken_and_sources_are_not() -> None:
    answers = [answer.target for group in subjects().values() for answer in group]
    assert {answer.kind for answer in answers} == {"gold", "second"}
    assert len(subjects()) == 13


def test_what_is_missed_or_cheap_is_named() -> None:
    faults = (fault(0.0), fault(8.0, stops=True), fault(30.0, stops=True))
    mutants = (mutant(read=False, run=True), mutant(read=False, run=False))
    proof = ExecutionProof(fingerprint="now", faults=faults, mutants=mutants)
    assert list(execution_lines("Test", proof)) == [
        "Test: 2 of 3 faults and 1 of 2 mutants lower the score when run",
        "  NOT FOUND: gold/Test: It costs 0.0",
        "  CHEAP: gold/Test: It costs 8.0: 8.0 points",
        "  survives: gold/Test: off by one: a.ts:1 '1' -> '2'",
    ]


def test_the_summary_counts_with_checks_alone_and_when_run() -> None:
    faults = [fault(0.0), fault(8.0, read=True), fault(30.0, stops=True), fault(5.0)]
    assert of_faults(faults) == [
        "faults by hand: 4; 1 (25%) lower the score by checks alone, 3 (75%) when run",
        "show-stoppers: 1; 1 cost at least 20 points of completeness when run",
    ]
    mutants = [mutant(read=True, run=True), mutant(read=False, run=True)]
    assert of_mutants(mutants) == [
        "semantic mutants: 2; 1 (50%) lower the score by checks alone, 2 (100%) when run"
    ]
