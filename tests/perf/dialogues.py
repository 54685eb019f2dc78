"""Dialogues: what Assay adds to a turn, and thirty dialogues at once."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from tests.conftest import FakeServer
from tests.fake_server import WORDY_TURNS
from tests.ledgers import forget_paid
from tests.perf.common import Row, calling, folder, processor_s, server
from tests.project import Project

AT_ONCE = 30
LATENCY_S = 0.1
TEST = "UpgradeReactApplication-Mini"


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


def dialogues() -> list[Row]:
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
    before = processor_s()
    return action(), processor_s() - before


def generated(project: Project, fake: FakeServer, count: int, latency_s: float) -> float:
    """Seconds from the first call's arrival to the last reply of so many dialogues.

    The stage's start-up is not included.
    """
    forget_paid(project.root)
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
