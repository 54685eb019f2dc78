"""Figures of execution stay with the content that they were made from, and are else left out."""

import pytest

from assay.errors import AssayError
from assay.records.criteria_health import (
    CriteriaHealth,
    ExecutionProof,
    FaultFigures,
    MetricCounts,
    MutantFigures,
)
from tools.proof import by_running
from tools.proof.by_running import AnswerFaults, fingerprint, proven, subjects
from tools.proof.good_answers import Target
from tools.proof.printed import execution_lines, execution_summary

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


PROOF = ExecutionProof(
    fingerprint="now",
    faults=(fault(0.0), fault(8.0, read=True, stops=True), fault(30.0, stops=True), fault(5.0)),
    mutants=(mutant(read=True, run=True), mutant(read=False, run=False)),
)
KNOWN = CriteriaHealth(
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
    execution=PROOF,
)


@pytest.fixture
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """One test with one answer, on a machine without a browser."""

    def fail() -> None:
        raise AssayError("there is no Chromium")

    answers = [AnswerFaults(Target("Program", "gold", "Test", "react-vite"), ())]
    monkeypatch.setattr(by_running, "machine", fail)
    monkeypatch.setattr(by_running, "subjects", lambda: {"Test": answers})
    monkeypatch.setattr(by_running, "fingerprint", lambda _: "now")


@pytest.mark.usefixtures("nothing_runs")
def test_figures_of_the_same_content_alone_stay_where_nothing_can_be_executed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert dict(proven(["Test"], {"Test": KNOWN})) == {"Test": PROOF}
    assert capsys.readouterr().err == ""
    before = PROOF.model_copy(update={"fingerprint": "before"})
    other = KNOWN.model_copy(update={"execution": before})
    assert dict(proven(["Test"], {"Test": other})) == {"Test": None}
    assert "1 tests have no figures of execution" in (told := capsys.readouterr().err)
    assert "there is no Chromium" in told
    assert dict(proven(["Test"], {}, runs=False)) == {"Test": None}
    assert "nothing is to run" in capsys.readouterr().err


def test_a_fingerprint_changes_with_a_fault_and_with_nothing_else() -> None:
    answers = subjects()[TEST]
    without = [AnswerFaults(answer.target, answer.faults[1:]) for answer in answers]
    assert fingerprint(answers) == fingerprint(subjects()[TEST])
    assert fingerprint(answers) != fingerprint(without)
    kinds = {answer.target.kind for group in subjects().values() for answer in group}
    assert kinds == {"gold", "second"}, "sources are not broken"
    assert len(subjects()) >= 19


def test_what_is_missed_or_cheap_is_named_and_the_rest_is_counted() -> None:
    assert list(execution_lines("Test", PROOF)) == [
        "Test: 3 of 4 faults and 1 of 2 mutants lower the score when run",
        "  NOT FOUND: gold/Test: It costs 0.0",
        "  CHEAP: gold/Test: It costs 8.0: 8.0 points",
        "  survives: gold/Test: off by one: a.ts:1 '1' -> '2'",
    ]
    assert list(execution_summary([PROOF])) == [
        "faults by hand: 4; 1 (25%) lower the score by checks alone, 3 (75%) when run",
        "show-stoppers: 2; 1 cost at least 20 points of completeness when run",
        "semantic mutants: 2; 1 (50%) lower the score by checks alone, 1 (50%) when run",
    ]
