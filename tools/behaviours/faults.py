"""Faults of good answers, tried with checks alone and with execution."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from assay.checks.subject import Subject
from assay.config.settings import Config, validated
from assay.config.yaml_files import read_yaml
from assay.content.criteria import Criterion, load_criteria
from assay.content.scenarios import all_tests
from assay.errors import AssayError, Problems
from assay.records.criteria_health import SHOW_STOPPER
from assay.sandbox.steps import Tools
from tools.behaviours.programs import BEHAVIOURS, Target, all_targets
from tools.behaviours.running import BehaviourFilter, BehaviourTrial, TriedBehaviours
from tools.reference import failing, is_broken

ENOUGH = 6
"""Failures after which a run stops, if they cost what a show-stopper must cost."""


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


@dataclass(frozen=True)
class FaultTrial:
    """What a fault cost. Completeness in percentage points, lost with checks alone and when run."""

    fault: Fault
    lowered_by_checks: bool
    lowered_when_run: bool
    lost_by_checks: float
    lost_when_run: float


def fault_files(program: str = "*") -> list[Path]:
    """The files of the program's faults, those of gold first."""
    folder = BEHAVIOURS / "faults"
    return sorted({*folder.glob(f"{program}.yaml"), *folder.glob(f"{program}.*.yaml")})


def load_faults(path: Path) -> FaultFile:
    return validated(read_yaml(path), FaultFile, str(path))


def target_of(path: Path, faults: FaultFile) -> Target:
    """The answer that the file's faults are made in. AssayError if there is none."""
    program = path.name.partition(".")[0]
    for target in all_targets():
        if target.program == program and target.name == faults.of:
            return target
    raise AssayError(f"{path}: of: no answer {faults.of}")


@dataclass(frozen=True)
class GoodAnswer:
    """An answer that passes its criteria, and what its variants lose."""

    target: Target
    criteria: tuple[Criterion, ...]
    files: Mapping[str, bytes]
    host: frozenset[str]
    """The files around the answer that are not its own."""
    missed: frozenset[str]
    """The criteria that its checks miss without any fault."""

    def read(self, files: Mapping[str, bytes]) -> set[str]:
        """The criteria that the variant fails, and the answer itself does not, by checks alone."""
        return failing(self.criteria, subject_of(files)) - self.missed

    def executed(self, read: set[str], outcome: TriedBehaviours) -> set[str]:
        """The same where the run decides, and the checks do on criteria without a run."""
        failed = _failed(outcome, self.criteria)
        ran = {item.id for item in self.criteria if item.run}
        return {item.id for item in self.criteria if set(item.run) & failed} | (read - ran)

    @property
    def titles(self) -> tuple[str, ...]:
        """Every behaviour that a criterion of the test names."""
        return tuple(sorted({title for item in self.criteria for title in item.run}))

    def tried(
        self, files: Mapping[str, bytes], chosen: BehaviourFilter, tools: Tools
    ) -> TriedBehaviours:
        return BehaviourTrial(files, self.target.toolchain, self.target.program, chosen).run(tools)

    def lost(self, failed: set[str]) -> float:
        """Completeness that the failed criteria cost, in percentage points."""
        mine = [item for item in self.criteria if item.metric == "completeness"]
        weight = sum(item.weight for item in mine)
        return 100 * sum(item.weight for item in mine if item.id in failed) / weight


def good_answer(target: Target) -> GoodAnswer:
    criteria = criteria_of(target)
    files = dict(target.files())
    missed = frozenset(failing(criteria, subject_of(files)))
    return GoodAnswer(target, criteria, files, frozenset(target.host()), missed)


def criteria_of(target: Target) -> tuple[Criterion, ...]:
    problems = Problems()
    test = all_tests(problems)[target.test]
    problems.raise_if_any()
    return load_criteria(test.criteria)


def trials(path: Path, tools: Tools) -> Iterator[FaultTrial]:
    """Tries each fault of the file, in its order."""
    faults = load_faults(path)
    answer = good_answer(target_of(path, faults))
    for fault in faults.faults:
        yield fault_trial(answer, fault, tools)


def mutated(good: Mapping[str, bytes], fault: Fault, program: str) -> dict[str, bytes]:
    """The answer with the fault; AssayError if the text that it replaces is not there."""
    files = dict(good)
    for change in (fault, *fault.also):
        text = files.get(change.in_, b"").decode()
        if change.find not in text:
            raise AssayError(f"{program}: '{fault.fault}': {change.in_} has no such text")
        files[change.in_] = text.replace(change.find, change.replace, 1).encode()
    return files


def subject_of(files: Mapping[str, bytes]) -> Subject:
    """What the checks read of an answer's files."""
    texts = {path: content.decode() for path, content in files.items()}
    broken = frozenset(path for path, text in texts.items() if is_broken(path, text))
    return Subject(texts, "", False, broken)


def fault_trial(answer: GoodAnswer, fault: Fault, tools: Tools) -> FaultTrial:
    files = mutated(answer.files, fault, answer.target.program)
    read = answer.read(files)
    executed = answer.executed(read, _outcome(answer, fault, files, tools))
    return FaultTrial(
        fault,
        lowered_by_checks=bool(read),
        lowered_when_run=bool(executed),
        lost_by_checks=answer.lost(read),
        lost_when_run=answer.lost(executed),
    )


def _outcome(
    answer: GoodAnswer, fault: Fault, files: Mapping[str, bytes], tools: Tools
) -> TriedBehaviours:
    """Try the behaviours of the contradicted criterion; all, if none of these fails.

    A show-stopper is tried until it has cost enough.
    """
    if fault.show_stopper:
        outcome = answer.tried(files, BehaviourFilter(only=answer.titles, enough=ENOUGH), tools)
        if answer.lost(answer.executed(set(), outcome)) >= SHOW_STOPPER:
            return outcome
    else:
        titles = titles_of(answer.criteria, fault)
        outcome = answer.tried(files, BehaviourFilter(only=titles, enough=1), tools)
        if outcome.log or outcome.failed:
            return outcome
    return answer.tried(files, BehaviourFilter(only=answer.titles), tools)


def _failed(outcome: TriedBehaviours, criteria: tuple[Criterion, ...]) -> set[str]:
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


def summary(tried: list[FaultTrial]) -> str:
    """The figures of the aim in three lines."""
    stoppers = [trial for trial in tried if trial.fault.show_stopper]
    read = sum(trial.lowered_by_checks for trial in tried)
    executed = sum(trial.lowered_when_run for trial in tried)
    costly = sum(trial.lost_when_run >= SHOW_STOPPER for trial in stoppers)
    read_costly = sum(trial.lost_by_checks >= SHOW_STOPPER for trial in stoppers)
    return (
        f"{len(tried)} faults by hand: {read} lower the score of the checks alone, "
        f"{executed} lower it with execution\n"
        f"{len(stoppers)} show-stoppers: {costly} cost at least 20 points of completeness with "
        f"execution, {read_costly} with checks alone"
    )
