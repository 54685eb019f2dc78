"""Walks beside the source (docs/execution.md): recorded, tried on good answers, and on mutants.

python -m tests.walks record PROGRAM          from its source, into criteria/behaviours/walks/
python -m tests.walks good PROGRAM [KIND]     by gold, second and blind answers
python -m tests.walks mutants PROGRAM [COUNT] by so many semantic mutants of gold
"""

import base64
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

from assay.config import paths
from assay.config.yaml_files import read_utf8, read_yaml
from assay.records.execution_records import Behaviour
from assay.records.pipeline import Extracted
from assay.sandbox.archive import archived_files
from assay.sandbox.behaviours import Spec, load_spec
from assay.sandbox.bounded import CommandOutcome
from assay.sandbox.execution_config import load_execution
from assay.sandbox.machine_tools import open_tools
from assay.sandbox.run_answer import Task, behaving, staged
from assay.sandbox.sandbox import Job, Sandbox
from assay.sandbox.scratch import scratch_folder
from assay.sandbox.staging import host_files, with_source
from assay.sandbox.steps import MachineBusy, Tools
from assay.sandbox.toolchains import install, load_toolchain
from stages.render import render
from tools.proof.broken_programs import semantic_mutants
from tools.proof.by_running import subjects
from tools.proof.known_answers import from_text
from tools.proof.trials import SOURCES, GoodAnswer

WALKS = "Walks: "
OPTIONS = ["--grep", WALKS, "--retries", "0"]
BLIND = Path("tests/data/blind")
RECORD_S = 1200
EMPTY: dict[str, Any] = {"words": "", "controls": [], "requests": []}


class SandboxWithMemory(Sandbox):
    """A sandbox that remembers what left it last."""

    def __init__(self, inner: Sandbox) -> None:
        self._inner = inner
        self.archive = b""

    def run(self, job: Job, stop: Event | None = None) -> CommandOutcome:
        more = {**job.environment, "ASSAY_SECONDS": str(RECORD_S - 60)}
        outcome = self._inner.run(replace(job, seconds=RECORD_S, environment=more), stop)
        self.archive = outcome.archive
        return outcome


def walking(program: str) -> Spec:
    spec = load_spec(program)
    assert spec is not None
    return replace(spec, titles=tuple(each for each in spec.titles if each.startswith(WALKS)))


def ran(task: Task, spec: Spec, tools: Tools) -> tuple[Behaviour, ...]:
    """The walks of a program. On a machine that is too busy they are tried again, three times."""
    installed = install(task.toolchain, lambda: tools.node)
    for _ in range(3):
        with suppress(MachineBusy), scratch_folder() as scratch:
            wanted = replace(task, spec=spec)
            steps = staged(wanted, tools, installed, scratch)
            return behaving(wanted, steps, scratch, OPTIONS)[1].behaviours
    raise MachineBusy


def record(program: str, tools: Tools) -> None:
    """Walk the source, and write its walks."""
    path = paths.BEHAVIOURS / f"walks/{program}.json"
    plan = json.loads(read_utf8(path)) | {"walks": [], "start": EMPTY}
    spec = walking(program)
    files = {**with_source(program), **host_files(program, "source")}
    item = Extracted(model="source", test=program, attempt=1, files=(), ignored={})
    toolchain = load_toolchain(str(read_yaml(SOURCES)[program]))
    kept = SandboxWithMemory(tools.sandbox)
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(shutil.copytree(path.parent, Path(folder, "walks")), path.name)
        asked.write_text(json.dumps(plan | {"record": True}))
        wanted = replace(spec, path=Path(shutil.copy(spec.path, folder)))
        Path(folder).chmod(0o755)
        task = Task(item, program, toolchain, wanted, files)
        seen = ran(task, wanted, replace(tools, sandbox=kept))
    failed = [f"{each.title}: {each.message}" for each in seen if each.outcome != "passed"]
    assert not failed, failed
    report = json.loads(archived_files(kept.archive)["report-1.json"])
    found = dict(_attached(report))
    walks = [walk for title in spec.titles for walk in found[title]]
    plan["start"] = _first_view(walks[0])
    for walk in walks:
        if _first_view(walk) == plan["start"]:
            walk["views"][0] = [0, 0, 0]
    lines = ",\n  ".join(
        json.dumps(walk, ensure_ascii=False, separators=(",", ":")) for walk in walks
    )
    head = json.dumps(plan | {"walks": []}, ensure_ascii=False, indent=1)
    path.write_text(head.replace('"walks": []', f'"walks": [\n  {lines}\n ]') + "\n", "utf-8")
    print(f"{len(walks)} walks, {sum(len(walk['steps']) for walk in walks)} steps: {path}")


def _first_view(walk: Mapping[str, Any]) -> dict[str, Any]:
    """The first view of a walk, which was recorded as a change of nothing."""
    words, controls, requests = [change[2:] if change else [] for change in walk["views"][0]]
    return {"words": " ".join(words), "controls": controls, "requests": requests}


def _attached(suite: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for inner in suite.get("suites", ()):
        yield from _attached(inner)
    for spec in suite.get("specs", ()):
        for each in spec["tests"][0]["results"][-1]["attachments"]:
            if each["name"] == "walks":
                yield spec["title"], json.loads(base64.b64decode(each["body"]))


def good_answers(program: str) -> Iterator[GoodAnswer]:
    """Gold, second and blind answers of the tests whose criteria name the walks."""
    for answers in subjects().values():
        test = answers[0].test
        named = {name for each in answers[0].criteria for name in each.run}
        if test.program != program or not any(name.startswith(WALKS) for name in named):
            continue
        yield from answers
        for path in sorted(BLIND.glob(f"*/{test.id}.md")):
            known = from_text(render(test), read_utf8(path))
            yield GoodAnswer(f"blind ({path.parent.name})", test, known)


def show(name: str, behaviours: tuple[Behaviour, ...], since: float) -> bool:
    failed = [each for each in behaviours if each.outcome == "failed"]
    seconds = time.monotonic() - since
    print(f"{name}: {len(failed)} of {len(behaviours)} fail ({seconds:.0f} s)", flush=True)
    for each in failed:
        print(f"    {each.title}: {each.message}", flush=True)
    return bool(failed)


def good(program: str, tools: Tools, kind: str = "") -> None:
    spec = walking(program)
    for each in good_answers(program):
        if kind not in each.name:
            continue
        since = time.monotonic()
        show(each.name, ran(each.task({}), spec, tools), since)


def mutants(program: str, tools: Tools, count: int) -> None:
    spec = walking(program)
    gold = next(good_answers(program))
    host = host_files(program, "answer")
    own = {path: text for path, text in gold.answer.files.items() if path not in host}
    noticed = tried = 0
    for _, mutant in islice(semantic_mutants(own, gold.name), 3 * count):
        if tried == count:
            break
        since = time.monotonic()
        behaviours = ran(gold.task(mutant.texts), spec, tools)
        if any(each.message.startswith("the program does not build") for each in behaviours):
            continue
        tried += 1
        noticed += show(mutant.label, behaviours, since)
    print(f"{program}: {noticed} of {tried} mutants noticed by walks alone")


def main(what: str, program: str, more: str = "") -> None:
    tools = open_tools(load_execution())
    if what == "mutants":
        mutants(program, tools, int(more or 10))
    elif what == "good":
        good(program, tools, more)
    else:
        record(program, tools)


if __name__ == "__main__":
    main(*sys.argv[1:])
