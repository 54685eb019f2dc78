"""Dialogues: what the engine adds to a turn, and thirty dialogues at once."""

import asyncio
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from assay.config.settings import DialogueConfig
from assay.content.datasets import load_sources
from assay.records.pipeline import Prompt, Response, ToolCall
from assay.records.untyped import Message
from stages.generate.dialogue.engine import DialogueRun, converse
from stages.generate.dialogue.native import Native
from tests.conftest import FakeServer
from tests.fake_server import WORDY_TURNS, wordy
from tests.perf.common import Row, calling, folder, server, timed
from tests.project import ROOT, Project

AT_ONCE = 30
LATENCY_S = 0.1
BOUNDS = DialogueConfig(
    files=15,
    max_turns=999,
    max_idle_turns=999,
    max_input_tokens=10**9,
    max_output_tokens=10**9,
    max_seconds=1e9,
    max_usd=1e9,
)
TEST = "UpgradeReactApplication-Mini"


def dialogues() -> list[Row]:
    """The dialogue engine alone, and generate with thirty dialogues at once."""
    return [*alone(), *at_once()]


def alone() -> list[Row]:
    """The engine with a scripted model, without litellm, ledger or network."""
    turns = script()
    prompt = extended()
    seconds = min(timed(lambda: asyncio.run(played(prompt, turns, 0.0))) for _ in range(5))
    short = [response(number, calls) for number, calls in enumerate(wordy())]

    async def thirty() -> None:
        await asyncio.gather(*(played(prompt, short, LATENCY_S) for _ in range(AT_ONCE)))

    ideal = WORDY_TURNS * LATENCY_S
    together = timed(lambda: asyncio.run(thirty()))
    return [
        (
            f"the engine alone, a turn of a dialogue with {len(turns)} turns",
            f"{1000 * seconds / len(turns):.2f} ms",
            "the largest data set read and its gold answer written, file by file; best of 5",
        ),
        (
            f"{AT_ONCE} dialogues at once, {LATENCY_S * 1000:.0f} ms a turn, the engine alone",
            f"{together:.2f} s, {together / ideal:.2f} × ideal",
            f"{WORDY_TURNS} turns each, a model that sleeps",
        ),
    ]


def extended() -> Prompt:
    name = "ExtendedReactApplication"
    return Prompt(
        test=f"U-{name}", scenario="U", dataset=name, category="instruction_following", type="t",
        title="U",
        answer="dialogue", system="You work with tools.", user="Upgrade.", files=load_sources(name),
        count_html=True,
        sha256="0", tokens_estimate=1,
    )  # fmt: skip


def script() -> list[Response]:
    """List, read every file, declare, write every file of the gold answer, end: a call a turn."""
    golds = ROOT / "scenarios/contextual_experiment/gold"
    gold = golds / "UpgradeExtendedReactToReact19-ExtendedReactApplication"
    files = {
        path.relative_to(gold).as_posix(): path.read_text()
        for path in sorted(gold.rglob("*"))
        if path.is_file()
    }
    reads = [("read_file", {"path": file.path}) for file in extended().files]
    writes = [("write_file", {"path": path, "content": text}) for path, text in files.items()]
    calls = [
        ("list_files", {}),
        *reads,
        ("file_structure", {"files": list(files)}),
        *writes,
        ("end_task", {}),
    ]
    return [response(number, [call]) for number, call in enumerate(calls)]


def response(number: int, calls: list[tuple[str, dict[str, object]]]) -> Response:
    made = (
        ToolCall(id=f"c{number}", name=name, arguments=json.dumps(given)) for name, given in calls
    )
    return Response(text="", tool_calls=tuple(made))


async def played(prompt: Prompt, turns: list[Response], latency_s: float) -> DialogueRun:
    script_ = iter(turns)

    async def complete(_: tuple[Message, ...]) -> Response:
        await asyncio.sleep(latency_s)
        return next(script_)

    return await converse(prompt, complete, BOUNDS, Native())


BARE = """
import asyncio, json, os, sys
os.environ |= {"LITELLM_OFFLINE_MODE": "true", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
import litellm
count, base, asked = int(sys.argv[1]), sys.argv[2], json.load(open(sys.argv[3]))
async def one():
    for messages, tools in asked:
        await litellm.acompletion(
            model="openai/wordy", messages=messages, tools=tools, api_base=base, api_key="none",
            num_retries=0, max_retries=0, timeout=600, _skip_mcp_handler=True,
        )
async def main():
    await asyncio.gather(*(one() for _ in range(count)))
asyncio.run(main())
"""
"""The same turns by litellm alone, each dialogue's one after the other."""


def at_once() -> list[Row]:
    """generate at a fake server, and litellm alone with the same requests: one dialogue, thirty."""
    with folder() as place, server() as fake:
        project = Project.create(place / "project", fake.url)
        project.remote("model", "wordy")
        project.write("conf/suite/mini.yaml", f"tests: [{TEST}]\n")
        one = generated(project, fake, 1, 0.0)
        asked = place / "asked.json"
        asked.write_text(
            json.dumps([(call["body"]["messages"], call["body"]["tools"]) for call in fake.calls()])
        )
        one_bare = bare(fake, 1, asked)
        many, cpu = with_cpu(lambda: generated(project, fake, AT_ONCE, LATENCY_S))
        many_bare, cpu_bare = with_cpu(lambda: bare(fake, AT_ONCE, asked))
    ideal = WORDY_TURNS * LATENCY_S
    turns = WORDY_TURNS / 1000
    return [
        (
            "a turn of generate at a server without latency",
            f"{one / turns:.1f} ms",
            f"by litellm alone {one_bare / turns:.1f} ms; {WORDY_TURNS} turns",
        ),
        (
            f"{AT_ONCE} dialogues at once, {LATENCY_S * 1000:.0f} ms a turn, generate",
            f"{many:.1f} s, {many / ideal:.2f} × ideal",
            f"by litellm alone {many_bare:.1f} s, {many_bare / ideal:.2f} × ideal; ours over it "
            f"{many / many_bare:.2f}",
        ),
        (
            "the same, processor time of the whole process, start-up included",
            f"{cpu:.1f} s, {1000 * cpu / (AT_ONCE * WORDY_TURNS):.1f} ms a turn",
            f"by litellm alone {cpu_bare:.1f} s, {1000 * cpu_bare / (AT_ONCE * WORDY_TURNS):.1f} "
            f"ms a turn",
        ),
    ]


def with_cpu(action: Callable[[], float]) -> tuple[float, float]:
    """The result of the action, and the processor seconds of the processes it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    returned = action()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return returned, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def generated(project: Project, fake: FakeServer, count: int, latency_s: float) -> float:
    """Seconds from the first call's arrival to the last reply of so many dialogues.

    The stage's start-up is not included.
    """
    for path in [
        *project.root.glob(".assay/ledger/**/*.jsonl"),
        *project.root.glob("outputs/ledger/**/*.jsonl"),
    ]:
        path.unlink()
    project.params(models=["wordy"], attempts=count)
    project.stage("render", check=True)
    fake.settings(latency_s=latency_s)
    fake.mark()
    project.stage("generate", "models=[wordy]", check=True)
    assert len(fake.calls()) == count * WORDY_TURNS
    return calling(fake)


def bare(fake: FakeServer, count: int, asked: Path) -> float:
    """The same by litellm alone."""
    fake.mark()
    command = [sys.executable, "-c", BARE, str(count), f"{fake.url}/v1", str(asked)]
    subprocess.run(command, check=True, capture_output=True)
    return calling(fake)
