"""A toolchain is believed after its canary passed on this machine.

The canary is the gold answer of a test that names the toolchain: it must build, and its first
behaviour must pass; or, if it is tests alone, these must pass. It runs once for a toolchain as it
is installed, with one runner, browser and Node.
"""

from dataclasses import replace
from pathlib import Path

from assay.answers.extract_files import extract_files
from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.content.scenarios import all_tests
from assay.errors import AssayError, Problems
from assay.records.execution_records import Execution
from assay.records.hashing import content_hash
from assay.records.jsonl import write_text
from assay.records.pipeline import Extracted
from assay.sandbox.run_answer import RUNNER, Task, execute
from assay.sandbox.slots import slot
from assay.sandbox.steps import Tools
from assay.sandbox.toolchains import Toolchain, load_toolchain
from stages.execute.answer_tasks import task_of


def require_canary(toolchain: Toolchain, tools: Tools, installed: Path) -> None:
    """AssayError says which toolchain is not believed, and why. Then nothing may be executed."""
    mark = paths.CANARIES / _key(toolchain, tools, installed)
    task = None if mark.exists() else _task(toolchain)
    if task is None:
        return
    with slot(1, alone=True):
        execution = execute(task, tools, installed, "").execution
    if reason := _failure(task, execution):
        raise AssayError(
            f"nothing is executed: the toolchain {toolchain.name} failed its canary, the gold "
            f"answer of {execution.test}: {reason}. Look at that answer and at this machine, or "
            f"delete {installed} to install the toolchain again"
        )
    write_text(mark, toolchain.name)


def _key(toolchain: Toolchain, tools: Tools, installed: Path) -> str:
    manifest = installed.with_name(f"{installed.name}.manifest")
    browser = tools.browser.path.stat() if tools.browser.path.exists() else None
    parts = [RUNNER, toolchain.key, load_toolchain("browser").key]
    parts += [tools.node.version, str(tools.browser.path)]
    parts += [f"{browser.st_size} {browser.st_mtime_ns}" if browser else ""]
    parts += [read_utf8(manifest) if manifest.exists() else ""]
    return content_hash(parts)


def _task(toolchain: Toolchain) -> Task | None:
    """The gold answer to try: one with behaviours if there is one. None without a gold answer."""
    tasks = []
    problems = Problems()
    for test in all_tests(problems).values():
        gold = paths.gold(test.scenario.head.type, test.id)
        if toolchain.name not in test.scenario.head.toolchains(test.dataset) or not gold.exists():
            continue
        files = extract_files(read_utf8(gold)).files
        item = Extracted(model="gold", test=test.id, attempt=1, files=files, ignored={})
        task = task_of(item, test, test.scenario.head.answer)
        if isinstance(task, Task):
            spec = task.spec and task.spec.parts[0]
            first = spec and replace(spec, titles=spec.titles[:1], only=spec.titles[0])
            tasks.append(replace(task, spec=first, mutants=None))
    return min(tasks, key=lambda task: task.spec is None, default=None)


def _failure(task: Task, execution: Execution) -> str:
    """Why the canary failed; '' if it passed."""
    if execution.status == "not run":
        return execution.reason
    step = execution.own_tests if task.is_tests else execution.builds
    if step is not None and step.status == "failed":
        return " ".join(f"{step.reason} {step.log[-300:]}".split())
    failed = [each for each in execution.behaviours if each.outcome not in ("passed", "flaky")]
    return f"'{failed[0].title}': {failed[0].message}" if failed else ""
