"""Faults of good answers, tried with checks alone and with execution."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from stages.lib.base.config import Config, read_yaml, validated
from stages.lib.base.errors import AssayError, Problems
from stages.lib.checks.subject import Subject
from stages.lib.content.criteria import Criterion, load_criteria
from stages.lib.content.scenarios import all_tests
from tools.behaviours.programs import BEHAVIOURS, Target, all_targets, lay_out
from tools.behaviours.running import TriedBehaviour, run
from tools.health.reference import failing, is_broken

ENOUGH = 12
"""Failures after which a run stops: what a show-stopper costs is at least what is told."""


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
    """criteria/behaviours/faults/<Program>.yaml."""

    of: str
    faults: list[Fault]


@dataclass(frozen=True)
class FaultTrial:
    """What a fault cost. Completeness in percentage points, lost with checks alone and when run."""

    fault: Fault
    lowered_by_checks: bool
    lowered_when_run: bool
    lost_by_checks: float
    lost_when_run: float


def load_faults(program: str) -> FaultFile | None:
    path = BEHAVIOURS / "faults" / f"{program}.yaml"
    return validated(read_yaml(path), FaultFile, str(path)) if path.exists() else None


def trials(program: str, work: Path) -> Iterator[FaultTrial]:
    """Tries each fault of the program, in the file's order."""
    faults = load_faults(program)
    if faults is None:
        return
    wanted = (target for target in all_targets() if target.program == program)
    target = next((each for each in wanted if each.name == faults.of), None)
    if target is None:
        raise AssayError(f"criteria/behaviours/faults/{program}.yaml: of: no answer {faults.of}")
    criteria = criteria_of(target)
    good = dict(target.files())
    missed = failing(criteria, _subject(good))
    for fault in faults.faults:
        yield _tried(target, fault, criteria, mutated(good, fault, program), missed, work)


def criteria_of(target: Target) -> tuple[Criterion, ...]:
    problems = Problems()
    test = all_tests(problems)[target.test]
    problems.raise_if_any()
    return load_criteria(test.criteria)


def mutated(good: Mapping[str, bytes], fault: Fault, program: str) -> dict[str, bytes]:
    """The answer with the fault; AssayError if the text that it replaces is not there."""
    files = dict(good)
    for change in (fault, *fault.also):
        text = files.get(change.in_, b"").decode()
        if change.find not in text:
            raise AssayError(f"{program}: '{fault.fault}': {change.in_} has no such text")
        files[change.in_] = text.replace(change.find, change.replace, 1).encode()
    return files


def _subject(files: Mapping[str, bytes]) -> Subject:
    texts = {path: content.decode() for path, content in files.items()}
    broken = frozenset(path for path, text in texts.items() if is_broken(path, text))
    return Subject(texts, "", False, broken)


def _tried(
    target: Target,
    fault: Fault,
    criteria: tuple[Criterion, ...],
    files: Mapping[str, bytes],
    missed: set[str],
    work: Path,
) -> FaultTrial:
    """Runs the behaviours of the contradicted criterion; all of them if none fails, or if it stops
    the program.
    """
    read = failing(criteria, _subject(files)) - missed
    folder = (work / "fault" / target.test).resolve()
    lay_out(files, folder)
    titles = titles_of(criteria, fault)
    failed = set[str]()
    place = (folder, target.toolchain, target.program)
    if not fault.show_stopper:
        failed = _failed(run(*place, only=titles, enough=1, retries=1), criteria)
    if not failed:
        failed = _failed(run(*place, enough=ENOUGH), criteria)
    ran = {item.id for item in criteria if item.run}
    executed = {item.id for item in criteria if set(item.run) & failed} | (read - ran)
    return FaultTrial(
        fault, bool(read), bool(executed), _lost(criteria, read), _lost(criteria, executed)
    )


def _failed(outcome: TriedBehaviour, criteria: tuple[Criterion, ...]) -> set[str]:
    """The behaviours that failed: all of them where the program was not built."""
    if outcome.log:
        return {title for item in criteria for title in item.run}
    return set(outcome.failed)


def titles_of(criteria: tuple[Criterion, ...], fault: Fault) -> tuple[str, ...]:
    """The behaviours of the criterion that the fault contradicts; AssayError if there is none."""
    for item in criteria:
        if item.text.startswith(fault.criterion) and item.run:
            return item.run
    raise AssayError(f"'{fault.fault}': no executed criterion begins with '{fault.criterion}'")


def _lost(criteria: tuple[Criterion, ...], failed: set[str]) -> float:
    mine = [item for item in criteria if item.metric == "completeness"]
    weight = sum(item.weight for item in mine)
    return 100 * sum(item.weight for item in mine if item.id in failed) / weight


def summary(tried: list[FaultTrial]) -> str:
    """The figures of the aim in three lines."""
    stoppers = [trial for trial in tried if trial.fault.show_stopper]
    read = sum(trial.lowered_by_checks for trial in tried)
    executed = sum(trial.lowered_when_run for trial in tried)
    costly = sum(trial.lost_when_run >= 20 for trial in stoppers)
    return (
        f"{len(tried)} faults by hand: {read} lower the score of the checks alone, "
        f"{executed} lower it with execution\n"
        f"{len(stoppers)} show-stoppers: {costly} cost at least 20 points of completeness with "
        f"execution, {sum(trial.lost_by_checks >= 20 for trial in stoppers)} with checks alone"
    )
