"""What a busy machine and a damaged toolchain do to scores: nothing.

Gold answers run beside four busy loops, twenty copies of one answer are asked for at once, and
twenty files of a toolchain are damaged, one at a time. No good answer may fail, and all damage must
be named.
Needs what `execution: sandbox` needs. Nothing is stored.
"""

import io
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stderr
from pathlib import Path

from assay.answers.extract_files import extract_files
from assay.config import paths
from assay.config.settings import validated
from assay.config.yaml_files import read_yaml
from assay.content.scenarios import all_tests
from assay.errors import Problems
from assay.records.hashing import content_hash
from assay.records.pipeline import Extracted
from assay.sandbox.execution_config import ExecutionConfig
from assay.sandbox.manifest import damage
from assay.sandbox.programs import node
from assay.sandbox.run_answer import Task, is_certain
from assay.sandbox.store import StoredExecution
from assay.sandbox.toolchains import install, load_toolchain
from stages.execute.answer_tasks import Work, task_of
from stages.execute.execution_pool import executed
from tests.perf.common import Row

PROGRAMS = 3
COPIES = 20
LOOPS = 4
DAMAGED = 20
CONFIG = paths.CONF / "execution/default.yaml"


def believed() -> list[Row]:
    """Run all three, in a store of their own."""
    config = validated(read_yaml(CONFIG), ExecutionConfig, str(CONFIG))
    works = _works()
    with _own_store():
        with _busy_loops():
            beside = _figures(executed(works, config))
        print(f"beside busy loops: {beside}", file=sys.stderr)
        copies = [_copy(works[0], number) for number in range(COPIES)]
        at_once = _figures(executed(copies, config))
        print(f"at once: {at_once}", file=sys.stderr)
    return [
        (f"gold beside {LOOPS} busy loops", beside, f"{len(works)} programs"),
        (f"{COPIES} copies of one answer at once", at_once, works[0].item.test),
        (f"{DAMAGED} files damaged, one at a time", _named(config), "python's toolchain flask1"),
    ]


def _works() -> list[Work]:
    """The gold answers of the first programs that have behaviours, each once."""
    problems = Problems()
    found: dict[str, Work] = {}
    for test in all_tests(problems).values():
        gold = paths.gold(test.scenario.head.type, test.id)
        if not gold.exists() or test.program in found:
            continue
        files = extract_files(gold.read_text(encoding="utf-8")).files
        item = Extracted(model="gold", test=test.id, attempt=1, files=files, ignored={})
        task = task_of(item, test, test.scenario.head.answer)
        if isinstance(task, Task) and task.spec:
            found[test.program] = Work(item, task, content_hash(test.id), "")
    problems.raise_if_any()
    return list(found.values())[:PROGRAMS]


def _copy(work: Work, number: int) -> Work:
    """The same work under a key of its own, so that it is not executed once for all."""
    return work._replace(key=content_hash([work.key, number]))


def _figures(results: Mapping[str, StoredExecution]) -> str:
    """Behaviours that passed, failed, wavered; and answers that were not run."""
    outcomes = [
        behaviour.outcome
        for item in results.values()
        if is_certain(item.execution)
        for behaviour in item.execution.behaviours
    ]
    failed = sum(map(_fails, results.values()))
    not_run = sum(not is_certain(item.execution) for item in results.values())
    passed, flaky = outcomes.count("passed"), outcomes.count("flaky")
    return f"{passed} passed, {failed} answers failed, {flaky} flaky, {not_run} not run"


def _fails(item: StoredExecution) -> bool:
    builds = item.execution.builds
    behaviours = [each.outcome for each in item.execution.behaviours]
    return "failed" in behaviours or (builds is not None and builds.status == "failed")


def _named(config: ExecutionConfig) -> str:
    """How much damage was named, and how often the toolchain was whole before it was handed out."""
    toolchain = load_toolchain("flask1")
    program = node(config.node, config.node_version)
    folder = install(toolchain, lambda: program)
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)
    named = whole = 0
    for number, path in enumerate(random.Random(1).sample(files, DAMAGED)):
        if number % 2:
            path.unlink()
        else:
            path.write_bytes(path.read_bytes()[:-1] + b"\0")
        said = io.StringIO()
        with redirect_stderr(said):
            install(toolchain, lambda: program)
        named += path.relative_to(folder).as_posix() in said.getvalue()
        whole += damage(folder, folder.with_name(f"{folder.name}.manifest")) == ""
    return f"{named} named, {whole} whole before use"


@contextmanager
def _busy_loops() -> Iterator[None]:
    loop = [sys.executable, "-c", "while True: pass"]
    loops = [subprocess.Popen(loop) for _ in range(LOOPS)]
    try:
        yield
    finally:
        for each in loops:
            each.kill()
            each.wait()


@contextmanager
def _own_store() -> Iterator[None]:
    """A folder like this one, with a store of its own: results under invented keys go with it."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name in ("assay", "conf", "criteria", "datasets", "scenarios", "toolchains"):
            (place / name).symlink_to(here / name)
        (place / ".assay").mkdir()
        (place / paths.TOOLCHAIN_STORE).symlink_to(here / paths.TOOLCHAIN_STORE)
        with chdir(place):
            yield
