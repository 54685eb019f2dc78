"""Helpers that several benchmarks use."""

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.conftest import FakeServer
from tests.project import ROOT

Row = tuple[str, str, str]
"""What was measured, the figure, and how it was taken."""


def timed(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def processor_s() -> float:
    """The processor time of all children that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


@contextmanager
def server() -> Iterator[FakeServer]:
    with folder() as place:
        command = [sys.executable, "-m", "tests.fake_server", "--port-file", str(place / "port")]
        process = subprocess.Popen(command, cwd=ROOT)
        try:
            while not (place / "port").exists():
                time.sleep(0.05)
            yield FakeServer(f"http://127.0.0.1:{(place / 'port').read_text()}")
        finally:
            process.kill()
            process.wait()


def calling(fake: FakeServer) -> float:
    """From the first call's arrival to the last reply since the last mark, in seconds."""
    made = fake.calls()
    return float(max(call["ended"] for call in made) - min(call["arrived"] for call in made))


def beside(seconds: float, ideal: float) -> str:
    return f"{seconds:.1f} s, {seconds / ideal:.2f} × ideal"


BARE = """
import asyncio, json, os, sys
os.environ |= {"LITELLM_OFFLINE_MODE": "true", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
import litellm
model, base, concurrency = sys.argv[1], sys.argv[2], int(sys.argv[3])
gate = asyncio.Semaphore(concurrency)
async def dialogue(turns):
    async with gate:
        for turn in turns:
            await litellm.acompletion(
                **turn, model=f"openai/{model}", api_base=base, api_key="none",
                num_retries=0, max_retries=0, timeout=600, _skip_mcp_handler=True,
            )
async def main():
    await asyncio.gather(*map(dialogue, json.load(sys.stdin)))
asyncio.run(main())
"""


def by_litellm(
    fake: FakeServer, model: str, dialogues: list[list[dict[str, Any]]], concurrency: int
) -> float:
    """Seconds of these dialogues by litellm alone, so many at once, each turn by turn."""
    fake.mark()
    command = [sys.executable, "-c", BARE, model, f"{fake.url}/v1", str(concurrency)]
    subprocess.run(command, check=True, capture_output=True, input=json.dumps(dialogues), text=True)
    return calling(fake)
