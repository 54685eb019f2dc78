"""Interrupts of a real stage: no further call starts; what is under way is kept if it may be."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import FakeServer
from tests.project import ROOT, Project
from tests.stages.generate.test_main import mini
from tests.stages.generate.test_main_calls import calls

pytestmark = pytest.mark.slow

__all__ = ["mini"]
LATENCY_S = 3.0
AT_ONCE = 4
LEDGER = Path(".assay/ledger/generate/strong.jsonl")
PUBLISHED = Path("outputs/ledger/generate/strong.jsonl")


def paid(path: Path = LEDGER) -> int:
    """The calls in the ledger; its first line is a header."""
    return len(path.read_text().splitlines()) - 1 if path.exists() else 0


@contextmanager
def second_round_under_way(project: Project) -> Iterator["subprocess.Popen[str]"]:
    """A stage of which four calls have ended and four are under way."""
    stage = subprocess.Popen(
        [sys.executable, "-m", "stages.generate", "model=strong", "attempts=10"],
        env=project.environment() | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 90
        while paid() < AT_ONCE:
            assert time.monotonic() < deadline and stage.poll() is None
            time.sleep(0.05)
        time.sleep(0.5)
        yield stage
    finally:
        stage.kill()
        stage.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_interrupt_starts_no_call_and_keeps_those_under_way(
    mini: Project, server: FakeServer, number: signal.Signals
) -> None:
    calls(mini, concurrency=AT_ONCE)
    server.settings(latency_s=LATENCY_S)
    with second_round_under_way(mini) as stage:
        os.killpg(stage.pid, number)
        _, printed = stage.communicate(timeout=60)
    assert stage.returncode == 130
    assert "interrupted: no further call starts; 4 calls under way have 30 s to end" in printed
    assert "interrupted: every completed call is kept, run again to go on" in printed
    assert "Traceback" not in printed and "cut off" not in printed
    assert len(server.calls()) == paid() == paid(PUBLISHED) == 2 * AT_ONCE


def test_what_takes_longer_than_it_may_is_cut_off_and_that_is_said(
    mini: Project, server: FakeServer
) -> None:
    calls(mini, concurrency=AT_ONCE, drain_s=0.5)
    server.settings(latency_s=LATENCY_S)
    with second_round_under_way(mini) as stage:
        began = time.monotonic()
        os.killpg(stage.pid, signal.SIGTERM)
        _, printed = stage.communicate(timeout=60)
    assert time.monotonic() - began < 2.2, "less than the calls had left"
    assert stage.returncode == 130 and "Traceback" not in printed
    assert "4 calls were cut off; the provider may charge for them" in printed
    assert paid() == paid(PUBLISHED) == AT_ONCE


def test_a_second_interrupt_ends_at_once(mini: Project, server: FakeServer) -> None:
    calls(mini, concurrency=AT_ONCE)
    server.settings(latency_s=LATENCY_S)
    with second_round_under_way(mini) as stage:
        began = time.monotonic()
        os.killpg(stage.pid, signal.SIGINT)
        time.sleep(0.3)
        os.killpg(stage.pid, signal.SIGINT)
        _, printed = stage.communicate(timeout=60)
    assert time.monotonic() - began < 2.2, "less than the calls had left"
    assert stage.returncode == 130 and "Traceback" not in printed
    assert "4 calls were cut off" in printed
    assert paid() == AT_ONCE


def test_calls_that_wait_for_another_try_are_given_up_at_once(
    mini: Project, server: FakeServer
) -> None:
    calls(mini, concurrency=AT_ONCE, max_retries=6, retry_wait_s=60)
    server.settings(failing=["strong"], status=500, fail_times=0)
    stage = subprocess.Popen(
        [sys.executable, "-m", "stages.generate", "model=strong"],
        env=mini.environment() | {"PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert stage.stderr
    announced = stage.stderr.readline()
    assert ": asked again in " in announced, announced
    time.sleep(2)  # until all have failed once
    os.killpg(stage.pid, signal.SIGTERM)
    _, printed = stage.communicate(timeout=20)  # and not the minute of the wait
    assert stage.returncode == 130 and "0 calls under way" in printed
    server.settings(failing=[])
