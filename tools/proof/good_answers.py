"""The programs that behaviours are written for: their sources, and good answers to their tests.

A good answer is gold or a second answer.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from assay.checks.runs import CHECK, STEPS, run_decision
from assay.checks.subject import Subject
from assay.config.yaml_files import read_yaml
from assay.content.criteria import Criterion, load_criteria
from assay.content.scenarios import known_tests
from assay.records.execution_records import Behaviour, Execution, Step
from assay.records.pipeline import Prompt
from assay.sandbox.staging import host_files, with_source
from stages.render import render
from tools.proof.known_answers import KnownAnswer, broken, failing, gold, second
from tools.proof.sandbox_trials import TriedBehaviours

BEHAVIOURS = Path("criteria/behaviours")

Kind = Literal["source", "gold", "second"]
ANSWERS: dict[Kind, Callable[[Prompt], KnownAnswer | None]] = {"gold": gold, "second": second}


@dataclass(frozen=True)
class Target:
    """Something that the behaviours are tried on. `test` is the data set's name for the source."""

    program: str
    kind: Kind
    test: str
    toolchain: str

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.test}"

    def files(self) -> dict[str, bytes]:
        """The delivered files, with those of the program's host over them."""
        if self.kind == "source":
            return {**with_source(self.program), **self.host()}
        answer = ANSWERS[self.kind](render(known_tests()[self.test]))
        assert answer is not None
        texts = {path: text.encode() for path, text in answer.files.items()}
        return {**texts, **self.host()}

    def host(self) -> dict[str, bytes]:
        """The files of the program's host, for the source or for an answer."""
        return host_files(self.program, "source" if self.kind == "source" else "answer")


def all_targets() -> Iterator[Target]:
    """Program by program: the source, then each test's gold and second answer if there is one."""
    sources: dict[str, str] = read_yaml(BEHAVIOURS / "hosts/sources.yaml")
    tests = known_tests().values()
    for spec in sorted(BEHAVIOURS.glob("*.spec.ts")):
        program = spec.name.removesuffix(".spec.ts")
        if program in sources:
            yield Target(program, "source", program, sources[program])
        for test in tests:
            if test.program != program or test.scenario.head.over_source:
                continue
            for toolchain in test.scenario.head.toolchains(test.dataset)[:1]:
                prompt = render(test)
                for kind in (kind for kind in ANSWERS if ANSWERS[kind](prompt) is not None):
                    yield Target(program, kind, test.id, toolchain)


@dataclass(frozen=True)
class GoodAnswer:
    """An answer that passes its criteria, and what its variants lose.

    `host`: the files around the answer that are not its own. `missed`: the criteria that its checks
    miss although nothing is wrong.
    """

    target: Target
    criteria: tuple[Criterion, ...]
    files: Mapping[str, bytes]
    host: frozenset[str]
    missed: frozenset[str]

    def read(self, files: Mapping[str, bytes]) -> set[str]:
        """The criteria that the variant fails, and the answer itself does not, by checks alone."""
        return failing(self.criteria, subject_of(files)) - self.missed

    def executed(self, read: set[str], outcome: TriedBehaviours) -> dict[str, float]:
        """The share that the variant loses of each criterion, where runs decide.

        `read`: the criteria that it fails by checks, which decide those without a run.
        """
        seen = self._execution(outcome)
        lost: dict[str, float] = {}
        for item in self.criteria:
            decision = run_decision(item.run, item.tags, seen)
            share = 1.0 if decision is None or decision.share is None else decision.share
            if item.id in read and (decision is None or CHECK in item.run):
                share = 0.0
            if share < 1:
                lost[item.id] = 1 - share
        return lost

    def _execution(self, outcome: TriedBehaviours) -> Execution:
        """The outcome as the stage would record it."""
        failed = set(self.titles if outcome.log else outcome.failed)
        behaviours = tuple(
            Behaviour(title=title, outcome="failed" if title in failed else "passed")
            for title in self.titles
        )
        return Execution(
            model="variant",
            test=self.target.test,
            attempt=1,
            status="executed",
            builds=Step(status="failed" if outcome.log else "passed"),
            behaviours=behaviours,
        )

    @property
    def titles(self) -> tuple[str, ...]:
        """Every behaviour that a criterion of the test names."""
        names = {name for item in self.criteria for name in item.run}
        return tuple(sorted(names - {*STEPS, CHECK}))

    def lost(self, shares: Mapping[str, float]) -> float:
        """Completeness that the lost shares of criteria cost, in percentage points."""
        mine = [item for item in self.criteria if item.metric == "completeness"]
        weight = sum(item.weight for item in mine)
        return 100 * sum(item.weight * shares.get(item.id, 0.0) for item in mine) / weight


def good_answer(target: Target) -> GoodAnswer:
    """The answer, read once without a fault."""
    criteria = load_criteria(known_tests()[target.test].criteria)
    files = target.files()
    missed = frozenset(failing(criteria, subject_of(files)))
    return GoodAnswer(target, criteria, files, frozenset(target.host()), missed)


def subject_of(files: Mapping[str, bytes]) -> Subject:
    """What the checks read of an answer's files."""
    texts = {path: content.decode() for path, content in files.items()}
    return Subject(texts, "", False, broken(texts))
