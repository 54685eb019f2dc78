"""The faults by hand fit their answers, and there are enough of them."""

from pathlib import Path

import pytest

from stages.lib.base.errors import AssayError
from stages.lib.content.criteria import Criterion
from stages.lib.execution.behaviours import load_spec
from tools.behaviours.faults import (
    Fault,
    FaultFile,
    FaultTrial,
    criteria_of,
    load_faults,
    mutated,
    summary,
    titles_of,
)
from tools.behaviours.programs import BEHAVIOURS, Target, all_targets

PROGRAMS = sorted(path.name.removesuffix(".spec.ts") for path in BEHAVIOURS.glob("*.spec.ts"))


def fault(**changes: object) -> Fault:
    stated = {"fault": "It stops", "criterion": "It", "in": "a.ts", "find": "x", "replace": "y"}
    return Fault.model_validate({**stated, **changes})


def faults_of(program: str) -> FaultFile:
    faults = load_faults(program)
    assert faults is not None
    return faults


def target_of(program: str) -> Target:
    wanted = faults_of(program).of
    return next(each for each in all_targets() if each.program == program and each.name == wanted)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_has_twelve_behaviours_and_eight_faults_with_a_show_stopper(program: str) -> None:
    spec = load_spec(program)
    assert spec is not None
    assert len(spec.titles) >= 12
    faults = faults_of(program).faults
    assert len(faults) >= 8
    assert any(each.show_stopper for each in faults)


@pytest.mark.parametrize("program", PROGRAMS)
def test_each_fault_changes_its_answer_and_contradicts_an_executed_criterion(program: str) -> None:
    target = target_of(program)
    good = target.files()
    criteria = criteria_of(target)
    for each in faults_of(program).faults:
        assert mutated(good, each, program) != good
        assert titles_of(criteria, each)


def test_a_text_that_is_not_there_is_named() -> None:
    with pytest.raises(AssayError, match=r"a\.ts has no such text"):
        mutated({"a.ts": b"abc"}, fault(), "Program")


def test_a_criterion_that_is_not_executed_is_named() -> None:
    criteria: tuple[Criterion, ...] = ()
    with pytest.raises(AssayError, match="no executed criterion begins with 'It'"):
        titles_of(criteria, fault())


def test_the_summary_counts_what_lowers_the_score() -> None:
    stopper = FaultTrial(fault(show_stopper=True), False, True, 0.0, 40.0)
    missed = FaultTrial(fault(), False, False, 0.0, 0.0)
    text = summary([stopper, missed])
    assert "2 faults by hand: 0 lower the score of the checks alone, 1 lower it" in text
    assert "1 show-stoppers: 1 cost at least 20 points" in text


def test_every_source_with_a_toolchain_has_behaviours() -> None:
    kinds = {target.program for target in all_targets() if target.kind == "source"}
    assert kinds <= set(PROGRAMS)
    assert Path("criteria/behaviours/hosts/sources.yaml").exists()
