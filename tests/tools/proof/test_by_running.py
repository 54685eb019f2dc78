"""Figures of execution stay with the content that they were made from, and are else left out."""

import pytest

from assay.errors import AssayError
from assay.records.criteria_health import CriteriaHealth, ExecutionProof
from assay.records.jsonl import read_results
from tests.project import ROOT
from tools.proof import __main__ as program
from tools.proof.by_running import RunProof

TEST = "UpdateReact-ToDoApp_ReactJS"


@pytest.mark.slow
def test_a_fingerprint_changes_with_a_fault() -> None:
    run = RunProof()
    before = run.fingerprint(TEST)
    known = read_results(ROOT / program.paths.CRITERIA_HEALTH, CriteriaHealth)[TEST]
    current = known.model_copy(update={"execution": ExecutionProof(fingerprint=before, trials=())})
    assert run.outdated({TEST: current}) == []
    assert run.outdated({TEST: known.model_copy(update={"execution": None})}) == [TEST]
    del run.faults[f"gold/{TEST}"][0]
    assert run.fingerprint(TEST) != before
    assert len(run.subjects) >= 24


@pytest.mark.slow
def test_a_mutant_that_is_equivalent_is_not_drawn_and_another_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = RunProof()
    answers = {each.name: each for of in run.subjects.values() for each in of}
    for name, labels in run.equivalent.items():
        *_, (_, drawn, _) = run._broken(answers[name])
        assert labels.isdisjoint(mutant.label for _, mutant in drawn)
        before = run.fingerprint(answers[name].test.id)
        with monkeypatch.context() as patch:
            patch.setitem(run.equivalent, name, set())
            *_, (_, drawn, _) = run._broken(answers[name])
            assert labels.issubset({mutant.label for _, mutant in drawn})
            assert run.fingerprint(answers[name].test.id) != before


@pytest.mark.slow
def test_figures_out_of_date_are_left_out_where_nothing_can_be_executed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: object) -> None:
        raise AssayError("there is no Chromium")

    known = read_results(ROOT / program.paths.CRITERIA_HEALTH, CriteriaHealth)
    old = ExecutionProof(fingerprint="old", trials=())
    known = {TEST: known[TEST].model_copy(update={"execution": old})}
    written = {}
    monkeypatch.setattr(program, "open_tools", fail)
    monkeypatch.setattr(program, "_known", lambda _: dict(known))
    monkeypatch.setattr(program, "write_results", lambda path, results: written.update(results))
    program.prove([TEST], {}, reads=False, runs=True)
    assert written[TEST].execution is None
    assert "1 tests have no figures of execution" in (told := capsys.readouterr().err)
    assert "there is no Chromium" in told
    program.prove([TEST], {}, reads=False, runs=False)
    assert "nothing is to run" in capsys.readouterr().err


def test_a_fault_of_an_unknown_answer_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.proof.by_running.subjects", dict)
    with pytest.raises(AssayError, match="of: no answer gold/"):
        RunProof()
