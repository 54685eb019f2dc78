"""Thirty dialogues at once: what Assay adds to a turn."""

import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import FakeServer
from tests.fake_server import WORDY_TURNS
from tests.ledgers import forget_paid
from tests.perf.common import Row, calling, folder, server
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
    """generate at a fake server, and litellm alone with the same requests."""
    with folder() as place, server() as fake:
        project = Project.create(place / "project", fake.url)
        project.remote("model", "wordy")
        project.write("conf/suite/mini.yaml", f"tests: [{TEST}]\n")
        generated(project, fake, 1, 0.0)
        asked = place / "asked.json"
        asked.write_text(
            json.dumps([(call["body"]["messages"], call["body"]["tools"]) for call in fake.calls()])
        )
        ours = generated(project, fake, AT_ONCE, LATENCY_S)
        alone = bare(fake, AT_ONCE, asked)
    ideal = WORDY_TURNS * LATENCY_S
    return [
        (
            f"{AT_ONCE} dialogues at once, {LATENCY_S * 1000:.0f} ms a turn, generate",
            f"{ours:.1f} s, {ours / ideal:.2f} × ideal",
            f"by litellm alone {alone:.1f} s, {alone / ideal:.2f} × ideal",
        ),
    ]


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
