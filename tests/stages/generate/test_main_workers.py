"""generate with calls made by processes of their own: the same answers, the same errors, nothing lost, nobody left."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import psutil
import pytest

from stages.generate import __main__ as generate
from stages.lib.calls import workers as module
from tests.conftest import FakeServer
from tests.project import ROOT, Project
from tests.stages.generate.test_main import mini, run
from tests.stages.generate.test_main_calls import SECRET, calls, view

__all__ = ["mini"]
ATTEMPTS = 6
ASKED = 7 * ATTEMPTS


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch, mini: Project) -> Counter[int]:
    """What each worker ran, by its process: two for more than four calls at once."""
    found: Counter[int] = Counter()
    plain = module._Worker.run

    async def counting(worker: module._Worker, *given: Any) -> Any:
        found[worker._process.pid] += 1
        return await plain(worker, *given)

    monkeypatch.setattr(module, "EACH", 4)
    monkeypatch.setattr(module, "_processors", lambda: 2)
    monkeypatch.setattr(module._Worker, "run", counting)
    return found


@pytest.fixture
def whole(
    mini: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> list[dict[str, Any]]:
    """The answers of a run in one process; its ledger is gone."""
    calls(mini, concurrency=4)
    assert run(generate.main, monkeypatch, "model=strong", f"attempts={ATTEMPTS}") == 0
    for folder in (".assay", "outputs/ledger"):
        shutil.rmtree(folder)
    server.mark()
    return view()


def test_the_answers_are_those_of_one_process_and_no_key_is_anywhere_also_after_faults(
    whole: list[dict[str, Any]],
    ran: Counter[int],
    mini: Project,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_API_KEY", SECRET)
    mini.remote("model", "strong", api_key_env="FAKE_API_KEY")
    calls(mini, concurrency=12, max_retries=9, timeout_s=2)
    server.settings(fault_share=0.3, fault_seed=7)
    assert run(generate.main, monkeypatch, "model=strong", f"attempts={ATTEMPTS}") == 0
    server.settings(fault_share=0.0)
    assert view() == whole
    assert len(ran) == 2 and min(ran.values()) > 5
    assert len(server.calls()) > ASKED
    assert server.calls()[0]["authorization"] == f"Bearer {SECRET}"
    printed = capfd.readouterr()
    written = b"".join(path.read_bytes() for path in Path().rglob("*") if path.is_file())
    assert SECRET not in printed.out + printed.err and SECRET.encode() not in written
    assert "Traceback" not in printed.err


def test_a_worker_that_is_killed_costs_a_second_try_and_no_answer(
    whole: list[dict[str, Any]],
    ran: Counter[int],
    mini: Project,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    plain = module._Worker.run

    async def killing(worker: module._Worker, *given: Any) -> Any:
        if sum(ran.values()) == 12:
            os.kill(min(ran), signal.SIGKILL)
        return await plain(worker, *given)

    monkeypatch.setattr(module._Worker, "run", killing)
    calls(mini, concurrency=12, max_retries=1)
    server.settings(latency_s=0.1)
    assert run(generate.main, monkeypatch, "model=strong", f"attempts={ATTEMPTS}") == 0
    assert view() == whole
    assert "a process that makes calls has ended (exit code -9)" in capfd.readouterr().err
    assert ASKED <= len(server.calls()) <= ASKED + 12


def test_a_refused_key_ends_the_stage_with_one_line(
    ran: Counter[int],
    mini: Project,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    server.settings(failing=["strong"], status=401, fail_times=0)
    calls(mini, concurrency=12)
    assert run(generate.main, monkeypatch, "model=strong", f"attempts={ATTEMPTS}") == 1
    server.settings(failing=[], status=503)
    told = capfd.readouterr().err.splitlines()
    assert len([line for line in told if "the provider refuses 'openai/strong'" in line]) == 1
    assert not [line for line in told if "Traceback" in line]
    assert 0 < len(server.calls()) <= 12


@pytest.mark.skipif(module._processors() < 2, reason="one processor: no workers")
def test_an_interrupt_ends_the_stage_and_its_workers_and_keeps_what_was_bought(
    mini: Project, server: FakeServer
) -> None:
    calls(mini, concurrency=128)
    server.settings(latency_s=0.5)
    stage = subprocess.Popen(
        [sys.executable, "-m", "stages.generate", "model=strong", "attempts=30"],
        env=mini.environment() | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    ledger, workers = Path(".assay/ledger/generate/strong.jsonl"), set[int]()
    deadline = time.monotonic() + 60
    while not ledger.exists() or len(ledger.read_text().splitlines()) < 20:
        workers |= _children(stage.pid)
        assert time.monotonic() < deadline and stage.poll() is None
        time.sleep(0.05)
    before = len(ledger.read_text().splitlines())
    os.killpg(stage.pid, signal.SIGINT)
    _, told = stage.communicate(timeout=30)
    assert stage.returncode not in (0, None) and "Traceback" not in told
    kept = [json.loads(line) for line in ledger.read_text().splitlines()]
    assert len(kept) >= before
    assert len(workers) == 2 and not any(map(psutil.pid_exists, workers))


def _children(process: int) -> set[int]:
    return {child.pid for child in psutil.Process(process).children()}
