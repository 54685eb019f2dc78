"""One answer: from its files to the result of running it."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from assay.records.executions import Behaviour, Execution, OwnTests, Step
from assay.records.hashing import content_hash
from assay.records.pipeline import Extracted
from assay.sandbox.behaviours import Spec, SpecResult, all_of
from assay.sandbox.execution_config import ExecutionBounds
from assay.sandbox.staging import MissingPackages, is_test, missing_packages, stage_files
from assay.sandbox.steps import ExecutionSteps, Tools, Workplace
from assay.sandbox.store import StoredExecution
from assay.sandbox.toolchains import Toolchain

RUNNER = "3"
"""The version of this code. A change that could change a result raises it, and all is run again."""


@dataclass(frozen=True)
class Task:
    """An answer to execute, with all that its result depends on except the machine.

    `spec`: the behaviours, if a criterion of the test names one. `is_tests`: the answer is tests
    for a program that it does not hold, so there is nothing to build.
    """

    delivered: Extracted
    program: str
    toolchain: Toolchain
    spec: Spec | None
    files: Mapping[str, bytes]
    is_tests: bool = False

    def key(self, runner: str, bounds: ExecutionBounds) -> str:
        """The hash of files, behaviours, toolchain, runner and bounds."""
        files = {path: content.hex() for path, content in sorted(self.files.items())}
        spec = self.spec.text if self.spec else ""
        of_answer = [spec, files, self.is_tests]
        parts = [RUNNER, runner, self.toolchain.key, bounds.model_dump(), of_answer]
        return content_hash(parts)


def chosen(toolchains: tuple[Toolchain, ...], files: Mapping[str, bytes]) -> Toolchain:
    """The first toolchain that selects one of the files; else the first."""
    for toolchain in toolchains:
        if any(fnmatch(path, glob) for path in files for glob in toolchain.config.selects):
            return toolchain
    return toolchains[0]


def execute(task: Task, tools: Tools, installed: Path, key: str) -> StoredExecution:
    """Run the answer's steps. A program that does not build fails its behaviours."""
    missing = missing_packages(task.files, task.toolchain)
    with tempfile.TemporaryDirectory(prefix="assay-") as scratch:
        folder = Path(scratch) / "answer"
        folder.mkdir()
        stage_files(folder, task.files, task.toolchain)
        steps = ExecutionSteps(tools, Workplace(folder, task.files, task.toolchain, installed))
        builds, ran = _program(task, steps, missing, Path(scratch))
        execution = Execution(
            model=task.delivered.model,
            test=task.delivered.test,
            attempt=task.delivered.attempt,
            status="not run" if missing.program else "executed",
            reason=_lacks(missing.program) if missing.program else "",
            key=key,
            toolchain=task.toolchain.name,
            program=task.program,
            missing=(*missing.program, *missing.tests),
            types=_types(task, steps, missing),
            builds=builds,
            own_tests=_own_tests(task, steps, missing),
            behaviours=ran.behaviours,
        )
    return StoredExecution(execution, ran.pictures, _times(steps, tools))


def _lacks(packages: tuple[str, ...]) -> str:
    return f"the toolchain lacks {', '.join(packages)}"


def _program(
    task: Task, steps: ExecutionSteps, missing: MissingPackages, scratch: Path
) -> tuple[Step, SpecResult]:
    if missing.program:
        reason = _lacks(missing.program)
        behaviours = all_of(task.spec, "not run", reason) if task.spec else ()
        return Step(status="not run", reason=reason), SpecResult(behaviours, {})
    if reason := _no_application(task):
        return Step(status="not run", reason=reason), SpecResult((), {})
    builds, site = steps.build(scratch)
    if task.spec is None:
        return builds, SpecResult((), {})
    if builds.status == "failed":
        reason = f"the program does not build: {builds.reason}"
        return builds, SpecResult(all_of(task.spec, "failed", reason), {})
    if task.toolchain.config.serve:
        return builds, steps.behaviours_of_server(task.spec)
    if site is None:
        return builds, SpecResult(all_of(task.spec, "not run", "the toolchain serves nothing"), {})
    return builds, steps.behaviours_of_site(task.spec, site)


def _no_application(task: Task) -> str:
    """Why there is nothing to build; '' if there is something."""
    if task.is_tests:
        return "the answer is tests for a program that it does not hold"
    is_page = task.toolchain.config.kind == "node" and task.spec is None
    if is_page and not {"package.json", "index.html"} & task.files.keys():
        return "the answer is no application by itself"
    return ""


def _types(task: Task, steps: ExecutionSteps, missing: MissingPackages) -> Step | None:
    lacking = (*missing.program, *missing.tests)
    if task.toolchain.config.types and not any("tsconfig" in path for path in task.files):
        return Step(status="not run", reason="there is no tsconfig.json")
    if task.is_tests:
        return Step(status="not run", reason="the answer is tests alone")
    return Step(status="not run", reason=_lacks(lacking)) if lacking else steps.types()


def _own_tests(task: Task, steps: ExecutionSteps, missing: MissingPackages) -> OwnTests | None:
    lacking = (*missing.program, *missing.tests)
    if not any(is_test(file.path) for file in task.delivered.files):
        return OwnTests(status="not run", reason="the answer has no tests")
    return OwnTests(status="not run", reason=_lacks(lacking)) if lacking else steps.own_tests()


def _times(steps: ExecutionSteps, tools: Tools) -> dict[str, object]:
    """How long each step took, and on what machine: what may differ between two runs."""
    return {
        "seconds": steps.seconds,
        "sandbox": tools.sandbox.name,
        "node": tools.node.version,
        "browser": str(tools.browser.path),
    }


def is_certain(execution: Execution) -> bool:
    """Whether another run would give the same result; only then it is stored."""
    behaviours: tuple[Behaviour, ...] = execution.behaviours
    return execution.status == "not run" or all(item.outcome != "not run" for item in behaviours)
