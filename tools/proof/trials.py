"""Good answers are run as they are and broken, and lose what the stage `judge` takes from them.

Each run is kept in .assay/trials/ by its content: an interrupted proof goes on where it stopped.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from assay.config import paths
from assay.config.yaml_files import read_yaml
from assay.content.criteria import Criterion, load_criteria
from assay.content.scenarios import Test
from assay.errors import AssayError
from assay.records.criteria_health import RunTrial, TrialKind
from assay.records.execution_records import Execution, MutantRuns, OwnTests, Step
from assay.records.hashing import content_hash
from assay.records.jsonl import read_result, write_result
from assay.records.pipeline import METRICS, DeliveredFile, Extracted, Verdict
from assay.sandbox.behaviours import NOT_REACHED, all_of, load_spec
from assay.sandbox.run_answer import Task, behaving, execute, staged
from assay.sandbox.scratch import scratch_folder
from assay.sandbox.staging import host_files, with_source
from assay.sandbox.steps import MachineBusy, Tools
from assay.sandbox.toolchains import install, load_toolchain
from stages.execute.answer_tasks import task_of
from stages.judge.unasked import decided
from tools.proof.known_answers import KnownAnswer
from tools.proof.mutants import Mutant

SOURCES = paths.BEHAVIOURS / "hosts/sources.yaml"
TRIALS = Path(".assay/trials")
AS_IT_IS = Mutant("as it is")
STOPS: tuple[TrialKind, ...] = ("fault", "mutant")
"""Tried until one behaviour has failed: what they cost is at least the figure."""
PASSED = Step(status="passed")
TRIES = 5
"""A proof takes hours: so often a program is run before a machine that is too busy ends it."""


@dataclass(frozen=True)
class GoodAnswer:
    """An answer (`kind`: gold or second) to a test that is decided by running."""

    kind: str
    test: Test
    answer: KnownAnswer

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.test.id}"

    @cached_property
    def criteria(self) -> tuple[Criterion, ...]:
        return load_criteria(self.test.criteria)

    @cached_property
    def is_suite(self) -> bool:
        """Whether the answer is tests, which are tried on mutants of their source."""
        return self.task({}).mutants is not None

    @cached_property
    def chosen(self) -> list[str]:
        """Options for Playwright that leave out the behaviours that decide no criterion."""
        spec = self.task({}).spec
        named = {title for criterion in self.criteria for title in criterion.run}
        if spec is None or named.issuperset(spec.titles):
            return []
        titles = "|".join(re.escape(title) for title in spec.titles if title in named)
        return ["--grep", rf"({titles})( @\w+)*$"]

    def task(self, texts: Mapping[str, str]) -> Task:
        """How the stage executes the answer with these texts changed; an emptied file is gone."""
        files = {**self.answer.files, **texts}
        delivered = tuple(
            DeliveredFile(path=path, content=text)
            for path, text in files.items()
            if text or path not in texts
        )
        item = Extracted(model=self.kind, test=self.test.id, attempt=1, files=delivered, ignored={})
        task = task_of(item, self.test, self.test.scenario.head.answer)
        assert isinstance(task, Task), task
        return task

    def verdicts(self, texts: Mapping[str, str], execution: Execution | None) -> list[Verdict]:
        """What the stage `judge` decides without a model; without an execution by reading alone."""
        subject = self.answer.with_texts(texts)
        return [decided(item, subject, execution) for item in self.criteria]

    def points(self, best: Sequence[Verdict], verdicts: Sequence[Verdict]) -> float:
        """What is lost, in points of completeness; of a suite, of the mean of both metrics."""
        metrics = METRICS if self.is_suite else ("completeness",)
        points = 0.0
        for was, one in zip(best, verdicts, strict=True):
            if one.metric in metrics:
                of_metric = sum(each.weight for each in best if each.metric == one.metric)
                points += 100 * one.weight * max(0.0, was.earned - one.earned) / of_metric
        return round(points / len(metrics), 1)


def trials(
    good: GoodAnswer, broken: Iterable[tuple[TrialKind, Mutant]], most: int, tools: Tools
) -> list[RunTrial]:
    """The first so many, run. A semantic mutant that does not build says nothing."""
    best_read = good.verdicts({}, None)
    best_run = good.verdicts({}, perfect(good.task({})))
    found: list[RunTrial] = []
    for kind, mutant in broken:
        if len(found) == most:
            break
        texts = mutant.texts
        ran = executed(good.task(texts), kind in STOPS, tools, good.chosen)
        if kind == "mutant" and ran.builds and ran.builds.status == "failed":
            continue
        read, run = good.verdicts(texts, None), good.verdicts(texts, ran)
        lower = lost(best_run, run)
        trial = RunTrial(
            of=good.name,
            kind=kind,
            what=mutant.label,
            lowered_by_checks=bool(lost(best_read, read)),
            lowered_when_run=bool(lower),
            lost_by_checks=good.points(best_read, read),
            lost_when_run=good.points(best_run, run),
            seen="; ".join(one.explanation for one in lower if mutant is AS_IT_IS),
        )
        found.append(trial)
    return found


def lost(best: Sequence[Verdict], verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts that earn less than the best ones do."""
    pairs = zip(best, verdicts, strict=True)
    return [one for was, one in pairs if one.earned < was.earned]


def source_toolchain(test: Test) -> str:
    """What runs the source of the test's program; '' if nothing does.

    hosts/sources.yaml says so. A program with test cases that answers are laid over needs no more
    than the answers do.
    """
    program, head = test.program, test.scenario.head
    listed = read_yaml(SOURCES) if SOURCES.exists() else {}
    spec = load_spec(program)
    same = head.toolchains(test.dataset) if head.over_source and spec and spec.has_cases else ()
    return str(listed.get(program, "".join(same)))


def source_trial(program: str, toolchain: str, tools: Tools) -> RunTrial:
    """The legacy source: it must pass all behaviours but its defects, and fail these."""
    spec = load_spec(program)
    files = {**with_source(program), **host_files(program, "source")}
    item = Extracted(model="source", test=program, attempt=1, files=(), ignored={})
    ran = executed(Task(item, program, load_toolchain(toolchain), spec, files), False, tools)
    wrong = [
        f"'{each.title}' {each.outcome}: {each.message or 'it is called a defect'}"
        for each in ran.behaviours
        if each.outcome != ("failed" if each.defect else "passed")
    ]
    return RunTrial(
        of=f"source/{program}",
        kind="source",
        what=AS_IT_IS.label,
        lowered_by_checks=False,
        lowered_when_run=bool(wrong),
        seen="; ".join(wrong),
    )


def executed(task: Task, stops: bool, tools: Tools, chosen: Sequence[str] = ()) -> Execution:
    """What came of the task: of a suite all, of a program its build and its behaviours.

    `stops`: after the first behaviour that fails twice. Then what is flaky, not reached or not
    tried counts as passed. `chosen`: options for Playwright that leave some behaviours out.
    """
    options = ["--max-failures", str(int(stops)), "--retries", "1", *chosen]
    key = content_hash([task.key(load_toolchain("browser").key, tools.config), options])
    path = TRIALS / f"{key}.json"
    if not path.exists():
        installed = install(task.toolchain, lambda: tools.node)
        if task.spec:
            made = _behaves(task, options, tools, installed)
        else:
            made = execute(task, tools, installed, "").execution
        if made.status == "not run":
            raise AssayError(f"{task.delivered.test}: {made.reason}")
        write_result(path, made)
    ran = read_result(path, Execution)
    if not stops:
        return ran
    behaviours = tuple(
        each
        if each.outcome == "failed" and each.message != NOT_REACHED
        else each.model_copy(update={"outcome": "passed", "tries": ()})
        for each in ran.behaviours
    )
    return ran.model_copy(update={"behaviours": behaviours})


def _behaves(task: Task, options: list[str], tools: Tools, installed: Path) -> Execution:
    """The program is built and looked at. AssayError if it could not be."""
    for left in reversed(range(TRIES)):
        try:
            with scratch_folder() as scratch:
                steps = staged(task, tools, installed, scratch)
                builds, ran = behaving(task, steps, scratch, options)
            break
        except MachineBusy:
            if not left:
                raise
    for each in ran.behaviours:
        if each.outcome == "not run" and each.message != NOT_REACHED:
            raise AssayError(f"'{each.title}' could not be run: {each.message}")
    return perfect(task).model_copy(update={"builds": builds, "behaviours": ran.behaviours})


def perfect(task: Task) -> Execution:
    """An execution in which nothing is wrong: what is not tried counts as passed."""
    return Execution(
        **task.delivered.name,
        status="executed",
        types=PASSED,
        builds=PASSED,
        own_tests=OwnTests(status="passed", passed=1, failed=0),
        mutants=MutantRuns(status="passed", noticed=1, tried=1),
        behaviours=all_of(task.spec, "passed", "") if task.spec else (),
    )
