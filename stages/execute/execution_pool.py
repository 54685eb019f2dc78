"""Executes answers side by side, here or on a cluster, and those that failed again alone."""

import os
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from assay.cluster import LOCAL, Cluster
from assay.errors import AssayError
from assay.progress import progress
from assay.records.execution_records import Execution
from assay.records.pipeline import Extracted
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.run_answer import execute, is_certain
from assay.sandbox.slots import slot
from assay.sandbox.steps import Tools
from assay.sandbox.store import StoredExecution, keep, opened, written
from assay.sandbox.toolchains import Toolchain, install_all, lacks_program, load_toolchain
from stages.execute.answer_tasks import Work
from stages.execute.canary import require_canary

NOTHING = "nothing can be executed here"


def executed(
    works: Sequence[Work], config: ExecutionConfig, executor: str = LOCAL
) -> dict[str, StoredExecution]:
    """Execute in parallel, as many as there are cores. An interrupt kills everything.

    A busy machine fails good programs. So an answer of which anything failed beside others is run
    again at the end, with nothing beside it, and that decides.
    """
    try:
        names = {work.task.toolchain.name for work in works if work.task}
        place = _machine(names, config) if executor == LOCAL else Machines(executor, config)
    except AssayError as error:
        return {work.key: _prevented(work, str(error)) for work in works}
    place.require_canaries()
    done = _pooled("execute", works, place, place.jobs)
    if place.jobs > 1:
        again = [work for work in works if _has_failed(done[work.key].execution)]
        done |= _pooled("execute: failures again, alone", again, place, 1)
    return done


def _prevented(work: Work, reason: str) -> StoredExecution:
    """Nothing can be executed here: the next run tries again."""
    one_line = f"{NOTHING}: {' '.join(reason.split())}"
    result = not_run(work.item, one_line, is_read=True)
    changes = {"key": work.key, "uncertain": True}
    return replace(result, execution=result.execution.model_copy(update=changes))


class Machine(NamedTuple):
    """What executes: the sandbox with its programs, and the installed toolchains by name.

    `lacks`: toolchains that cannot be had here, and why.
    """

    tools: Tools
    installed: Mapping[str, Path]
    lacks: Mapping[str, str]
    jobs: int

    def run(self, work: Work, alone: bool) -> StoredExecution:
        """Execute one answer, and store the result if it is certain."""
        assert work.task
        name = work.task.toolchain.name
        if name in self.lacks:
            return _prevented(work, self.lacks[name])
        installed = self.installed[name]
        with slot(self.jobs, alone=alone):
            result = execute(work.task, self.tools, installed, work.key)
        if not self.tools.sandbox.stopping.is_set():
            _keep_certain(result, alone)
        return result

    def require_canaries(self) -> None:
        """AssayError says which toolchain is not believed here."""
        for name, folder in self.installed.items():
            require_canary(load_toolchain(name), self.tools, folder)

    def stop(self) -> None:
        self.tools.sandbox.stopping.set()


class Machines:
    """Those of a cluster that have a sandbox. What they hand back is read as a claim is."""

    def __init__(self, address: str, config: ExecutionConfig) -> None:
        self._config = config
        self._cluster = Cluster(address, partial(_cannot_execute, config))
        self.jobs = self._cluster.threads

    def require_canaries(self) -> None:
        """Each of them does so for itself, once for a toolchain."""

    def run(self, work: Work, alone: bool) -> StoredExecution:
        result = opened(self._cluster.call(_executed_here, work, self._config, alone))
        if result.execution.key != work.key:
            raise AssayError(f"a worker of the cluster executed something else than {work.key}")
        _keep_certain(result, alone)
        return result

    def stop(self) -> None:
        self._cluster.close()


def _executed_here(work: Work, config: ExecutionConfig, alone: bool) -> bytes:
    """On a worker of a cluster: the execution as a line of a store."""
    assert work.task
    machine = _machine({work.task.toolchain.name}, config)
    machine.require_canaries()
    return written(machine.run(work, alone))


def _cannot_execute(config: ExecutionConfig) -> str:
    """On a worker of a cluster: why it executes nothing; '' if it can."""
    try:
        open_tools(config)
    except AssayError as error:
        return " ".join(str(error).split())
    return ""


def _machine(names: Collection[str], config: ExecutionConfig) -> Machine:
    """What these toolchains need of this machine. AssayError says what cannot be had."""
    tools = open_tools(config)
    lacks = dict[str, str]()
    toolchains = list[Toolchain]()
    for name in sorted(names):
        toolchain = load_toolchain(name)
        if reason := lacks_program(toolchain):
            lacks[name] = reason
        else:
            toolchains.append(toolchain)
    installed = install_all(toolchains, lambda: tools.node)
    return Machine(tools, installed, lacks, config.jobs or os.cpu_count() or 1)


def _pooled(
    label: str, works: Sequence[Work], place: Machine | Machines, jobs: int
) -> dict[str, StoredExecution]:
    """Execute so many at once. What is certain is stored, whatever happens to the others."""
    done: dict[str, StoredExecution] = {}
    with progress(label, len(works)) as tick, ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(place.run, work, jobs == 1): work.key for work in works}
        try:
            for future, key in futures.items():
                done[key] = future.result()
                tick()
        except BaseException:
            place.stop()
            pool.shutdown(wait=True, cancel_futures=True)
            raise
    return done


def _has_failed(execution: Execution) -> bool:
    """Whether anything failed, for certain or only once, or the machine prevented it."""
    steps = (execution.builds, execution.types, execution.own_tests)
    failed = any(step is not None and step.status == "failed" for step in steps)
    wavers = any(item.outcome in ("failed", "flaky") for item in execution.behaviours)
    return failed or wavers or execution.uncertain


def _keep_certain(result: StoredExecution, alone: bool) -> None:
    if is_certain(result.execution) and (alone or not _has_failed(result.execution)):
        keep(result)


def not_run(item: Extracted, reason: str, *, is_read: bool = False) -> StoredExecution:
    execution = Execution(**item.name, status="not run", reason=reason, is_read=is_read)
    return StoredExecution(execution, {}, {})
