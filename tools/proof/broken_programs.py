"""Good answers that are broken and run: faults by hand, and a seeded sample of semantic mutants."""

import random
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pydantic import Field

from assay.checks.runs import CHECK, STEPS
from assay.config.settings import Config, validated
from assay.config.yaml_files import read_yaml
from assay.content.criteria import Criterion
from assay.errors import AssayError
from assay.records.criteria_health import SHOW_STOPPER, FaultFigures, MutantFigures
from assay.sandbox.staging import CONFIGS, NOT_BUILT, is_test
from assay.sandbox.steps import Tools
from tools.proof.good_answers import BEHAVIOURS, GoodAnswer, Target, all_targets
from tools.proof.known_answers import is_broken
from tools.proof.operators import NAMES, SUFFIXES, CodeChange, changes
from tools.proof.sandbox_trials import BehaviourFilter, tried

ENOUGH = 6
"""Failures after which a run stops, if they cost what a show-stopper must cost."""
SEED = 20260101
SAMPLE = 10
"""Mutants of a program, over all its good answers."""
SHOWN = 60


class FailedCriteria(NamedTuple):
    """The shares of criteria that a broken program loses, read and when run. Was it built?"""

    read: dict[str, float]
    executed: dict[str, float]
    is_built: bool


def cost(
    answer: GoodAnswer,
    files: Mapping[str, bytes],
    looks: tuple[BehaviourFilter, ...],
    tools: Tools,
    points: float = 0.0,
) -> FailedCriteria:
    """Look at the broken answer until something fails that costs as many points.

    `looks`: which behaviours are tried first, then, …
    """
    target = answer.target
    read = answer.read(files)
    for look in looks:
        outcome = tried(files, target.toolchain, target.program, look, tools)
        failed = answer.executed(set(), outcome)
        if failed and answer.lost(failed) >= points:
            break
    by_checks = dict.fromkeys(read, 1.0)
    return FailedCriteria(by_checks, answer.executed(read, outcome), is_built=not outcome.log)


class Replacement(Config):
    """One text of one file, which occurs in it, and what takes its place."""

    in_: str = Field(alias="in")
    find: str
    replace: str


class Fault(Replacement):
    """A fault in one line, and the beginning of the criterion that it contradicts."""

    fault: str
    criterion: str
    show_stopper: bool = False
    also: list[Replacement] = []


class FaultFile(Config):
    """criteria/behaviours/faults/<Program>.yaml, or <Program>.<more>.yaml for another answer."""

    of: str
    faults: list[Fault]


def answers_with_faults() -> dict[Path, tuple[Target, list[Fault]]]:
    """The faults of each file, and the answer that they are made in. AssayError if it is none."""
    found = {}
    targets = list(all_targets())
    for path in sorted((BEHAVIOURS / "faults").glob("*.yaml")):
        faults = validated(read_yaml(path), FaultFile, str(path))
        program = path.name.partition(".")[0]
        named = [each for each in targets if (each.program, each.name) == (program, faults.of)]
        if not named:
            raise AssayError(f"{path}: of: no answer {faults.of}")
        found[path] = (named[0], faults.faults)
    return found


def with_fault(good: Mapping[str, bytes], fault: Fault, program: str) -> dict[str, bytes]:
    """The answer with the fault; AssayError if the text that it replaces is not there."""
    files = dict(good)
    for change in (fault, *fault.also):
        text = files.get(change.in_, b"").decode()
        if change.find not in text:
            raise AssayError(f"{program}: '{fault.fault}': {change.in_} has no such text")
        files[change.in_] = text.replace(change.find, change.replace, 1).encode()
    return files


def titles_of(criteria: tuple[Criterion, ...], fault: Fault) -> tuple[str, ...]:
    """The behaviours of the criterion that the fault contradicts; AssayError if there is none."""
    for item in criteria:
        titles = tuple(name for name in item.run if name not in (*STEPS, CHECK))
        if item.text.startswith(fault.criterion) and titles:
            return titles
    raise AssayError(f"'{fault.fault}': no executed criterion begins with '{fault.criterion}'")


def fault_figures(answer: GoodAnswer, fault: Fault, tools: Tools) -> FaultFigures:
    """Try the behaviours of the contradicted criterion; all, if none of these fails.

    A show-stopper is tried until it has cost enough.
    """
    files = with_fault(answer.files, fault, answer.target.program)
    first = BehaviourFilter(titles_of(answer.criteria, fault), enough=1)
    if fault.show_stopper:
        first = BehaviourFilter(answer.titles, enough=ENOUGH)
    looks = (first, BehaviourFilter(answer.titles))
    found = cost(answer, files, looks, tools, SHOW_STOPPER if fault.show_stopper else 0.0)
    return FaultFigures(
        of=answer.target.name,
        fault=fault.fault,
        show_stopper=fault.show_stopper,
        lowered_by_checks=bool(found.read),
        lowered_when_run=bool(found.executed),
        lost_by_checks=round(answer.lost(found.read), 1),
        lost_when_run=round(answer.lost(found.executed), 1),
    )


class SemanticMutant(NamedTuple):
    """One change of one file."""

    path: str
    change: CodeChange

    def applied(self, files: Mapping[str, bytes]) -> dict[str, bytes]:
        data = files[self.path]
        start, end, _, text = self.change
        return {**files, self.path: data[:start] + text.encode() + data[end:]}

    def label(self, files: Mapping[str, bytes]) -> str:
        """Where it is, what stood there, and what stands there instead."""
        data = files[self.path]
        line = data.count(b"\n", 0, self.change.start) + 1
        texts = (data[self.change.start : self.change.end].decode(), self.change.text)
        words = [" ".join(text.split()) for text in texts]
        before, after = (text if len(text) <= SHOWN else text[: SHOWN - 1] + "…" for text in words)
        return f"{self.path}:{line} {before!r} -> {after!r}"


def is_mutable(path: str) -> bool:
    """Whether a file is code of the program itself: no test, no configuration, no declarations."""
    name = PurePosixPath(path).name
    if is_test(path) or any(fnmatch(name, pattern) for pattern in (*CONFIGS, *NOT_BUILT)):
        return False
    return PurePosixPath(path).suffix in SUFFIXES and not name.endswith(".d.ts")


def in_order(files: Mapping[str, bytes], seed: str) -> Iterator[SemanticMutant]:
    """Every mutant of the files, shuffled, one of each operator in turn, so that none prevails."""
    draw = random.Random(seed)
    by_operator: dict[str, list[SemanticMutant]] = {name: [] for name in NAMES}
    for path in sorted(filter(is_mutable, files)):
        for change in changes(PurePosixPath(path).suffix, files[path].decode()):
            by_operator[change.operator].append(SemanticMutant(path, change))
    for group in by_operator.values():
        draw.shuffle(group)
    names = list(by_operator)
    draw.shuffle(names)
    while any(by_operator.values()):
        for name in names:
            if by_operator[name]:
                yield by_operator[name].pop()


def mutant_figures(answer: GoodAnswer, most: int, tools: Tools) -> list[MutantFigures]:
    """The first mutants of the sample that parse and build, tried."""
    own = {path: data for path, data in answer.files.items() if path not in answer.host}
    looks = (BehaviourFilter(answer.titles, enough=1),)
    figures: list[MutantFigures] = []
    for mutant in in_order(own, f"{SEED}:{answer.target.name}"):
        files = mutant.applied(answer.files)
        if len(figures) == most:
            break
        if is_broken(mutant.path, files[mutant.path].decode()):
            continue
        found = cost(answer, files, looks, tools)
        if found.is_built:
            figure = MutantFigures(
                of=answer.target.name,
                operator=mutant.change.operator,
                mutant=mutant.label(answer.files),
                noticed_by_checks=bool(found.read),
                noticed_when_run=bool(found.executed),
            )
            figures.append(figure)
    return figures
