"""Hard mutants survive the usual suite and no full case; the deepest by hand are drawn first."""

import pytest

from assay.sandbox.source_mutants import replaced
from tools.new.hard.hard_mutants import changed, drawn, hard_mutants, line_mutant
from tools.new.hard.program import level_of, program_of


@pytest.mark.slow
def test_mutants_are_those_between_the_two_suites() -> None:
    program = program_of(level_of(1), "1")
    found = hard_mutants(program, with_operators=True)
    by_hand = {each.fault.name for each in found if each.fault}
    assert by_hand == {"members pay as others", "one free unit more"}
    assert all(each.by for each in found)
    assert any(each.fault is None for each in found)
    assert all(changed(program, each) != program.files for each in found)
    chosen = drawn(found, level_of(1), "1")
    assert by_hand == {each.fault.name for each in chosen if each.fault}
    assert chosen == drawn(found, level_of(1), "1")


@pytest.mark.parametrize("after", ["a\nb\nc\n", "X\na\nb\nc\nd\n", "a\nX\nY\nc\nd\n"])
def test_a_mutant_is_the_lines_that_differ(after: str) -> None:
    before = "a\nb\nc\nd\n"
    mutant = line_mutant("a.py", before, after)
    assert replaced(before, mutant).split() == after.split()
    assert mutant.before
