"""execute: build and run the answers in a sandbox, if params.yaml says so."""

import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

from assay.answers.tree import write_tree
from assay.checks.runs import STEPS
from assay.config import paths
from assay.config.settings import Config, ModelNames
from assay.config.stage import Summary, stage
from assay.content.criteria import load_criteria
from assay.content.scenarios import Test, all_tests
from assay.errors import Problems
from assay.progress import progress
from assay.records.executions import Execution
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Extracted, Prompt
from assay.sandbox.behaviours import load_spec
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.run_answer import Task, chosen, execute, is_certain
from assay.sandbox.staging import staged_files, with_source
from assay.sandbox.steps import Tools
from assay.sandbox.store import StoredExecution, keep, publish, published, stored
from assay.sandbox.toolchains import install, load_toolchain
from assay.unchanged import PathOf, Unchanged

OFF = "execution is off in params.yaml"
WARNING = (
    b"# Pictures of failed behaviours\n\n"
    b"`<test>/<attempt>/<number of the behaviour>.png`: what a program that a model wrote looked "
    b"like when it failed.\n"
)
SHOWN = 10


class ExecuteConfig(Config):
    models: ModelNames
    execution: ExecutionConfig
    mode: Literal["off", "sandbox"]


class Work(NamedTuple):
    """An answer, and its task with its key; or the reason why it is not run."""

    item: Extracted
    task: Task | None
    key: str
    reason: str


@stage("execute", ExecuteConfig)
def main(config: ExecuteConfig) -> Summary:
    shared_by_all = (paths.PROMPTS, paths.CRITERIA, paths.DATASETS, paths.SCENARIOS)
    unchanged = Unchanged(
        "execute",
        [*map(_always, (*shared_by_all, paths.TOOLCHAINS)), paths.extracted],
        [paths.executions, paths.screenshots, paths.executed],
    )
    stale = [model for model in config.models if not unchanged.has(model)]
    notes = unchanged.prune()
    is_off = config.mode == "off"
    summary = execute_nothing(stale) if is_off else execute_answers(config, stale)
    for model in stale:
        unchanged.note(model, complete=is_off or _is_complete(model))
    return replace(summary, notes=[*notes, *summary.notes])


def _always(path: Path) -> PathOf:
    """The same path for every model."""
    return lambda _: path


def _is_complete(model: str) -> bool:
    """Whether no execution of the model was prevented by the machine."""
    return all(map(is_certain, read_records(paths.executions(model), Execution)))


def execute_nothing(models: Sequence[str]) -> Summary:
    """Write that nothing was run. What was shared stays shared."""
    for model in models:
        publish(model, published(model))
        items = read_records(paths.extracted(model), Extracted)
        _write(model, [_not_run(item, OFF) for item in items])
    return Summary(items=0)


def execute_answers(config: ExecuteConfig, models: Sequence[str]) -> Summary:
    """Write the models' executions. Those with a known key are taken from the store, or shared.

    Answers with the same key, of whatever model, are executed once.
    """
    before = {model: published(model) for model in models}
    items = [item for model in models for item in read_records(paths.extracted(model), Extracted)]
    works = _works(items, config.execution)
    known = _known(works, before.values())
    fresh = [work for work in works if work.task and work.key not in known]
    made = _executed(_unique(fresh), config.execution) if fresh else {}
    results = [_result(work, known | made) for work in works]
    by_model = {model: _of_model(results, model) for model in models}
    for model, of_model in by_model.items():
        publish(model, _certain(before[model] | _by_key(of_model)))
        _write(model, of_model)
    return _summary(results, new=len(made), reused=len(works) - len(fresh))


def _works(items: Sequence[Extracted], config: ExecutionConfig) -> list[Work]:
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
                works.append(Work(item, task, task.key(runner, config.bounds), ""))
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
        return "no file was delivered"
    toolchains = tuple(load_toolchain(name) for name in names)
    source = with_source(test.dataset) if over_source and test.dataset else {}
    toolchain = chosen(toolchains, {file.path: b"" for file in item.files})
    files = staged_files(item.files, toolchain, test.program, source)
    spec = load_spec(test.program) if _names_behaviours(test) else None
    return Task(item, test.program, toolchain, spec, files, is_tests=over_source and spec is None)


def _names_behaviours(test: Test) -> bool:
    """Whether a criterion of the test is decided by a behaviour, not only by steps."""
    return any(
        name not in STEPS for criterion in load_criteria(test.criteria) for name in criterion.run
    )


def _unique(works: Sequence[Work]) -> list[Work]:
    """The tasks, each once: the same files are executed once."""
    return list({work.key: work for work in works}.values())


def _known(
    works: Sequence[Work], published: Iterable[Mapping[str, StoredExecution]]
) -> dict[str, StoredExecution]:
    """The certain executions of these tasks, by key: of the store, else of what was shared."""
    known: dict[str, StoredExecution] = {}
    for of_model in published:
        known |= of_model
    for key in {work.key for work in works if work.task}:
        if own := stored(key):
            known[key] = own
    return _certain(known)


def _executed(works: Sequence[Work], config: ExecutionConfig) -> dict[str, StoredExecution]:
    """Execute in parallel, as many as there are cores. An interrupt kills everything.

    A busy machine fails good programs. So an answer of which anything failed beside others is run
    again at the end, with nothing beside it, and that decides.
    """
    tools = open_tools(config)
    names = sorted({work.task.toolchain.name for work in works if work.task})
    installed = {name: install(load_toolchain(name), lambda: tools.node) for name in names}
    jobs = min(config.jobs or os.cpu_count() or 1, len(works))
    place = Machine(tools, installed)
    done = _pooled("execute", works, place, jobs)
    if jobs > 1:
        again = [work for work in works if _has_failed(done[work.key].execution)]
        done |= _pooled("execute: failures again, alone", again, place, 1)
    return done


class Machine(NamedTuple):
    """What executes: the sandbox with its programs, and the installed toolchains by name."""

    tools: Tools
    installed: Mapping[str, Path]


def _pooled(
    label: str, works: Sequence[Work], machine: Machine, jobs: int
) -> dict[str, StoredExecution]:
    """Execute so many at once. What is certain is stored, whatever happens to the others."""
    done: dict[str, StoredExecution] = {}
    with progress(label, len(works)) as tick, ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(_one, work, machine, jobs): work.key for work in works}
        try:
            for future, key in futures.items():
                done[key] = future.result()
                tick()
        except BaseException:
            machine.tools.sandbox.stopping.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return done


def _has_failed(execution: Execution) -> bool:
    """Whether anything failed, for certain or only once."""
    steps = (execution.builds, execution.types, execution.own_tests)
    failed = any(step is not None and step.status == "failed" for step in steps)
    return failed or any(item.outcome in ("failed", "flaky") for item in execution.behaviours)


def _of_model(results: Sequence[StoredExecution], model: str) -> list[StoredExecution]:
    return [result for result in results if result.execution.model == model]


def _by_key(results: Sequence[StoredExecution]) -> dict[str, StoredExecution]:
    """Those that were run, by the key of their task."""
    return {result.execution.key: result for result in results if result.execution.key}


def _certain(items: Mapping[str, StoredExecution]) -> dict[str, StoredExecution]:
    return {key: item for key, item in items.items() if is_certain(item.execution)}


def _one(work: Work, machine: Machine, jobs: int) -> StoredExecution:
    """Execute one answer, and store the result if it is certain."""
    assert work.task
    installed = machine.installed[work.task.toolchain.name]
    result = execute(work.task, machine.tools, installed, work.key)
    certain = is_certain(result.execution) and (jobs == 1 or not _has_failed(result.execution))
    if certain and not machine.tools.sandbox.stopping.is_set():
        keep(result)
    return result


def _result(work: Work, by_key: Mapping[str, StoredExecution]) -> StoredExecution:
    if work.task is None:
        return _not_run(work.item, work.reason)
    item = work.item
    result = by_key[work.key]
    same = {"model": item.model, "test": item.test, "attempt": item.attempt}
    return StoredExecution(result.execution.model_copy(update=same), result.pictures, result.times)


def _not_run(item: Extracted, reason: str) -> StoredExecution:
    execution = Execution(
        model=item.model, test=item.test, attempt=item.attempt, status="not run", reason=reason
    )
    return StoredExecution(execution, {}, {})


def _write(model: str, results: Sequence[StoredExecution]) -> None:
    pictures = {"README.md": WARNING}
    for result in results:
        folder = f"{result.execution.test}/{result.execution.attempt}"
        pictures |= {f"{folder}/{name}": data for name, data in result.pictures.items()}
    write_tree(paths.screenshots(model), pictures)
    write_records(paths.executions(model), [result.execution for result in results])


def _summary(results: Sequence[StoredExecution], new: int, reused: int) -> Summary:
    executions = [result.execution for result in results]
    flaky = [
        f"{item.test}: '{behaviour.title}' is flaky, so it is not judged"
        for item in executions
        for behaviour in item.behaviours
        if behaviour.outcome == "flaky"
    ]
    lacking = [f"{item.test}: {item.reason}" for item in executions if item.missing]
    notes = [*flaky[:SHOWN], *lacking[:SHOWN]]
    return Summary(items=len(results), new=new, reused=reused, notes=notes)


if __name__ == "__main__":
    main()
