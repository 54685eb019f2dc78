"""Interrupts of a real stage: no further call starts; what is under way is kept if it may be."""

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil
import pytest

from tests.conftest import FakeServer
from tests.forked import Forked
from tests.ledgers import paid
from tests.project import Project
from tests.stages.generate.test_main_calls import calls

pytestmark = pytest.mark.slow

LATENCY_S = 3.0
AT_ONCE = 4


@pytest.fixture
def prompted(project: Project, server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project of three prompts, as the working directory."""
    project.remote("model", "strong")
    project.params(models=["strong"])
    project.stage("render", check=True)
    monkeypatch.chdir(project.root)
    return project


@contextmanager
def stage_of(
    project: Project, forked: Forked, *overrides: str
) -> Iterator[tuple["subprocess.Popen[str]", psutil.Process]]:
    """The stage as it was started, and the process that runs it, to which signals go."""
    started = subprocess.Popen(
        ["python", "-m", "stages.generate", "models=[strong]", *overrides],
        env=project.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    running = forked.stage_in(project.root)
    try:
        yield started, running
    finally:
        with suppress(psutil.NoSuchProcess):
            running.kill()
        started.communicate()


def interrupted(project: Project, forked: Forked, *signals: signal.Signals) -> str:
    """What a stage prints that gets these signals when four calls have ended and four are under
    way. None of them ends it with a traceback."""
    with stage_of(project, forked, "attempts=10") as (started, running):
        deadline = time.monotonic() + 90
        while len(paid()) < AT_ONCE:
            assert time.monotonic() < deadline and started.poll() is None
            time.sleep(0.05)
        time.sleep(0.5)
        for number in signals:
            running.send_signal(number)
            time.sleep(0.3)
        _, printed = started.communicate(timeout=60)
    assert started.returncode == 130 and "Traceback" not in printed
    return printed


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_first_interrupt_starts_no_call_and_keeps_those_under_way(
    prompted: Project, server: FakeServer, forked: Forked, number: signal.Signals
) -> None:
    calls(prompted, concurrency=AT_ONCE)
    server.settings(latency_s=LATENCY_S)
    printed = interrupted(prompted, forked, number)
    assert "interrupted: no further call starts; 4 calls under way have 30 s to end" in printed
    assert "interrupted: every completed call is kept, run again to go on" in printed
    assert "cut off" not in printed
    assert len(server.calls()) == len(paid()) == 2 * AT_ONCE


@pytest.mark.parametrize(
    ("drain_s", "signals"), [(0.5, [signal.SIGTERM]), (30, [signal.SIGINT, signal.SIGINT])]
)
def test_what_takes_longer_than_it_may_or_is_interrupted_again_is_cut_off_and_that_is_said(
    prompted: Project,
    server: FakeServer,
    forked: Forked,
    drain_s: float,
    signals: list[signal.Signals],
) -> None:
    calls(prompted, concurrency=AT_ONCE, drain_s=drain_s)
    server.settings(latency_s=LATENCY_S)
    printed = interrupted(prompted, forked, *signals)
    assert "4 calls were cut off; the provider may charge for them" in printed
    assert len(paid()) == AT_ONCE


def test_calls_that_wait_for_another_try_are_given_up_at_once(
    prompted: Project, server: FakeServer, forked: Forked
) -> None:
    calls(prompted, concurrency=AT_ONCE, max_retries=6, retry_wait_s=60)
    server.settings(failing=["strong"], status=500, fail_times=0)
    with stage_of(prompted, forked) as (stage, running):
        assert stage.stderr
        announced = stage.stderr.readline()
        assert ": asked again in " in announced, announced
        time.sleep(2)  # until all have failed once
        running.send_signal(signal.SIGTERM)
        _, printed = stage.communicate(timeout=20)  # and not the minute of the wait
    assert stage.returncode == 130 and "0 calls under way" in printed
