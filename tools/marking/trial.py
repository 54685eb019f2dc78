"""Build a delivered application again, so that a rater can try it.

Execution keeps no built files. They are made in the sandbox, as execution made them, and kept
below .assay/marking/built/ until the desk starts again.
"""

import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Literal

from assay.config import paths
from assay.content.scenarios import known_tests
from assay.errors import AssayError
from assay.records.execution_records import Execution
from assay.records.pipeline import Extracted
from assay.sandbox.execution_config import load_execution
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.run_answer import Task
from assay.sandbox.staging import stage_files
from assay.sandbox.steps import ExecutionSteps, Workplace
from assay.sandbox.toolchains import install, load_toolchain
from stages.execute.answer_tasks import task_of
from tools.marking.drafts import FOLDER

BUILT = FOLDER / "built"
_one_at_a_time = threading.Lock()

TrialKind = Literal["none", "page", "unbuilt", "server"]
"""`page`: it was built into one. `unbuilt`: its build failed. `server`: it answers HTTP requests,
so there is no page. `none`: it was not executed, or is no program by itself."""


def trial_kind(execution: Execution | None) -> TrialKind:
    """Whether the answer can be tried, by what its execution and its toolchain say."""
    if execution is None or execution.builds is None or execution.builds.status == "not run":
        return "none"
    if not (paths.TOOLCHAINS / execution.toolchain / "toolchain.yaml").is_file():
        return "none"
    config = load_toolchain(execution.toolchain).config
    if config.static:
        return "page" if execution.builds.status == "passed" else "unbuilt"
    return "server" if config.serve else "none"


def forget_built() -> None:
    """Remove what another start of the desk has built."""
    shutil.rmtree(BUILT, ignore_errors=True)


def built_site(extracted: Extracted, execution: Execution) -> Path:
    """The folder of the built application. AssayError if it cannot be built here."""
    folder = BUILT / execution.key
    with _one_at_a_time:
        if not (folder / "index.html").is_file():
            _build(_same_task(extracted, execution), folder)
    return folder.resolve()


def _same_task(extracted: Extracted, execution: Execution) -> Task:
    """The task as it was executed. AssayError if anything that it depends on has changed."""
    test = known_tests()[extracted.test]
    task = task_of(extracted, test, test.scenario.head.answer)
    runner = load_toolchain("browser").key
    if isinstance(task, Task) and task.key(runner, load_execution()) == execution.key:
        return task
    raise AssayError(
        "this application cannot be built as it was executed: the toolchain, the behaviours or the "
        "bounds have changed since. `make bench` executes it again"
    )


def _build(task: Task, folder: Path) -> None:
    """Build in the sandbox. The folder is made whole or not at all."""
    tools = open_tools(load_execution())
    installed = install(task.toolchain, lambda: tools.node)
    BUILT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILT, prefix=".new.") as scratch:
        answer = Path(scratch) / "answer"
        answer.mkdir()
        stage_files(answer, task.files, task.toolchain)
        steps = ExecutionSteps(tools, Workplace(answer, task.files, task.toolchain, installed))
        step, site = steps.build(Path(scratch))
        if site is None:
            raise AssayError(f"the application did not build this time: {step.reason}")
        shutil.rmtree(folder, ignore_errors=True)
        os.replace(site, folder)
