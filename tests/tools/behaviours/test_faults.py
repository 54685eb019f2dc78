"""The faults by hand fit their answers, and there are enough of them."""

from pathlib import Path

import pytest

from assay.content.criteria import Criterion
from assay.errors import AssayError
from assay.sandbox.behaviours import load_spec
from tests.shipped import is_own
from tools.behaviours.faults import (
    Fault,
    FaultFile,
    FaultTrial,
    criteria_of,
    fault_files,
    load_faults,
    mutated,
    summary,
    target_of,
    titles_of,
)
from tools.behaviours.programs import BEHAVIOURS, all_targets

PROGRAMS = sorted(
    path.name.removesuffix(".spec.ts") for path in BEHAVIOURS.glob("*.spec.ts") if not is_own(path)
)
FILES = [path for path in fault_files() if path.name.partition(".")[0] in PROGRAMS]


@pytest.fixture(autouse=True)
def in_product(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)


def fault(**changes: object) -> Fault:
    stated = {"fault": "It stops", "criterion": "It", "in": "a.ts", "find": "x", "replace": "y"}
    return Fault.model_validate({**stated, **changes})


def faults_of(program: str) -> list[FaultFile]:
    return [load_faults(path) for path in fault_files(program)]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_has_twelve_behaviours_and_eight_faults_with_a_show_stopper(program: str) -> None:
    spec = load_spec(program)
    assert spec is not None
    assert len(spec.titles) >= 12
    faults = [each for file in faults_of(program) for each in file.faults]
    assert len(faults) >= 8
    assert any(each.show_stopper for each in faults)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_fault_changes_its_answer_and_contradicts_an_executed_criterion(path: Path) -> None:
    faults = load_faults(path)
    target = target_of(path, faults)
    good = target.files()
    criteria = criteria_of(target)
    for each in faults.faults:
        assert mutated(good, each, path.stem) != good
        assert titles_of(criteria, each)


def test_faults_are_written_for_gold_and_for_second_answers() -> None:
    kinds = [load_faults(path).of.partition("/")[0] for path in FILES]
    assert kinds.count("gold") >= len(PROGRAMS)
    assert kinds.count("second") >= 2


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
