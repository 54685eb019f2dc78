"""execute: build and run the answers in a sandbox, if params.yaml says so."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from assay.answers.tree import write_tree
from assay.config import paths
from assay.config.settings import CallsConfig, Config, ModelNames
from assay.config.stage import Summary, stage
from assay.records.execution_records import Execution
from assay.records.jsonl import read_records, write_records
from assay.records.pipeline import Extracted
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.run_answer import is_certain
from assay.sandbox.store import (
    StoredExecution,
    committed,
    differs,
    machine_id,
    publish,
    published,
    stored,
    to_check,
)
from assay.unchanged import Unchanged
from stages.execute.answer_tasks import Work, works_of
from stages.execute.execution_pool import NOTHING, executed, not_run

OFF = "execution is off in params.yaml"
REMEDY = "Mend that, or set `execution: off` in params.yaml"
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
    calls: CallsConfig = CallsConfig()


@stage("execute", ExecuteConfig)
def main(config: ExecuteConfig) -> Summary:
    content = (paths.PROMPTS, paths.CRITERIA, paths.DATASETS, paths.SCENARIOS)
    unchanged = Unchanged(
        "execute",
        [*content, paths.TOOLCHAINS, paths.COMMITTED_EXECUTIONS, paths.extracted],
        [paths.executions, paths.screenshots, paths.executed],
    )
    stale = [model for model in config.models if not unchanged.has(model)]
    notes = unchanged.prune()
    is_off = config.mode == "off"
    summary = execute_nothing(stale) if is_off else execute_answers(config, stale)
    for model in stale:
        executions = [] if is_off else read_records(paths.executions(model), Execution)
        unchanged.note(model, complete=all(map(is_certain, executions)))
    return replace(summary, notes=[*notes, *summary.notes])


def execute_nothing(models: Sequence[str]) -> Summary:
    """Write that nothing was run. What was shared stays shared."""
    for model in models:
        publish(paths.executed(model), published(model))
        items = read_records(paths.extracted(model), Extracted)
        _write(model, [not_run(item, OFF, is_read=True) for item in items])
    return Summary(items=0)


def execute_answers(config: ExecuteConfig, models: Sequence[str]) -> Summary:
    """Write the models' executions. Those with a known key are taken from the store, or shared.

    Answers with the same key, of whatever model, are executed once. A few of those that others
    executed are executed again, and one's own result counts.
    """
    before = {model: published(model) for model in models}
    items = [item for model in models for item in read_records(paths.extracted(model), Extracted)]
    works = works_of(items, config.execution)
    in_git = committed()
    known = _known(works, before.values(), in_git)
    others = [item for key, item in known.items() if key not in in_git]
    made = _made(works, known, to_check(others), config)
    results = [_result(work, known | _certain(made), made) for work in works]
    for model in models:
        of_model = _of_model(results, model)
        shared = _certain(before[model] | _by_key(of_model))
        publish(paths.executed(model), {key: shared[key] for key in shared.keys() - in_git.keys()})
        _write(model, of_model)
    reused = sum(work.task is None or work.key in known for work in works)
    summary = _summary(results, new=len(made), reused=reused)
    return replace(summary, notes=[*summary.notes, *_elsewhere(known, others, made)])


def _made(
    works: Sequence[Work],
    known: Mapping[str, StoredExecution],
    checked: Sequence[str],
    config: ExecuteConfig,
) -> dict[str, StoredExecution]:
    """Execute what is not known, and what is checked, each key once."""
    wanted = {
        work.key: work
        for work in works
        if work.task and (work.key not in known or work.key in checked)
    }
    if not wanted:
        return {}
    return executed(list(wanted.values()), config.execution, config.calls.executor)


def _elsewhere(
    known: Mapping[str, StoredExecution],
    others: Sequence[StoredExecution],
    made: Mapping[str, StoredExecution],
) -> list[str]:
    """What was executed on other machines, and what became of those that were run again."""
    here = machine_id()
    elsewhere = sum(item.machine != here for item in others)
    if not elsewhere:
        return []
    pairs = [(known[key].execution, item.execution) for key, item in made.items() if key in known]
    certain = [(theirs, ours) for theirs, ours in pairs if is_certain(ours)]
    different = [
        f"{ours.test}: another result than machine {known[ours.key].machine[:8]} shared; the "
        "result of this machine counts"
        for theirs, ours in certain
        if differs(ours, theirs)
    ]
    count = f"{elsewhere} answers were executed elsewhere; {len(certain)} of them again here"
    return [*different, f"{count}, {len(different)} with another result"]


def _known(
    works: Sequence[Work],
    published: Iterable[Mapping[str, StoredExecution]],
    in_git: Mapping[str, StoredExecution],
) -> dict[str, StoredExecution]:
    """The certain executions of these tasks, by key: of git, else of the store, else shared."""
    shared: dict[str, StoredExecution] = {}
    for of_model in published:
        shared |= of_model
    known: dict[str, StoredExecution] = {}
    for key in {work.key for work in works if work.task}:
        if found := in_git.get(key) or stored(key) or shared.get(key):
            known[key] = found
    return _certain(known)


def _of_model(results: Sequence[StoredExecution], model: str) -> list[StoredExecution]:
    return [result for result in results if result.execution.model == model]


def _by_key(results: Sequence[StoredExecution]) -> dict[str, StoredExecution]:
    return {result.execution.key: result for result in results if result.execution.key}


def _certain(items: Mapping[str, StoredExecution]) -> dict[str, StoredExecution]:
    return {key: item for key, item in items.items() if is_certain(item.execution)}


def _result(
    work: Work, known: Mapping[str, StoredExecution], made: Mapping[str, StoredExecution]
) -> StoredExecution:
    if work.task is None:
        return not_run(work.item, work.reason)
    result = known.get(work.key) or made[work.key]
    return replace(result, execution=result.execution.model_copy(update=work.item.name))


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
        f"{item.test}: '{behaviour.title}' is flaky: the share of its tries counts"
        for item in executions
        for behaviour in item.behaviours
        if behaviour.outcome == "flaky"
    ]
    lacking = [f"{item.test}: {item.reason}" for item in executions if item.missing]
    prevented = _prevented([item for item in executions if item.uncertain])
    notes = [*flaky[:SHOWN], *lacking[:SHOWN], *prevented[:SHOWN]]
    return Summary(items=len(results), new=new, reused=reused, notes=notes)


def _prevented(uncertain: Sequence[Execution]) -> list[str]:
    """What the next run tries again; one line if nothing can be executed on this machine."""
    if uncertain and uncertain[0].reason.startswith(NOTHING):
        reason = uncertain[0].reason
        return [f"{len(uncertain)} answers are read and not executed: {reason}. {REMEDY}"]
    return [f"{item.model} {item.test}: {item.reason}" for item in uncertain]


if __name__ == "__main__":
    main()
