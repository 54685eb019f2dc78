"""Faults by hand fit their answers and are enough; semantic mutants are a seeded, mixed sample."""

from itertools import islice

import pytest

from assay.config import paths
from assay.config.yaml_files import read_yaml
from assay.content.faults import Fault, faults
from assay.errors import AssayError
from assay.sandbox.behaviours import load_spec
from tests.shipped import is_own
from tools.proof.broken_programs import is_mutable, semantic_mutants, with_fault
from tools.proof.by_running import subjects
from tools.proof.trials import GoodAnswer

PROGRAMS = sorted(
    path.name.removesuffix(".spec.ts")
    for path in paths.BEHAVIOURS.glob("*.spec.ts")
    if not is_own(path)
)
APP = {
    "src/app.ts": "if (a && b) { take(1, 2); }\nfunction f() { setName(3); }\n",
    "src/app.test.ts": "if (a) { b(); }",
    "vite.config.ts": "run(1, 2);",
}
INCOMPLETE = {
    "GenerateEnterpriseApplicationTemplate",
    "GenerateMonorepoTemplate",
}
"""Their behaviours or faults are still too few (docs/evidence/proof.md)."""
BY_CASES = "GenerateProjectConfiguration"
"""Has test cases in place of a file of behaviours, and faults by hand."""


@pytest.fixture(scope="module")
def good(product: object) -> dict[str, GoodAnswer]:
    return {each.name: each for of_test in subjects().values() for each in of_test}


@pytest.fixture(scope="module")
def of_program(good: dict[str, GoodAnswer]) -> dict[str, list[Fault]]:
    found: dict[str, list[Fault]] = {}
    for name, listed in faults().items():
        found.setdefault(good[name].test.program, []).extend(listed)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("program", sorted({*PROGRAMS, BY_CASES} - INCOMPLETE))
def test_a_program_has_twelve_behaviours_and_eight_faults_with_a_show_stopper(
    program: str, of_program: dict[str, list[Fault]]
) -> None:
    spec = load_spec(program)
    assert spec is not None
    assert len(spec.titles) >= 12
    assert len(of_program[program]) >= 8
    assert any(each.show_stopper for each in of_program[program])


@pytest.mark.slow
def test_each_fault_changes_its_answer_and_contradicts_one_criterion(
    good: dict[str, GoodAnswer],
) -> None:
    files_of_strangers = (paths.BEHAVIOURS / "faults").glob("*.blind.yaml")
    blind = {each["fault"] for path in files_of_strangers for each in read_yaml(path)["faults"]}
    for name, listed in faults().items():
        files = good[name].answer.files
        for fault in listed:
            _, mutant = with_fault(files, fault)
            assert any(text != files[path] for path, text in mutant.texts.items())
            broken = [one for one in good[name].criteria if one.text.startswith(fault.criterion)]
            assert len(broken) == 1, fault.fault
            assert broken[0].run or fault.fault in blind, fault.fault


def test_a_fault_that_fits_nothing_is_named() -> None:
    fault = Fault(fault="It", criterion="It", **{"in": "a.ts"}, find="b", replace="c")
    with pytest.raises(AssayError, match=r"a\.ts has no such text"):
        with_fault({"a.ts": "a"}, fault)


def labels(seed: str) -> list[str]:
    return [mutant.label for _, mutant in semantic_mutants(APP, seed)]


def test_the_same_seed_gives_the_same_order_of_mutants() -> None:
    assert labels("a") == labels("a") != labels("b")
    assert sorted(labels("a")) == sorted(labels("b"))
    assert "operator swapped: src/app.ts:1 '&&' -> '||'" in labels("a")


def test_no_operator_comes_twice_before_each_came_once() -> None:
    operators = [label.partition(":")[0] for label in islice(labels("a"), 4)]
    assert len(set(operators)) == 4


def test_a_mutant_changes_one_place_of_the_programs_own_code() -> None:
    found = [mutant for _, mutant in semantic_mutants(APP, "a")]
    assert {path for mutant in found for path in mutant.texts} == {"src/app.ts"}
    assert is_mutable("toollib/lending.py")
    assert not is_mutable("src/vite-env.d.ts")
    assert not is_mutable("tests/test_lending.py")
    mutant = next(each for each in found if each.label.endswith("'&&' -> '||'"))
    assert mutant.texts == {"src/app.ts": APP["src/app.ts"].replace("&&", "||")}
