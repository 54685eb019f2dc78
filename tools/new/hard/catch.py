"""Family `catch`: the answer is tests that call the program seldom and notice hard mutants."""

import re
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from assay.config import paths
from assay.errors import AssayError
from assay.sandbox.source_mutants import mutants_path
from tools.new.hard.content import Content, as_yaml, criteria, marked
from tools.new.hard.hard_mutants import HardMutant, changed, drawn, hard_mutants
from tools.new.hard.program import CANARY, HardProgram, Level, program_of
from tools.new.hard.suite_runs import ENDLESS, failing_on_each, ran

CALLED = re.compile(r"called (\d+) times")
PLAIN = f"# {CANARY}\n[pytest]\naddopts = []\n"
"""pytest.toml: pytest takes no other configuration beside it, so none leaves the meter out."""


def catch(level: Level, seed: str, name: str) -> Content:
    """The program, its hard mutants, and how many calls gold needs to notice them all.

    Gold is the cheapest of all cases. AssayError if it fails with so many calls.
    """
    program = program_of(level, seed)
    program = program._replace(full={**program.full, **program.few})
    mutants = drawn(hard_mutants(program, with_operators=True), level, seed)
    chosen = few_cases(mutants, costs(program, program.full))
    kept = [title.removeprefix("tests.") for title in chosen]
    stems = {title.partition("::")[0] for title in kept}
    gold = {path: text for path, text in program.full.items() if PurePosixPath(path).stem in stems}
    gold["tests/conftest.py"] = marked("kept.py.j2", kept=kept)
    most = sum(costs(program, gold).values())
    meter = _meter(program, most)
    _require_noticed(program, mutants, meter, gold)
    host = paths.BEHAVIOURS / "hosts" / name / "answer"
    entries = [each.mutant.model_dump() for each in mutants]
    beside = {host / path: text for path, text in {**meter, "pytest.toml": PLAIN}.items()}
    return Content(
        source={**program.files, **meter, "RULES.md": program.rules},
        gold=gold,
        criteria=criteria("catch", files=program.files),
        beside={mutants_path(name): as_yaml({"mutants": entries}), **beside},
    )


def _require_noticed(
    program: HardProgram,
    mutants: Sequence[HardMutant],
    meter: Mapping[str, str],
    gold: Mapping[str, str],
) -> None:
    """AssayError unless gold passes on the program, and fails on each mutant before its time."""
    programs = [program.files, *(changed(program, each) for each in mutants)]
    own, *noticed = failing_on_each([{**files, **meter} for files in programs], gold)
    if own or not all(titles - {ENDLESS} for titles in noticed):
        raise AssayError(f"SEED: gold fails {sorted(own)}, or leaves a mutant alive")


def costs(program: HardProgram, suite: Mapping[str, str]) -> dict[str, int]:
    """How often each case of a suite calls the program: where no call is allowed, each says so."""
    found, before = dict[str, int](), 0
    for each in ran({**program.files, **_meter(program, 0)}, suite):
        said = CALLED.findall(each.message)
        called = int(said[-1]) if said else before
        found[f"{each.file}::{each.title}"] = called - before
        before = called
    return found


def few_cases(mutants: Sequence[HardMutant], cost: Mapping[str, int]) -> list[str]:
    """Cases that notice all mutants. The next is always the one that notices most for its calls.

    AssayError if no case that ended notices a mutant.
    """
    by = [each.by & cost.keys() for each in mutants]
    if not all(by):
        raise AssayError("SEED: a fault is noticed only by tests without end: take another")
    kept = set[str]()

    def worth(title: str) -> float:
        return sum(title in titles and not titles & kept for titles in by) / max(1, cost[title])

    while not all(titles & kept for titles in by):
        kept.add(max(sorted(cost), key=worth))
    for title in sorted(kept, key=lambda title: -cost[title]):
        if all(titles & (kept - {title}) for titles in by):  # others notice what it does
            kept.remove(title)
    return sorted(kept)


def _meter(program: HardProgram, most: int) -> dict[str, str]:
    package = next(iter(program.files)).partition("/")[0]
    return {"conftest.py": marked("meter.py.j2", package=package, most=most)}
