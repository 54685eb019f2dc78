"""How good answers are broken and run: faults by hand, semantic mutants, and spoiled suites."""

import random
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from itertools import zip_longest
from pathlib import PurePosixPath

from assay.content.faults import Fault
from assay.errors import AssayError
from assay.records.criteria_health import TrialKind
from assay.sandbox.staging import CONFIGS, NOT_BUILT, is_test
from tools.proof.known_answers import is_broken
from tools.proof.mutants import Mutant, spliced
from tools.proof.operators import SUFFIXES, changes, languages

SEED = 20260101
SHOWN = 60


def with_fault(files: Mapping[str, str], fault: Fault) -> tuple[TrialKind, Mutant]:
    """The answer with the fault; AssayError if the text that it replaces is not there."""
    texts = dict(files)
    for change in (fault, *fault.also):
        if change.find not in texts.get(change.in_, ""):
            raise AssayError(f"'{fault.fault}': {change.in_} has no such text")
        texts[change.in_] = texts[change.in_].replace(change.find, change.replace, 1)
    touched = {change.in_: texts[change.in_] for change in (fault, *fault.also)}
    kind: TrialKind = "show-stopper" if fault.show_stopper else "fault"
    return kind, Mutant(fault.fault, touched)


def is_mutable(path: str) -> bool:
    """Whether a file is code of the program itself: no test, no configuration, no declarations."""
    name = PurePosixPath(path).name
    if is_test(path) or any(fnmatch(name, pattern) for pattern in (*CONFIGS, *NOT_BUILT)):
        return False
    return PurePosixPath(path).suffix in SUFFIXES and not name.endswith(".d.ts")


def semantic_mutants(files: Mapping[str, str], seed: str) -> Iterator[tuple[TrialKind, Mutant]]:
    """Every mutant of the files that parses, shuffled, one of each operator in turn. Seeded."""
    draw = random.Random(f"{SEED}:{seed}")
    by_operator: dict[str, list[Mutant]] = {name: [] for name in languages()["script"].operators}
    for operator, mutant in _mutants(files):
        by_operator[operator].append(mutant)
    groups = list(by_operator.values())
    for group in groups:
        draw.shuffle(group)
    draw.shuffle(groups)
    for of_each_operator in zip_longest(*groups):
        for mutant in filter(None, of_each_operator):
            if not any(is_broken(*file) for file in mutant.texts.items()):
                yield "mutant", mutant


def _mutants(files: Mapping[str, str]) -> Iterator[tuple[str, Mutant]]:
    for path in sorted(filter(is_mutable, files)):
        data = files[path].encode()
        for start, end, operator, text in changes(PurePosixPath(path).suffix, files[path]):
            line = data.count(b"\n", 0, start) + 1
            words = [" ".join(part.split()) for part in (data[start:end].decode(), text)]
            before, after = (word if len(word) <= SHOWN else f"{word[:SHOWN]}…" for word in words)
            label = f"{operator}: {path}:{line} {before!r} -> {after!r}"
            yield operator, Mutant(label, spliced(path, data, [(start, end)], text))
