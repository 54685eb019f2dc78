"""Work that is tried in a child process: one child for all, until a piece of work is too large."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE, Popen

import psutil
import pytest

from assay.code.memory_trial import MOST_MEMORY, MemoryTrial
from tests.project import ROOT

LEAKED: list[bytes] = []
"""What the work keeps in the child."""


def work(request: bytes) -> None:
    """Do what the request names: each is a line in Python."""
    exec(request.decode())


@pytest.fixture
def trial() -> MemoryTrial:
    return MemoryTrial(work)


def child_of(trial: MemoryTrial) -> int:
    """The process id of the child that the trial starts, or has started."""
    assert trial.stays_in_memory(b"pass")
    assert trial._child is not None
    return trial._child.process_id


def test_one_child_does_all_work_that_fits(trial: MemoryTrial) -> None:
    first = child_of(trial)
    assert trial.stays_in_memory(b"bytes(100 << 20)")
    assert child_of(trial) == first


@pytest.mark.parametrize(
    "request_",
    [b"bytes(%d)" % (MOST_MEMORY * 11 // 10), b"1 / 0", b"os.kill(os.getpid(), 9)", b"os._exit(0)"],
    ids=["memory", "error", "killed", "gone"],
)
def test_work_that_fails_costs_the_next_nothing(trial: MemoryTrial, request_: bytes) -> None:
    first = child_of(trial)
    assert not trial.stays_in_memory(request_)
    assert child_of(trial) != first and not psutil.pid_exists(first)


def test_what_work_leaves_behind_takes_no_room_from_the_next(trial: MemoryTrial) -> None:
    for _ in range(3):
        assert trial.stays_in_memory(b"LEAKED.append(bytes(300 << 20))")


def test_threads_and_forks_get_their_own_answers(trial: MemoryTrial) -> None:
    requests = [b"pass", b"1 / 0"] * 20
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(trial.stays_in_memory, requests)) == [True, False] * 20
    first = child_of(trial)
    fork = os.fork()
    if fork == 0:
        os._exit(trial.stays_in_memory(b"1 / 0") or child_of(trial) == first)
    assert os.waitpid(fork, 0)[1] == 0
    assert child_of(trial) == first


def test_an_interrupted_trial_is_not_answered_by_the_work_before(
    trial: MemoryTrial, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("assay.code.memory_trial._reply", interrupted)
        with pytest.raises(KeyboardInterrupt):
            trial.stays_in_memory(b"pass")
    assert not trial.stays_in_memory(b"1 / 0")


USED_AND_KILLED = """
import os
from tests.assay.code.test_memory_trial import MemoryTrial, child_of, work
with open("/dev/null") as lock:
    print(child_of(MemoryTrial(work)), flush=True)
    os.kill(os.getpid(), 9)
"""


def test_a_child_holds_no_file_of_its_parent_and_ends_after_it(
    tmp_path: Path, trial: MemoryTrial
) -> None:
    with (tmp_path / "lock").open("w"):
        files = [file.path for file in psutil.Process(child_of(trial)).open_files()]
    assert files in ([], [os.devnull] * 3)
    with Popen([sys.executable, "-c", USED_AND_KILLED], cwd=ROOT, stdout=PIPE) as process:
        assert process.stdout is not None
        child = int(process.stdout.read())  # all of it: the child has let go of the pipe
    deadline = time.monotonic() + 60
    while psutil.pid_exists(child) and psutil.Process(child).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline
        time.sleep(0.02)
