"""Faults by hand fit their answers and are enough; semantic mutants are a seeded, mixed sample."""

from contextlib import chdir
from itertools import islice
from pathlib import Path
from typing import cast

import pytest

from assay.content.criteria import Criterion
from assay.errors import AssayError
from assay.records.execution_records import Behaviour
from assay.sandbox.behaviours import load_spec
from assay.sandbox.steps import Tools
from tests.shipped import is_own
from tools.proof import broken_programs
from tools.proof.broken_programs import (
    Fault,
    answers_with_faults,
    cost,
    in_order,
    is_mutable,
    titles_of,
    with_fault,
)
from tools.proof.good_answers import BEHAVIOURS, GoodAnswer, Target, all_targets, good_answer
from tools.proof.sandbox_trials import BehaviourFilter, TriedBehaviours

PROGRAMS = sorted(
    path.name.removesuffix(".spec.ts") for path in BEHAVIOURS.glob("*.spec.ts") if not is_own(path)
)
APP = {
    "src/app.ts": b"if (a && b) { take(1, 2); }\nfunction f() { setName(3); }\n",
    "src/app.test.ts": b"if (a) { b(); }",
    "vite.config.ts": b"run(1, 2);",
}
FAULT = Fault.model_validate(
    {"fault": "It stops", "criterion": "It", "in": "a.ts", "find": "x", "replace": "y"}
)


@pytest.fixture(scope="module")
def faulty(product: Path) -> dict[Path, tuple[Target, list[Fault]]]:
    with chdir(product):
        found = answers_with_faults()
    return {path: each for path, each in found.items() if each[0].program in PROGRAMS}


INCOMPLETE = {
    "GenerateEnterpriseApplicationTemplate",
    "GenerateMonorepoTemplate",
    "GenerateProjectConfiguration",
}
"""Their behaviours or faults are still too few (docs/evidence/proof.md)."""


@pytest.mark.parametrize("program", sorted(set(PROGRAMS) - INCOMPLETE))
def test_a_program_has_twelve_behaviours_and_eight_faults_with_a_show_stopper(
    program: str, faulty: dict[Path, tuple[Target, list[Fault]]]
) -> None:
    spec = load_spec(program)
    assert spec is not None
    assert len(spec.titles) >= 12
    faults = [
        fault for target, listed in faulty.values() for fault in listed if target.program == program
    ]
    assert len(faults) >= 8
    assert any(each.show_stopper for each in faults)


def test_each_fault_changes_its_answer_and_contradicts_an_executed_criterion(
    faulty: dict[Path, tuple[Target, list[Fault]]],
) -> None:
    for path, (target, faults) in faulty.items():
        good = good_answer(target)
        for each in faults:
            assert with_fault(good.files, each, path.stem) != good.files
            assert titles_of(good.criteria, each)


def test_faults_are_written_for_gold_and_for_second_answers(
    faulty: dict[Path, tuple[Target, list[Fault]]],
) -> None:
    kinds = [target.kind for target, _ in faulty.values()]
    assert kinds.count("gold") >= len(PROGRAMS)
    assert kinds.count("second") >= 2


def test_a_fault_that_fits_nothing_is_named() -> None:
    criteria: tuple[Criterion, ...] = ()
    with pytest.raises(AssayError, match=r"a\.ts has no such text"):
        with_fault({"a.ts": b"abc"}, FAULT, "Program")
    with pytest.raises(AssayError, match="no executed criterion begins with 'It'"):
        titles_of(criteria, FAULT)


def test_every_source_with_a_toolchain_has_behaviours() -> None:
    kinds = {target.program for target in all_targets() if target.kind == "source"}
    assert kinds and kinds <= set(PROGRAMS)


def labels(seed: str) -> list[str]:
    return [mutant.label(APP) for mutant in in_order(APP, seed)]


def test_the_same_seed_gives_the_same_order_of_mutants() -> None:
    assert labels("a") == labels("a") != labels("b")
    assert sorted(labels("a")) == sorted(labels("b"))
    assert "src/app.ts:1 '&&' -> '||'" in labels("a")


def test_no_operator_comes_twice_before_each_came_once() -> None:
    first = [mutant.change.operator for mutant in islice(in_order(APP, "a"), 5)]
    assert len(set(first)) == 5


def test_a_mutant_changes_one_place_of_the_programs_own_code() -> None:
    assert {mutant.path for mutant in in_order(APP, "a")} == {"src/app.ts"}
    assert is_mutable("toollib/lending.py")
    assert not is_mutable("src/vite-env.d.ts")
    assert not is_mutable("tests/test_lending.py")
    mutant = next(item for item in in_order(APP, "a") if item.change.text == "||")
    code = APP["src/app.ts"].replace(b"&&", b"||")
    assert mutant.applied(APP) == {**APP, "src/app.ts": code}


def test_a_broken_answer_is_looked_at_until_it_lost_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*titles: str) -> TriedBehaviours:
        failed = [Behaviour(title=title, outcome="failed", message="no") for title in titles]
        return TriedBehaviours(behaviours=tuple(failed))

    outcomes = {1: failing("Small"), 0: failing("Small", "Large")}
    monkeypatch.setattr(
        broken_programs, "tried", lambda _, toolchain, program, look, tools: outcomes[look.enough]
    )
    looks = (BehaviourFilter(enough=1), BehaviourFilter())
    criteria = tuple(
        Criterion(
            id=title,
            metric="completeness",
            text=title,
            weight=weight,
            check=None,
            tags=(),
            run=(title,),
        )
        for title, weight in (("Small", 1.0), ("Large", 9.0))
    )
    target = Target("Program", "gold", "Test", "react-vite")
    answer = GoodAnswer(target, criteria, {}, frozenset(), frozenset())
    tools = cast(Tools, None)
    assert cost(answer, {}, looks, tools).executed == {"Small": 1.0}
    assert cost(answer, {}, looks, tools, points=20.0).executed == {"Small": 1.0, "Large": 1.0}
