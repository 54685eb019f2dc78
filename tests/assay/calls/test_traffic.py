"""Limits and budgets hold over all processes of the machine, also when one of them dies."""

import itertools
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from assay.calls import traffic as module
from assay.calls.traffic import (
    CallEstimate,
    OverBudget,
    Traffic,
    TrafficBounds,
    Wait,
    current_run,
)
from assay.errors import AssayError

CALL = CallEstimate("openai", tokens=100, usd=1.0)
OTHER = """
import os, signal, sys, time
from pathlib import Path
from assay.calls.traffic import TrafficBounds, Traffic, CallEstimate
traffic = Traffic(Path(sys.argv[1]), "run")
print(traffic.admit(CallEstimate("openai", 100, 1.0), TrafficBounds(1)), flush=True)
time.sleep(60)
"""


CROWD = """
import asyncio, sys, time
from pathlib import Path
from assay.records.pipeline import Response
from assay.calls.gate import Gate
from assay.calls.traffic import TrafficBounds, OverBudget, Traffic

async def call(gate, ends):
    try:
        async with gate.slot(1, 0.0) as slot:
            started = time.monotonic()
            await asyncio.sleep(0.02)
            slot.response = Response(text="x")
            ends.append((started, time.monotonic()))
    except OverBudget:
        pass

async def main():
    gate = Gate("openai", TrafficBounds(5, max_calls=300), Traffic(Path(sys.argv[1]), "run"))
    ends = []
    await asyncio.gather(*(call(gate, ends) for _ in range(150)))
    print(*(f"{start} {end}" for start, end in ends), sep="\\n")

asyncio.run(main())
"""
"""A process with more calls to make than it may, beside others like it."""


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    fake = Clock()
    monkeypatch.setattr(module.time, "monotonic", fake.monotonic)
    return fake


def opened(folder: Path, run: str = "run") -> Traffic:
    return Traffic(folder / "traffic.sqlite", run)


def waits(traffic: Traffic, call: CallEstimate, bounds: TrafficBounds) -> float:
    answer = traffic.admit(call, bounds)
    assert isinstance(answer, Wait)
    return answer.seconds


def test_two_processes_share_the_number_of_calls_at_once(tmp_path: Path) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    first = one.admit(CALL, TrafficBounds(2))
    assert isinstance(other.admit(CALL, TrafficBounds(2)), int)
    assert isinstance(one.admit(CALL, TrafficBounds(2)), Wait)
    assert isinstance(one.admit(CallEstimate("anthropic", 1, 0.0), TrafficBounds(2)), int), (
        "another place has room of its own"
    )
    assert isinstance(first, int)
    other.settle(first, 0, 0.0)
    assert isinstance(one.admit(CALL, TrafficBounds(2)), int)


@pytest.mark.slow
def test_bounds_hold_while_four_processes_want_more_than_they_may(tmp_path: Path) -> None:
    command = [sys.executable, "-c", CROWD, str(tmp_path / "traffic.sqlite")]
    crowd = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    lines = [
        line.split() for process in crowd for line in process.communicate()[0].splitlines() if line
    ]
    assert [process.returncode for process in crowd] == [0] * 4
    times = sorted(
        (float(time), change) for start, end in lines for time, change in ((start, 1), (end, -1))
    )
    under_way = list(itertools.accumulate(change for _, change in times))
    assert len(lines) == 300 and max(under_way) == 5


def test_the_calls_of_a_killed_process_hold_no_place(tmp_path: Path) -> None:
    path = tmp_path / "traffic.sqlite"
    killed = subprocess.Popen(
        [sys.executable, "-c", OTHER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert killed.stdout and killed.stdout.readline().strip() == "1"
    traffic = opened(tmp_path)
    assert isinstance(traffic.admit(CALL, TrafficBounds(1)), Wait)
    killed.kill()
    killed.wait()
    deadline = time.monotonic() + 30
    while not isinstance(traffic.admit(CALL, TrafficBounds(1)), int):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_requests_per_minute_wait_until_the_oldest_is_a_minute_old(
    tmp_path: Path, clock: Clock
) -> None:
    traffic = opened(tmp_path)
    bounds = TrafficBounds(99, requests_per_minute=2)
    for _ in range(2):
        call = traffic.admit(CALL, bounds)
        assert isinstance(call, int)
        traffic.settle(call, 1, 0.0)
        clock.now += 10
    assert waits(traffic, CALL, bounds) == pytest.approx(40)
    clock.now += 40.1
    assert isinstance(traffic.admit(CALL, bounds), int)
    assert waits(traffic, CALL, bounds) == pytest.approx(9.9)


def test_tokens_per_minute_count_what_was_taken_once_it_is_known(
    tmp_path: Path, clock: Clock
) -> None:
    traffic = opened(tmp_path)
    bounds = TrafficBounds(99, tokens_per_minute=250)
    first = traffic.admit(CALL, bounds)
    clock.now += 10
    assert isinstance(first, int) and isinstance(traffic.admit(CALL, bounds), int)
    assert waits(traffic, CALL, bounds) == pytest.approx(50)
    traffic.settle(first, 20, 0.0)
    assert isinstance(traffic.admit(CALL, bounds), int)


def test_a_call_larger_than_a_minutes_tokens_goes_alone_instead_of_never(
    tmp_path: Path, clock: Clock
) -> None:
    traffic = opened(tmp_path)
    bounds = TrafficBounds(99, tokens_per_minute=50)
    large = CallEstimate("openai", 500, 0.0)
    assert isinstance(traffic.admit(large, bounds), int)
    assert waits(traffic, large, bounds) == pytest.approx(60)


def test_a_pause_holds_for_every_process_and_only_there(tmp_path: Path, clock: Clock) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    one.pause("openai", 30)
    one.pause("openai", 5)
    assert waits(other, CALL, TrafficBounds(9)) == pytest.approx(30)
    assert isinstance(other.admit(CallEstimate("anthropic", 1, 0.0), TrafficBounds(9)), int)
    clock.now += 31
    assert isinstance(other.admit(CALL, TrafficBounds(9)), int)


def test_a_budget_is_never_passed_and_waits_while_calls_may_turn_out_cheaper(
    tmp_path: Path,
) -> None:
    one = opened(tmp_path)
    other = opened(tmp_path)
    bounds = TrafficBounds(99, budget_usd=2.5)
    calls = [one.admit(CALL, bounds), other.admit(CALL, bounds)]
    assert isinstance(one.admit(CALL, bounds), Wait), "two may cost 2.00; a third might pass 2.50"
    for call in calls:
        assert isinstance(call, int)
        one.settle(call, 10, 0.25)
    assert isinstance(one.admit(CALL, bounds), int)
    assert isinstance(other.admit(CALL, bounds), int)
    assert one.spent() == (2.5, 4)


def test_a_call_that_cannot_fit_is_refused_with_the_figures(tmp_path: Path) -> None:
    traffic = opened(tmp_path)
    bounds = TrafficBounds(99, budget_usd=1.5)
    call = traffic.admit(CALL, bounds)
    assert isinstance(call, int)
    traffic.settle(call, 10, 1.0)
    with pytest.raises(
        OverBudget, match=r"\$1.00 were or may .* may cost up to \$1.00.* is \$1.50"
    ):
        traffic.admit(CALL, bounds)
    assert isinstance(opened(tmp_path, "another run").admit(CALL, bounds), int)


def test_the_number_of_calls_is_bounded_too(tmp_path: Path) -> None:
    traffic = opened(tmp_path)
    bounds = TrafficBounds(99, max_calls=1)
    traffic.admit(CALL, bounds)
    with pytest.raises(OverBudget, match="1 calls were made"):
        traffic.admit(CALL, bounds)


def test_times_of_before_a_restart_of_the_machine_count_no_more(
    tmp_path: Path, clock: Clock
) -> None:
    traffic = opened(tmp_path)
    bounds = TrafficBounds(99, requests_per_minute=1)
    traffic.admit(CALL, bounds)
    clock.now = 5.0
    assert isinstance(opened(tmp_path).admit(CALL, bounds), int)


def test_a_file_that_is_no_database_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "traffic.sqlite").write_bytes(
        b"no database at all, but long enough to be taken for one" * 20
    )
    with pytest.raises(AssayError, match=r"traffic.sqlite: cannot be used .* deleted"):
        opened(tmp_path)


def test_a_run_is_named_by_the_environment_or_by_the_outermost_make(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ASSAY_RUN", raising=False)
    assert current_run() == current_run()
    monkeypatch.setenv("ASSAY_RUN", "mine")
    assert current_run() == "mine"
    assert os.environ["ASSAY_RUN"] == "mine"


IN_A_CONTAINER = ("unshare", "--map-root-user", "--pid", "--fork", "--mount-proc", "--kill-child")
MANY = """
import os, sys, time
from pathlib import Path
from assay.calls.traffic import CallEstimate, Traffic, TrafficBounds, Wait
traffic = Traffic(Path(sys.argv[1]), "run")
call = CallEstimate("openai", 100, 1.0)
answers = [traffic.admit(call, TrafficBounds(64, budget_usd=100.0)) for _ in range(64)]
print(os.getpid(), sum(isinstance(answer, int) for answer in answers), flush=True)
time.sleep(float(sys.argv[2]))
"""


def in_a_container(path: Path, seconds: float) -> "subprocess.Popen[str]":
    """A process that opens 64 calls, as process 1 of a namespace of its own."""
    command = [*IN_A_CONTAINER, sys.executable, "-c", MANY, str(path), str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(
    not shutil.which("unshare")
    or subprocess.run([*IN_A_CONTAINER, "true"], capture_output=True, check=False).returncode,
    reason="this machine lets nobody make a namespace of process numbers",
)
def test_calls_of_a_killed_process_hold_no_place_though_its_number_is_in_use_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "traffic.sqlite"
    killed = in_a_container(path, 60)
    assert killed.stdout and killed.stdout.readline() == "1 64\n"
    killed.kill()
    killed.wait()
    again = in_a_container(path, 0)
    assert again.communicate(timeout=60)[0] == "1 36\n", "64 dollars may have been spent of 100"


def test_a_process_that_ends_leaves_nothing_behind(tmp_path: Path) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    assert isinstance(other.admit(CALL, TrafficBounds(1)), int)
    other.close()
    one._tidied = -module.TIDY_EVERY_S
    assert isinstance(one.admit(CALL, TrafficBounds(1)), int)
    assert len(list((tmp_path / "traffic").iterdir())) == 1


def test_a_wait_names_whom_it_waits_for(tmp_path: Path) -> None:
    one, other = opened(tmp_path), opened(tmp_path)
    other.admit(CALL, TrafficBounds(1))
    answer = one.admit(CALL, TrafficBounds(1))
    assert isinstance(answer, Wait)
    assert answer.reason == (f"calls.concurrency (1) is reached by process {os.getpid()} (1 calls)")
    one.pause("openai", 30)
    answer = one.admit(CALL, TrafficBounds(9))
    assert isinstance(answer, Wait) and "no call for 30 s (Retry-After)" in answer.reason
    answer = one.admit(replace(CALL, endpoint="b"), TrafficBounds(9, budget_usd=1.5))
    assert isinstance(answer, Wait) and "1 calls under way may cost $1.00" in answer.reason


def test_a_process_that_was_stopped_in_a_transaction_is_named_and_ends_in_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "LOCKED_S", 0.2)
    one, other = opened(tmp_path), opened(tmp_path)
    other._db.execute("BEGIN IMMEDIATE")
    with pytest.raises(AssayError, match=r"cannot be used \(database is locked\)"):
        one.admit(CALL, TrafficBounds(9))
    path = tmp_path / "traffic.sqlite"
    assert capsys.readouterr().err == (
        f"{path}: calls wait: another process uses it (database is locked)\n"
    )
    other._db.execute("COMMIT")
    assert isinstance(one.admit(CALL, TrafficBounds(9)), int)


def test_a_file_of_an_older_version_is_begun_anew(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "traffic.sqlite")) as old:
        old.execute("CREATE TABLE calls (id INTEGER PRIMARY KEY, place TEXT, pid INTEGER)")
        old.commit()
    one, other = opened(tmp_path), opened(tmp_path)
    assert isinstance(one.admit(CALL, TrafficBounds(1)), int)
    assert isinstance(other.admit(CALL, TrafficBounds(1)), Wait)
