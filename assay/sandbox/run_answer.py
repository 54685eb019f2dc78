"""One answer: from its files to the result of running it."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from assay.errors import AssayError
from assay.records.execution_records import NO_TESTS, Execution, MutantRuns, OwnTests, Step
from assay.records.hashing import content_hash
from assay.records.pipeline import Extracted
from assay.sandbox.behaviours import Spec, SpecResult, all_of
from assay.sandbox.case_runs import case_results
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.mutant_runs import mutant_runs
from assay.sandbox.readers import read
from assay.sandbox.registry import CannotFetch, NotInRegistry, with_declared
from assay.sandbox.scratch import scratch_folder
from assay.sandbox.source_mutants import MutantSet
from assay.sandbox.staging import is_test, stage_files
from assay.sandbox.steps import ExecutionSteps, MachineBusy, Tools, Workplace
from assay.sandbox.store import StoredExecution, machine_id
from assay.sandbox.toolchains import Toolchain
from assay.workers import WorkerFault

FETCHES = 5
"""So often are packages fetched for an answer: a build names only the first that it lacks."""
RUNNER = "5"
"""The version of this code. A change that could change a result raises it, and all is run again."""


@dataclass(frozen=True)
class Task:
    """An answer to execute, with all that its result depends on except the machine.

    `spec`: the behaviours, if a criterion of the test names one. `is_tests`: the answer is tests
    for a program that it does not hold, so there is nothing to build. `is_closed`: the prompt
    allows no packages but those that it names. `mutants`: those of the program that the answer's
    tests are for, if a criterion of the test names them. `added`: what `files` has beside what was
    delivered, a line for each.
    """

    delivered: Extracted
    program: str
    toolchain: Toolchain
    spec: Spec | None
    files: Mapping[str, bytes]
    is_tests: bool = False
    is_closed: bool = False
    mutants: MutantSet | None = None
    added: tuple[str, ...] = ()

    def key(self, runner: str, config: ExecutionConfig) -> str:
        """The hash of files, behaviours, mutants, toolchain, runner and bounds."""
        files = {path: content.hex() for path, content in sorted(self.files.items())}
        spec = self.spec.text if self.spec else ""
        of_answer = [spec, files, self.is_tests, self.is_closed]
        parts = [RUNNER, runner, self.toolchain.key, config.bounds.model_dump(), of_answer]
        if config.packages == "registry":
            parts.append(config.packages)
        if self.mutants:
            changes = [self.mutants.mutated(each).hex() for each in self.mutants.mutants]
            parts += [changes, config.mutant_seconds.model_dump()]
        return content_hash(parts)


def execute(task: Task, tools: Tools, installed: Path, key: str) -> StoredExecution:
    """Run the answer's steps. A program that does not build fails its behaviours.

    What cannot be read of an answer is its failure. What the machine or Assay is to blame for is
    nobody's: it is *not run*, and uncertain. Other answers go on in either case. If packages may be
    fetched, it is run again with those that it lacked and declares.
    """
    try:
        done = _executed(task, tools, installed, key)
        for _ in range(FETCHES if tools.config.packages == "registry" else 0):
            fetched = _with_declared(task, done.execution.missing, tools)
            if fetched is None:
                break
            task, folder = fetched
            done = _executed(task, tools, folder, key)
        return done
    except WorkerFault as fault:
        print(
            f"execute: what {task.delivered.test} left could not be read: {fault}", file=sys.stderr
        )
        return _without_result(task, key, f"what it left could not be read ({fault.kind})")
    except (MachineBusy, CannotFetch) as fault:
        return _without_result(task, key, str(fault), uncertain=True)
    except AssayError:
        raise
    except Exception as error:
        reason = f"a fault of Assay: {type(error).__name__}: {error}"
        return _without_result(task, key, reason, uncertain=True)


def _with_declared(task: Task, missing: Sequence[str], tools: Tools) -> tuple[Task, Path] | None:
    """The task with what it lacked of what it declares, and where that is; None if it does not.

    A package that does not exist is the answer's fault. CannotFetch if the registry does not tell.
    """
    try:
        fetched = with_declared(task.toolchain, missing, task.files, tools.node)
    except NotInRegistry as error:
        if task.is_closed:
            return None
        gone = replace(task, is_closed=True, added=(*task.added, str(error)))
        return gone, task.toolchain.installed
    if fetched is None:
        return None
    more = replace(task, toolchain=fetched.toolchain, added=(*task.added, *fetched.lines))
    return more, fetched.installed


def _executed(task: Task, tools: Tools, installed: Path, key: str) -> StoredExecution:
    with scratch_folder() as scratch:
        steps = staged(task, tools, installed, scratch)
        builds, ran = behaving(task, steps, scratch)
        changes: dict[str, object] = {"builds": builds, "behaviours": ran.behaviours}
        if steps.missing:
            reason = f"the toolchain lacks {', '.join(sorted(steps.missing))}"
            changes |= {"status": "not run", "reason": reason}
        else:
            own = _own_tests(task, steps)
            changes |= {"types": _types(task, steps), "own_tests": own}
            changes["mutants"] = _mutants(task, steps, own, tools.config)
        changes["missing"] = tuple(sorted(steps.missing))
        execution = _execution(task, key).model_copy(update=changes)
    times = {  # what may differ between two runs
        "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        "seconds": steps.seconds,
        "node": tools.node.version,
        "browser": str(tools.browser.path),
    }
    return StoredExecution(execution, ran.pictures, times, machine_id())


def _execution(task: Task, key: str) -> Execution:
    return Execution(
        **task.delivered.name,
        status="executed",
        key=key,
        toolchain=task.toolchain.name,
        program=task.program,
        added=task.added,
    )


def _without_result(
    task: Task, key: str, reason: str, *, uncertain: bool = False
) -> StoredExecution:
    """An execution that failed as a whole; if it is uncertain, one that was not run."""
    failed: Literal["failed", "not run"] = "not run" if uncertain else "failed"
    execution = _execution(task, key).model_copy(
        update={
            "status": "not run" if uncertain else "executed",
            "reason": reason if uncertain else "",
            "builds": Step(status=failed, reason=reason),
            "behaviours": all_of(task.spec, failed, reason) if task.spec else (),
            "uncertain": uncertain,
        }
    )
    return StoredExecution(execution, {}, {}, machine_id())


def staged(task: Task, tools: Tools, installed: Path, scratch: Path) -> ExecutionSteps:
    """The task's files in a folder below `scratch`, to be run there."""
    folder = scratch / "answer"
    folder.mkdir()
    read(stage_files, folder, task.files, task.toolchain)
    place = Workplace(folder, task.files, task.toolchain, installed, task.is_closed)
    return ExecutionSteps(tools, place)


def behaving(
    task: Task, steps: ExecutionSteps, scratch: Path, options: Sequence[str] = ()
) -> tuple[Step, SpecResult]:
    """The build of a program, and its behaviours. `options`: for those in a browser."""
    spec = task.spec
    if reason := _no_application(task):
        return Step(status="not run", reason=reason), SpecResult((), {})
    builds, site = steps.build(scratch)
    if spec is None:
        return builds, SpecResult((), {})
    if builds.status != "passed":
        reason = f"the program does not build: {builds.reason}"
        return builds, SpecResult(all_of(spec, builds.status, reason), {})
    ran = [_looked_at(part, task, steps, site, options) for part in spec.parts]
    behaviours = tuple(item for part in ran for item in part.behaviours)
    return builds, SpecResult(behaviours, ran[0].pictures)


def _looked_at(
    spec: Spec, task: Task, steps: ExecutionSteps, site: Path | None, options: Sequence[str]
) -> SpecResult:
    """The behaviours of a program that was built. Only those in a browser have pictures."""
    if spec.cases:
        return case_results(steps, task.files, spec)
    if task.toolchain.config.serve:
        return steps.behaviours_of_server(spec, options)
    if site is None:
        return SpecResult(all_of(spec, "not run", "the toolchain serves nothing"), {})
    return steps.behaviours(spec, {"/site": site}, options)


def _no_application(task: Task) -> str:
    if task.is_tests:
        return "the answer is tests for a program that it does not hold"
    is_page = task.toolchain.config.kind == "node" and task.spec is None
    if is_page and not {"package.json", "index.html"} & task.files.keys():
        return "the answer is no application by itself"
    return ""


def _types(task: Task, steps: ExecutionSteps) -> Step | None:
    if reason := _no_application(task):
        return Step(status="not run", reason=reason)
    config = task.toolchain.config
    is_typed = config.kind != "node" or any("tsconfig" in path for path in task.files)
    if config.types and not is_typed:
        return Step(status="failed", reason="there is no tsconfig.json")
    return steps.types()


def _own_tests(task: Task, steps: ExecutionSteps) -> OwnTests | None:
    if not task.is_tests and not any(is_test(file.path) for file in task.delivered.files):
        return OwnTests(status="not run", reason=NO_TESTS)
    return steps.own_tests()


def _mutants(
    task: Task, steps: ExecutionSteps, own: OwnTests | None, config: ExecutionConfig
) -> MutantRuns | None:
    if task.mutants is None or own is None:
        return None
    if own.status == "not run" or not own.passed:
        status = "not run" if own.status == "not run" else "failed"
        return MutantRuns(status=status, reason=own.reason)
    return mutant_runs(steps, task.mutants, config.mutant_seconds)


def is_certain(execution: Execution) -> bool:
    """Whether another run would give the same result; only then it is stored."""
    if execution.status == "not run":
        return not execution.uncertain
    return all(item.outcome != "not run" for item in execution.behaviours)
