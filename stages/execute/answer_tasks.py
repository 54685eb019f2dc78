"""What is to be executed of each answer, or why nothing is."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.checks.runs import CHECK, MUTANTS, STEPS
from assay.config import paths
from assay.content.criteria import load_criteria
from assay.content.scenarios import Test, all_tests
from assay.errors import Problems
from assay.records.execution_records import NO_FILES
from assay.records.jsonl import read_records
from assay.records.pipeline import Extracted, Prompt
from assay.sandbox.behaviours import load_spec
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.foundations import completed
from assay.sandbox.run_answer import Task
from assay.sandbox.source_mutants import load_mutants
from assay.sandbox.staging import layer_of, staged_files, with_source
from assay.sandbox.toolchains import load_toolchain


class Work(NamedTuple):
    """An answer, and its task with its key; or the reason why it is not run."""

    item: Extracted
    task: Task | None
    key: str
    reason: str


def works_of(items: Sequence[Extracted], config: ExecutionConfig) -> list[Work]:
    """The work for each answer. One AssayError lists all errors in specs and toolchains."""
    problems = Problems()
    prompts = {prompt.test: prompt for prompt in read_records(paths.PROMPTS, Prompt)}
    tests = all_tests(problems)
    runner = load_toolchain("browser").key
    works = list[Work]()
    for item in items:
        with problems.collecting():
            task = task_of(item, tests[item.test], prompts[item.test].answer)
            if isinstance(task, Task):
                works.append(Work(item, task, task.key(runner, config), ""))
            else:
                works.append(Work(item, None, "", task))
    problems.raise_if_any()
    return works


def task_of(item: Extracted, test: Test, answer: str) -> Task | str:
    """The task of an answer, or the reason why there is none."""
    names = test.scenario.head.toolchains(test.dataset)
    over_source = test.scenario.head.over_source
    if answer == "document" or not names:
        return "the test names no toolchain"
    if not item.files:
        return NO_FILES
    toolchain = load_toolchain(names[0])
    source = with_source(test.dataset) if over_source and test.dataset else {}
    staged = staged_files(item.files, test.program, source)
    layer = {} if over_source else layer_of(toolchain)
    files, added = completed(staged, layer, test.scenario.template)
    run = _run_names(test)
    spec = load_spec(test.program) if run - {*STEPS, CHECK} else None
    return Task(
        item,
        test.program,
        toolchain,
        spec,
        files,
        is_tests=over_source and spec is None,
        is_closed=test.scenario.head.closed_packages,
        added=added,
        mutants=load_mutants(test.program, source) if MUTANTS in run else None,
    )


def _run_names(test: Test) -> set[str]:
    return {name for criterion in load_criteria(test.criteria) for name in criterion.run}
