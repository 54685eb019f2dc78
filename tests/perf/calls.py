"""Calls to a server that takes two seconds each: Assay, bare litellm, and a run from the ledger."""

import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.perf.common import Row, calling, folder, server, timed
from tests.project import Project

LATENCY_S = 2.0


BARE = """
import asyncio, os, sys
os.environ |= {"LITELLM_OFFLINE_MODE": "true", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
import litellm
count, concurrency, base = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
gate = asyncio.Semaphore(concurrency)
async def one(number):
    async with gate:
        messages = [
            {"role": "system", "content": "Files."},
            {"role": "user", "content": f"Port {number}"},
        ]
        await litellm.acompletion(
            model="openai/strong", messages=messages, api_base=base, api_key="none",
            num_retries=0, max_retries=0, timeout=600, _skip_mcp_handler=True,
        )
async def main():
    await asyncio.gather(*map(one, range(count)))
asyncio.run(main())
"""
"""As many calls by litellm alone, under a semaphore."""


ENTRIES = 10_000
FILLED = """
import sys
from stages.generate.__main__ import _messages
from assay.config import paths
from assay.records.jsonl import read_records
from assay.records.pipeline import Prompt, Response, Usage
from assay.ledger.store import open_ledger
from assay.ledger.entry import LedgerEntry
from assay.ledger.request import Request
with open_ledger() as ledger:
    for prompt in read_records(paths.PROMPTS, Prompt):
        for attempt in range(1, int(sys.argv[1]) + 1):
            request = Request(model="openai/strong", messages=_messages(prompt), attempt=attempt)
            about = {"model": "strong", "test": prompt.test}
            about |= {"attempt": attempt, "prompt": prompt.sha256}
            usage = Usage(input=1000, output=3000)
            response = Response(text="x" * 12_000, usage=usage, cost_usd=0.01, latency_s=9.0)
            asked = request.model_dump(mode="json")
            entry = LedgerEntry(key=request.key, about=about, request=asked, response=response)
            ledger.append(entry)
"""
"""A ledger as if so many attempts at each prompt had been paid, with answers of 12 kB."""
MEASURED = """
import resource, runpy, sys, time
started = time.perf_counter()
sys.argv = ["generate", *sys.argv[1:]]
try:
    runpy.run_module("stages.generate", run_name="__main__", alter_sys=True)
except SystemExit as ended:
    assert not ended.code
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(time.perf_counter() - started, peak, "litellm" in sys.modules)
"""


def calls() -> list[Row]:
    """One generate stage beside bare litellm, the calls a second that it makes, and no call."""
    return [*_calls(600, 64), *_calls_a_second(2000, 256), *_without_calls()]


def _calls_a_second(count: int, concurrency: int) -> list[Row]:
    """What bounds one process: more calls are allowed at once than it can make in their latency."""
    with folder() as place, server() as fake:
        project = _project(place, fake.url, count)
        fake.settings(latency_s=LATENCY_S)
        fake.mark()
        used = -_processor_s()
        project.stage("generate", "models=[strong]", f"calls.concurrency={concurrency}", check=True)
        used += _processor_s()
        assert len(fake.calls()) == count
        rate = count / calling(fake)
        used -= _startup_s(project)
    what = f"calls a second of one process, {concurrency} at once"
    reached = f"reached while a call takes less than {concurrency / rate:.0f} s"
    return [
        (what, f"{rate:.0f}", f"{reached} ({64 / rate:.1f} s with 64 at once)"),
        ("processor time of one call", f"{1000 * used / count:.0f} ms", "without start-up"),
    ]


def _startup_s(project: Project) -> float:
    """The processor time of a stage with two calls: nearly all of it is litellm's import."""
    shutil.rmtree(project.root / ".assay")
    shutil.rmtree(project.root / "outputs/ledger")
    used = -_processor_s()
    project.stage("generate", "models=[strong]", "attempts=1", check=True)
    return used + _processor_s()


def _processor_s() -> float:
    """The processor time of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _without_calls() -> list[Row]:
    """A stage whose every answer is in a large ledger, and one that has nothing to ask at all."""
    with folder() as place:
        project = Project.create(place / "project")
        project.remote("model", "strong")
        project.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
        project.params(models=["strong", "gold"], attempts=ENTRIES // 2)
        project.stage("render", check=True)
        project.run("python", "-c", FILLED, str(ENTRIES // 2))
        full = project.run("python", "-c", MEASURED, "models=[strong]").stdout.split()[-3:]
        idle = project.run("python", "-c", MEASURED, "models=[gold]", "attempts=1").stdout.split()[
            -3:
        ]
    assert [full[2], idle[2]] == ["False", "False"], "litellm was imported"
    return [
        (
            f"{ENTRIES:,} answers from the ledger",
            f"{float(full[0]):.1f} s, {float(full[1]):.0f} MB",
            "12 kB each",
        ),
        (
            "a stage with nothing to ask",
            f"{float(idle[0]):.1f} s, {float(idle[1]):.0f} MB",
            "start-up and exit",
        ),
    ]


def _project(place: Path, url: str, count: int) -> Project:
    """A project whose generate stage has so many calls to make."""
    project = Project.create(place / "project", url)
    project.remote("model", "strong")
    project.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
    project.params(models=["strong"], attempts=count // 2)
    project.stage("render", check=True)
    return project


def _calls(count: int, concurrency: int) -> list[Row]:
    with folder() as place, server() as fake:
        project = _project(place, fake.url, count)
        fake.settings(latency_s=LATENCY_S)
        bare = [sys.executable, "-c", BARE, str(count), str(concurrency), f"{fake.url}/v1"]
        fake.mark()
        subprocess.run(bare, check=True, capture_output=True)
        alone = calling(fake)
        fake.mark()
        whole = timed(
            lambda: project.stage(
                "generate", "models=[strong]", f"calls.concurrency={concurrency}", check=True
            )
        )
        exited = time.monotonic() - max(call["ended"] for call in fake.calls())
        assert len(fake.calls()) == count
        ours = calling(fake)
        again = timed(lambda: project.stage("generate", "models=[strong]", check=True))
    ideal = count * LATENCY_S / concurrency
    what = f"{count} calls × {LATENCY_S:.0f} s, {concurrency} at once"
    return [
        (
            what,
            f"{ours:.1f} s, {ours / ideal:.2f} × ideal",
            "from the first call to the last reply",
        ),
        (
            "the same by bare litellm",
            f"{alone:.1f} s, {alone / ideal:.2f} × ideal",
            f"ours over it {ours / alone:.2f}",
        ),
        (
            "the same, whole process",
            f"{whole:.1f} s, {whole / ideal:.2f} × ideal",
            "with litellm's start-up",
        ),
        ("from the last reply to the exit", f"{exited:.1f} s", "answers written, ledger published"),
        ("the same from the ledger", f"{again:.1f} s", "whole process, no call"),
    ]
