"""Executes answers side by side, and those that failed again alone."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from assay.errors import AssayError
from assay.progress import progress
from assay.records.execution_records import Execution
from assay.records.pipeline import Extracted
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.run_answer import execute, is_certain
from assay.sandbox.slots import slot
from assay.sandbox.steps import Tools
from assay.sandbox.store import StoredExecution, keep
from assay.sandbox.toolchains import install_all, load_toolchain
from stages.execute.answer_tasks import Work
from stages.execute.canary import require_canary

NOTHING = "nothing can be executed here"


def executed(works: Sequence[Work], config: ExecutionConfig) -> dict[str, StoredExecution]:
    """Execute in parallel, as many as there are cores. An interrupt kills everything.

    A busy machine fails good programs. So an answer of which anything failed beside others is run
    again at the end, with nothing beside it, and that decides.
    """
    try:
        machine = _machine(works, config)
    except AssayError as error:
        return {work.key: _prevented(work, str(error)) for work in works}
    for name, folder in machine.installed.items():
        require_canary(load_toolchain(name), machine.tools, folder)
    jobs = config.jobs or os.cpu_count() or 1
    done = _pooled("execute", works, machine, jobs)
    if jobs > 1:
        again = [work for work in works if _has_failed(done[work.key].execution)]
        done |= _pooled("execute: failures again, alone", again, machine, 1)
    return done


def _machine(works: Sequence[Work], config: ExecutionConfig) -> "Machine":
    """What the answers need of this machine. AssayError says what cannot be had."""
    tools = open_tools(config)
    names = {work.task.toolchain.name for work in works if work.task}
    toolchains = [load_toolchain(name) for name in sorted(names)]
    return Machine(tools, install_all(toolchains, lambda: tools.node))


def _prevented(work: Work, reason: str) -> StoredExecution:
    """Nothing can be executed here: the next run tries again."""
    one_line = f"{NOTHING}: {' '.join(reason.split())}"
    result = not_run(work.item, one_line, is_read=True)
    changes = {"key": work.key, "uncertain": True}
    return replace(result, execution=result.execution.model_copy(update=changes))


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
    """Whether anything failed, for certain or only once, or the machine prevented it."""
    steps = (execution.builds, execution.types, execution.own_tests)
    failed = any(step is not None and step.status == "failed" for step in steps)
    wavers = any(item.outcome in ("failed", "flaky") for item in execution.behaviours)
    return failed or wavers or execution.uncertain


def _one(work: Work, machine: Machine, jobs: int) -> StoredExecution:
    """Execute one answer, and store the result if it is certain."""
    assert work.task
    installed = machine.installed[work.task.toolchain.name]
    with slot(jobs, alone=jobs == 1):
        result = execute(work.task, machine.tools, installed, work.key)
    certain = is_certain(result.execution) and (jobs == 1 or not _has_failed(result.execution))
    if certain and not machine.tools.sandbox.stopping.is_set():
        keep(result)
    return result


def not_run(item: Extracted, reason: str, *, is_read: bool = False) -> StoredExecution:
    execution = Execution(
        model=item.model,
        test=item.test,
        attempt=item.attempt,
        status="not run",
        reason=reason,
        is_read=is_read,
    )
    return StoredExecution(execution, {}, {})
