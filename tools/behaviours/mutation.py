"""Semantic mutants of good answers: a seeded sample, tried with checks alone and with execution."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import islice

from assay.records.criteria_health import MutantFigures
from assay.sandbox.staging import CONFIGS, NOT_BUILT, is_test
from assay.sandbox.steps import Tools
from tools.behaviours import operators, python_operators
from tools.behaviours.faults import GoodAnswer
from tools.behaviours.operators import CodeChange
from tools.behaviours.running import BehaviourFilter
from tools.reference import is_broken

SEED = 20260101
SAMPLE = 10
"""Mutants of a program, over all its good answers."""
SHOWN = 60


@dataclass(frozen=True)
class SemanticMutant:
    """One change of one file."""

    path: str
    change: CodeChange

    def applied(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        data = files[self.path]
        start = self.change.start
        end = self.change.end
        text = self.change.text
        return {**files, self.path: data[:start] + text.encode() + data[end:]}

    def label(self, files: Mapping[str, bytes]) -> str:
        """Where it is, what stood there, and what stands there instead."""
        data = files[self.path]
        line = data.count(b"\n", 0, self.change.start) + 1
        before = _short(data[self.change.start : self.change.end].decode())
        return f"{self.path}:{line} {before!r} -> {_short(self.change.text)!r}"


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"


def is_mutable(path: str) -> bool:
    """Whether a file is code of the program itself: no test, no configuration, no declarations."""
    name = path.rpartition("/")[2]
    if is_test(path) or name.endswith(".d.ts"):
        return False
    if any(fnmatch(name, pattern) for pattern in (*CONFIGS, *NOT_BUILT)):
        return False
    return name.endswith((*operators.SCRIPTS, ".py"))


def in_order(files: Mapping[str, bytes], seed: str) -> Iterator[SemanticMutant]:
    """Every mutant of the files, shuffled, one of each operator in turn, so that none prevails."""
    draw = random.Random(seed)
    by_operator: dict[str, list[SemanticMutant]] = {name: [] for name in operators.OPERATORS}
    for path in sorted(filter(is_mutable, files)):
        for change in _changes(path, files[path].decode()):
            by_operator[change.operator].append(SemanticMutant(path, change))
    for group in by_operator.values():
        draw.shuffle(group)
    names = list(by_operator)
    draw.shuffle(names)
    while any(by_operator.values()):
        for name in names:
            if by_operator[name]:
                yield by_operator[name].pop()


def _changes(path: str, text: str) -> list[CodeChange]:
    return python_operators.changes(text) if path.endswith(".py") else operators.changes(text)


def mutant_trials(answer: GoodAnswer, most: int, tools: Tools) -> list[MutantFigures]:
    """The first mutants of the sample that parse and build, tried."""
    own = {path: data for path, data in answer.files.items() if path not in answer.host}
    seed = f"{SEED}:{answer.target.name}"
    return list(islice(_figures(answer, in_order(own, seed), tools), most))


def _figures(
    answer: GoodAnswer, mutants: Iterator[SemanticMutant], tools: Tools
) -> Iterator[MutantFigures]:
    for mutant in mutants:
        files = mutant.applied(answer.files)
        if is_broken(mutant.path, files[mutant.path].decode()):
            continue
        outcome = answer.tried(files, BehaviourFilter(only=answer.titles, enough=1), tools)
        if outcome.log:
            continue
        read = answer.read(files)
        yield MutantFigures(
            of=answer.target.name,
            operator=mutant.change.operator,
            mutant=mutant.label(answer.files),
            noticed_by_checks=bool(read),
            noticed_when_run=bool(answer.executed(read, outcome)),
        )
