"""All orders of many stories decide: gold keeps the rules in each, and each care is needed."""

import re

import pytest

from tests.tools.new.hard.conftest import failed
from tools.new.hard.program import CANARY, Level, drawn_values, faults_of
from tools.new.hard.races import GROUPS, MODULE, parts_of
from tools.new.hard.suite_runs import failing_on_each

pytestmark = pytest.mark.usefixtures("shipped")
LEVELS = [Level(modules=[], mutants=0, planted=0, needs=1, races=depth) for depth in range(5)]


def groups(depth: int) -> list[str]:
    cases = parts_of(LEVELS[depth], "1").cases
    return re.findall(r"^def (test_\w+)", cases[GROUPS], re.MULTILINE)


def test_the_same_bytes_each_time_with_the_canary_and_easier_groups_in_harder_levels() -> None:
    made = parts_of(LEVELS[4], "1")
    assert parts_of(LEVELS[4], "1") == made
    assert parts_of(LEVELS[4], "2").given != made.given
    assert all(CANARY in text for text in (*made.given.values(), *made.cases.values()))
    counts = [len(groups(depth)) for depth in (1, 2, 3, 4)]
    assert counts == sorted(set(counts))
    for depth in (2, 3, 4):
        assert set(groups(depth - 1)) < set(groups(depth))


@pytest.mark.slow
def test_gold_passes_all_groups_and_simple_answers_some() -> None:
    (given, answers, cases, *_), every = parts_of(LEVELS[2], "1"), len(groups(2))
    shares = {name: len(failed({**given, **one}, cases, 600)) for name, one in answers.items()}
    assert shares["gold"] == 0 < shares["careful"] < shares["naive"] < every
    assert len(failed(given, cases, 600)) in (1, every)


@pytest.mark.slow
def test_without_any_of_its_cares_gold_fails_a_group() -> None:
    given, answers, cases, *_ = parts_of(LEVELS[1], "1")
    ((path, text),) = answers["gold"].items()
    values = drawn_values(["races"], "1")[0] | {"level": 1}
    faults = faults_of(f"{MODULE}/faults.yaml.j2", values, text)[0].faults
    programs = [{**given, path: text.replace(fault.before, fault.after)} for fault in faults]
    found = failing_on_each(programs, cases, 600)
    assert [fault.name for fault, names in zip(faults, found, strict=True) if not names] == []


@pytest.mark.slow
def test_a_program_that_never_ends_fails_its_groups_and_the_run_ends() -> None:
    given, answers, cases, *_ = parts_of(LEVELS[1], "1")
    ((path, text),) = answers["gold"].items()
    endless = text.replace("        failures = 0\n", "        while True:\n            pass\n")
    short = {
        path: re.sub(r"SECONDS = \d+\.0", "SECONDS = 0.3", each) for path, each in cases.items()
    }
    found = failed({**given, path: endless}, short, 600)
    assert {"test_two_records", "test_nobody_gets_through"} < found
