"""A program is made of modules and a seed: the same bytes each time, and right for any seed."""

import pytest

from assay.errors import AssayError
from tests.project import ROOT
from tools.new.hard.program import Level, level_of, program_of
from tools.new.hard.suite_runs import failing

MODULES = sorted(path.parent.name for path in (ROOT / "hard/modules").glob("*/source.py.j2"))
ALL = Level(modules=[MODULES], mutants=1, planted=1, needs=1)


def test_a_seed_makes_the_same_program_each_time_and_another_seed_another() -> None:
    level = level_of(1)
    assert program_of(level, "1") == program_of(level, "1")
    assert len({str(program_of(level, str(seed)).files) for seed in range(9)}) > 3


def test_a_fault_that_does_not_fit_its_source_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("hard/modules/prices/faults.yaml.j2", "a") as file:
        file.write("- {name: lost, needs: 1, before: nowhere, after: here, report: None.}\n")
    with pytest.raises(AssayError, match="'lost': `before` occurs 0 times"):
        program_of(level_of(1), "1")


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "secret"])
def test_the_shipped_modules_pass_their_suites(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    program = program_of(ALL, seed)
    assert failing(program.files, program.usual) == frozenset()
    assert failing(program.files, program.full) == frozenset()
