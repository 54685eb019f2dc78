"""Helpers that several benchmarks use."""

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from assay.config import paths
from assay.ledger.entry import LedgerEntry
from assay.ledger.request import CallPurpose, Request
from assay.ledger.segments import Segment
from assay.records.pipeline import Response, Usage
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


TESTS, ATTEMPTS, JUDGES = 46, 5, 3
PROMPT_CHARS, ANSWER_CHARS, REPORT_CHARS = 30_000, 12_000, 3_000


def fill_ledger(root: Path, models: Sequence[str]) -> int:
    """Write what a team has paid for these models, a segment for each; the number of calls.

    46 tests, 5 attempts and 3 judges, as on the full suite. Nothing in it is asked for again.
    """
    words = random.Random(1)
    texts = [" ".join(f"{words.getrandbits(32):x}" for _ in range(9_000)) for _ in range(TESTS)]
    calls = 0
    for model in models:
        segment = Segment(root / paths.LOCAL_STORE)
        for test, text in enumerate(texts):
            for attempt in range(1, ATTEMPTS + 1):
                for judge in range(JUDGES + 1):
                    segment.append_entry(_paid_call(model, test, attempt, judge, text))
                    calls += 1
        segment.close()
    return calls


def _paid_call(model: str, test: int, attempt: int, judge: int, text: str) -> LedgerEntry:
    """Of the model, or of a judge (from 1 on) on its answer."""
    start = (7 * test + 31 * attempt + 101 * judge + len(model)) % 30_000
    size = REPORT_CHARS if judge else ANSWER_CHARS
    prompt = {"role": "user", "content": text[:PROMPT_CHARS]}
    asked = {"role": "user", "content": f"Judge {model}."} if judge else prompt
    name = f"judge-{judge}" if judge else model
    request = Request(model=f"openai/{name}", messages=(prompt, asked), attempt=attempt)
    purpose = CallPurpose(model=model, test=f"T{test}", attempt=attempt)
    if judge:
        of_judge = {"judge": name, "judge_name": name, "subject": f"{model}-{test}-{attempt}"}
        purpose = CallPurpose(model=model, test=f"T{test}", attempt=attempt, **of_judge)
    response = Response(
        text=text[start : start + size], usage=Usage(input=9_000, output=size // 4), cost_usd=0.01
    )
    body = request.model_dump(mode="json")
    return LedgerEntry(key=request.key, about=purpose, request=body, response=response)
