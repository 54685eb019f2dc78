"""A Dask cluster on loopback: a scheduler and three workers, real processes."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, chdir
from pathlib import Path

import pytest

from assay.cluster import Cluster, open_workers
from assay.errors import AssayError
from assay.workers import WorkerFault, outcomes
from tests.project import ROOT

MODULE = "tests.assay.test_cluster"
ITEMS = 30


def doubled(number: int) -> tuple[int, int]:
    """Twice the number, and who computed it."""
    time.sleep(0.1)
    return 2 * number, os.getppid()


def refused(_: int) -> int:
    raise AssayError("a.yaml: key b: write c")


def spun(_: int) -> int:
    os.abort()


def prefers_no_third() -> str:
    return "there is no sandbox" if os.environ.get("WORKER") == "3" else ""


class Running:
    """A scheduler and its workers."""

    def __init__(self, stack: ExitStack) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        self.address = f"tcp://127.0.0.1:{port}"
        one = ("--host", "127.0.0.1", "--no-dashboard")
        self._start(stack, "scheduler", "--port", port, *one)
        worker = ("worker", self.address, "--no-nanny", "--nthreads", "1", *one)
        self.workers = [self._start(stack, *worker, number=each) for each in ("1", "2", "3")]

    def _start(self, stack: ExitStack, *words: str, number: str = "") -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *words]
        environment = os.environ | {"WORKER": number}
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
        )
        stack.callback(process.wait)
        stack.callback(process.kill)
        return process


def threads_at(address: str) -> int:
    """0 until a worker has joined."""
    try:
        cluster = Cluster(address)
    except AssayError:
        return 0
    cluster.close()
    return cluster.threads


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with ExitStack() as stack, chdir(ROOT):
        made = Running(stack)
        until = time.monotonic() + 120
        while (joined := threads_at(made.address)) < 3:
            assert time.monotonic() < until, f"{joined} of 3 workers joined"
        yield made


@pytest.mark.slow
def test_errors_and_faults_come_back_as_from_this_machine(running: Running) -> None:
    with open_workers(running.address, [MODULE]) as workers:
        (fault,) = outcomes(workers, spun, [1])
        assert isinstance(fault, WorkerFault) and fault.kind == "memory"
        with pytest.raises(AssayError, match=r"a\.yaml: key b: write c"):
            list(outcomes(workers, refused, [1]))


@pytest.mark.slow
def test_a_worker_that_cannot_be_used_gets_nothing_and_says_why(
    running: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = Cluster(running.address, prefers_no_third)
    assert cluster.threads == 2
    assert capsys.readouterr().err.count("gets no work: there is no sandbox") == 1
    cluster.close()


@pytest.mark.slow
def test_a_worker_with_other_files_is_refused(
    running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssayError, match=r"no worker at .* can be used"):
        Cluster(running.address)


def test_a_scheduler_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.cluster.CONNECT_S", 1)
    with pytest.raises(AssayError, match=r"executor: no Dask scheduler at tcp://127\.0\.0\.1:9"):
        open_workers("tcp://127.0.0.1:9", [])


@pytest.mark.slow
def test_a_killed_worker_loses_no_item(running: Running) -> None:
    """The last one: it leaves two workers."""
    with open_workers(running.address, [MODULE]) as workers:
        results = outcomes(workers, doubled, range(ITEMS))
        found = [next(results)]
        running.workers[0].kill()
        found += results
    numbers = [item[0] for item in found if not isinstance(item, WorkerFault)]
    assert numbers == [2 * number for number in range(ITEMS)]
    servers = {item[1] for item in found if not isinstance(item, WorkerFault)}
    assert len(servers) >= 2
