"""All orders of many stories decide: gold keeps the rules in each, and each care is needed."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from tests.project import ROOT
from tools.new.hard.program import CANARY, HandFault, Level
from tools.new.hard.races import GROUPS, parts_of
from tools.new.hard.suite_runs import failing, failing_on_each


class RacesParts(NamedTuple):
    given: Mapping[str, str]
    answers: Mapping[str, Mapping[str, str]]
    cases: Mapping[str, str]
    faults: Sequence[HandFault]


@pytest.fixture(autouse=True)
def shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def parts(depth: int, seed: str = "1") -> RacesParts:
    level = Level(modules=[], mutants=0, planted=0, needs=1, races=depth)
    return RacesParts(*parts_of(level, seed))


def groups(depth: int) -> list[str]:
    return re.findall(r"^def (test_\w+)", parts(depth).cases[GROUPS], re.MULTILINE)


def failed(made: RacesParts, answer: Mapping[str, str]) -> set[str]:
    titles = failing({**made.given, **answer}, made.cases, 600)
    return {title.rpartition("::")[2] for title in titles}


def test_the_same_bytes_each_time_with_the_canary_and_easier_groups_in_harder_levels() -> None:
    assert parts(4) == parts(4)
    assert parts(4).given != parts(4, "2").given
    for texts in (parts(4).given, parts(4).cases):
        assert all(CANARY in text for text in texts.values())
    counts = [len(groups(depth)) for depth in (1, 2, 3, 4)]
    assert counts == sorted(set(counts))
    for depth in (2, 3, 4):
        assert set(groups(depth - 1)) < set(groups(depth))


@pytest.mark.slow
def test_gold_passes_all_groups_and_simple_answers_some() -> None:
    made, every = parts(2), len(groups(2))
    shares = {name: len(failed(made, answer)) for name, answer in made.answers.items()}
    assert shares["gold"] == 0 < shares["careful"] < shares["naive"] < every
    assert len(failed(made, {})) in (1, every)


@pytest.mark.slow
def test_without_any_of_its_cares_gold_fails_a_group() -> None:
    made = parts(1)
    ((path, text),) = made.answers["gold"].items()
    programs = [
        {**made.given, path: text.replace(fault.before, fault.after)} for fault in made.faults
    ]
    found = failing_on_each(programs, made.cases, 600)
    assert [fault.name for fault, names in zip(made.faults, found, strict=True) if not names] == []


@pytest.mark.slow
def test_a_program_that_never_ends_fails_its_groups_and_the_run_ends() -> None:
    made = parts(1)
    ((path, text),) = made.answers["gold"].items()
    endless = text.replace("        failures = 0\n", "        while True:\n            pass\n")
    short = {
        path: re.sub(r"SECONDS = \d+\.0", "SECONDS = 0.3", each)
        for path, each in made.cases.items()
    }
    titles = failing({**made.given, path: endless}, short, 600)
    assert {"test_two_records", "test_nobody_gets_through"} < {
        each.rpartition("::")[2] for each in titles
    }
