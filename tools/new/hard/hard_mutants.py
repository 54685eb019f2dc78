"""Hard mutants: those that a program's usual suite leaves alive, and its full cases kill."""

import random
from itertools import takewhile
from typing import NamedTuple

from assay.errors import AssayError
from assay.sandbox.source_mutants import SourceMutant, replaced
from tools.new.hard.program import HandFault, HardProgram, Level
from tools.new.hard.suite_runs import failing, failing_on_each
from tools.proof.operators import changes

MOST_TRIED = 120
"""Mutants of operators that are tried for a program: each takes a second or two."""


class HardMutant(NamedTuple):
    """A mutant, and the full cases that notice it. `fault`: None if an operator made it."""

    mutant: SourceMutant
    fault: HandFault | None
    by: frozenset[str] = frozenset()


def hard_mutants(program: HardProgram, with_operators: bool = False) -> list[HardMutant]:
    """The hard ones of the faults by hand, and of what operators make.

    AssayError if one of the suites does not pass on the program itself.
    """
    for suite in (program.usual, program.full):
        if failed := failing(program.files, suite):
            raise AssayError(f"hard: the program fails its own suite: {', '.join(sorted(failed))}")
    found = list[HardMutant]()
    for path, fault in program.faults:
        text = program.files[path]
        after = text.replace(fault.before, fault.after)
        found.append(HardMutant(line_mutant(path, text, after), fault))
    found += _by_operators(program) if with_operators else ()
    programs = [changed(program, each) for each in found]
    usual = failing_on_each(programs, program.usual)
    left = [index for index, failed in enumerate(usual) if not failed]
    by = failing_on_each([programs[index] for index in left], program.full)
    return [
        found[index]._replace(by=titles) for index, titles in zip(left, by, strict=True) if titles
    ]


def drawn(mutants: list[HardMutant], level: Level, seed: str) -> list[HardMutant]:
    """So many as the level has, in the order of the files.

    First faults by hand that are as deep as the level wants, then those less deep, then those of
    operators that the fewest full cases notice.
    """
    shuffled = random.Random(f"{seed}:mutants").sample(mutants, len(mutants))

    def rank(each: HardMutant) -> tuple[int, int]:
        if each.fault is None:
            return level.needs, len(each.by)
        return max(0, level.needs - each.fault.needs), 0

    chosen = sorted(shuffled, key=rank)[: level.mutants]
    return sorted(chosen, key=lambda each: (each.mutant.file, each.mutant.line, each.mutant.after))


def changed(program: HardProgram, each: HardMutant) -> dict[str, str]:
    """The program's files with the mutant."""
    path = each.mutant.file
    return {**program.files, path: replaced(program.files[path], each.mutant)}


def _by_operators(program: HardProgram) -> list[HardMutant]:
    """At most MOST_TRIED, drawn of all that parse."""
    found = []
    for path, text in program.files.items():
        data = text.encode()
        for start, end, _, put in changes(".py", text):
            after = (data[:start] + put.encode() + data[end:]).decode()
            if after != text and _compiles(after):
                found.append(HardMutant(line_mutant(path, text, after), None))
    return random.Random("operators").sample(found, min(len(found), MOST_TRIED))


def line_mutant(path: str, before: str, after: str) -> SourceMutant:
    """The lines that differ. Where lines are only added, the line before them is among these."""
    old, new = before.splitlines(), after.splitlines()
    first = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False))))
    pairs = zip(reversed(old[first:]), reversed(new[first:]), strict=False)
    last = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    if first == len(old) - last:
        first, last = max(first - 1, 0), last - (first == 0)
    changed_lines = (lines[first : len(lines) - last] for lines in (old, new))
    texts = ["\n".join(lines) for lines in changed_lines]
    return SourceMutant(file=path, line=first + 1, before=texts[0], after=texts[1])


def _compiles(text: str) -> bool:
    try:
        compile(text, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True
