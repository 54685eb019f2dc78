"""Calls to a server that takes two seconds for each, beside bare litellm, and what a run from the ledger costs."""

import subprocess
import sys

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
        messages = [{"role": "system", "content": "Files."}, {"role": "user", "content": f"Port {number}"}]
        await litellm.acompletion(
            model="openai/strong", messages=messages, api_base=base, api_key="none", num_retries=0, max_retries=0,
            timeout=600, _skip_mcp_handler=True,
        )
async def main():
    await asyncio.gather(*map(one, range(count)))
asyncio.run(main())
"""
"""As many calls by litellm alone, under a semaphore."""


def calls() -> list[Row]:
    """One generate stage before a server that takes 2 s for each call, beside bare litellm: 600 calls and 2,000."""
    return [row for count, concurrency in ((600, 64), (2000, 256)) for row in _calls(count, concurrency)]


def _calls(count: int, concurrency: int) -> list[Row]:
    with folder() as place, server() as fake:
        project = Project.create(place / "project", fake.url)
        project.remote("model", "strong")
        project.write("conf/suite/mini.yaml", "tests: [Port-Mini, Explain-Other]\n")
        project.params(models=["strong"], attempts=count // 2)
        project.stage("render", check=True)
        fake.settings(latency_s=LATENCY_S)
        bare = [sys.executable, "-c", BARE, str(count), str(concurrency), f"{fake.url}/v1"]
        fake.mark()
        subprocess.run(bare, check=True, capture_output=True)
        alone = calling(fake)
        fake.mark()
        whole = timed(lambda: project.stage("generate", "model=strong", f"calls.concurrency={concurrency}", check=True))
        assert len(fake.calls()) == count
        ours = calling(fake)
        again = timed(lambda: project.stage("generate", "model=strong", check=True))
    ideal, what = count * LATENCY_S / concurrency, f"{count} calls × {LATENCY_S:.0f} s, {concurrency} at once"
    return [
        (what, f"{ours:.1f} s, {ours / ideal:.2f} × ideal", "from the first call to the last reply"),
        (
            "the same by bare litellm",
            f"{alone:.1f} s, {alone / ideal:.2f} × ideal",
            f"ours over it {ours / alone:.2f}",
        ),
        ("the same, whole process", f"{whole:.1f} s, {whole / ideal:.2f} × ideal", "with litellm's start-up"),
        ("the same from the ledger", f"{again:.1f} s", "whole process, no call"),
    ]
