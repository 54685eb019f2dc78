"""Paid answers stay paid, whatever ends a run."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from tests.conftest import CopyProject, FakeServer, MadeOnce
from tests.forked import Forked
from tests.project import Project

pytestmark = pytest.mark.slow

CALLS = 6 * (2 + 5)
"""Six attempts at two prompts and a dialogue of five turns."""
AT_ONCE = 2
BY_HAND = ("python", "-m", "stages.generate")
BY_DVC = ("dvc", "repro", "generate")


def wait_until(condition: Callable[[], object], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def processes_in(folder: Path) -> list[psutil.Process]:
    """The processes that work in the folder: DVC, the shell and the stage."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):  # it has ended, or is another user's
            is_alive = process.status() != psutil.STATUS_ZOMBIE
            if is_alive and Path(process.cwd()) == folder:
                found.append(process)
    return found


@pytest.fixture(autouse=True)
def nothing_ignored() -> Iterator[None]:
    """A child inherits what nohup, or a shell's `&`, told the tests to ignore: here, nothing."""
    ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    ignored = [number for number in ends if signal.getsignal(number) == signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.SIG_DFL)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(scope="session")
def rendered(made_once: MadeOnce, built_in_project: Path, copy_project: CopyProject) -> Path:
    """A project about to pay for all calls, two at once."""

    def make(root: Path) -> None:
        project = copy_project(built_in_project, root)
        project.remote("model", "strong")
        project.params(models=["strong"], attempts=6)
        project.replace("conf/calls/default.yaml", "concurrency: 64", f"concurrency: {AT_ONCE}")
        project.repro("render")

    return made_once("rendered", make)


@pytest.fixture
def paying(rendered: Path, tmp_path: Path, server: FakeServer) -> Project:
    """A copy of it, whose processes are those of a user."""
    server.settings(latency_s=0.5)
    return Project.copy(rendered, tmp_path / "project", server.url)


@contextmanager
def started(project: Project, server: FakeServer, *command: str) -> Iterator[subprocess.Popen[str]]:
    """The command in a process group of its own, from its third reply on."""
    environment = project.environment() | {"SHELL": "/bin/sh"}  # bash would hand its place over
    run = subprocess.Popen(
        command, cwd=project.root, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        wait_until(lambda: sum(call["done"] for call in server.calls()) >= 3)
        yield run
    finally:
        for process in processes_in(project.root):
            process.kill()
        run.wait()


def to_one(run: subprocess.Popen[str], number: int) -> None:
    run.send_signal(number)


def to_group(run: subprocess.Popen[str], number: int) -> None:
    """As a terminal, or a CI system that ends all that it started."""
    os.killpg(run.pid, number)


@pytest.mark.parametrize(
    ("command", "send", "number"),
    [
        (BY_HAND, to_one, signal.SIGHUP),
        (BY_DVC, to_group, signal.SIGINT),
        (BY_DVC, to_group, signal.SIGHUP),
        (BY_DVC, to_one, signal.SIGTERM),
        (BY_DVC, to_one, signal.SIGKILL),
    ],
    ids=lambda value: getattr(value, "name", getattr(value, "__name__", None)),
)
def test_whatever_ends_a_run_starts_no_further_call_and_keeps_those_under_way(
    paying: Project,
    server: FakeServer,
    forked: Forked,
    command: tuple[str, ...],
    send: Callable[[subprocess.Popen[str], int], None],
    number: int,
) -> None:
    with started(paying, server, *command) as run:
        begun = len(server.calls())
        send(run, number)
        wait_until(lambda: not processes_in(paying.root))
        printed = run.communicate()[0]
    made = server.calls()
    assert len(made) <= begun + AT_ONCE and all(call["done"] for call in made)
    assert "interrupted: no further call starts" in printed
    assert "cut off" not in printed and "Traceback" not in printed

    server.settings(latency_s=0)
    Project(paying.root, server.url, forked.path).repro("generate")
    assert len(server.calls()) == CALLS, "none is paid twice"


def test_a_second_run_says_who_is_at_work_and_disturbs_nothing(
    paying: Project, server: FakeServer, forked: Forked
) -> None:
    other = Project(paying.root, server.url, forked.path)
    paying.params(attempts=60)  # minutes, until the latency goes
    with started(paying, server, *BY_DVC) as run:
        (stage,) = [
            process
            for process in processes_in(paying.root)
            if process.cmdline()[1:] == ["-m", "stages.generate"]
        ]
        for name in ("generate", "score"):
            second = other.stage(name)
            assert second.returncode == 1
            assert f"{name}: error: generate (process {stage.pid}, since " in second.stderr
            assert "is at work in this checkout: wait until it has ended" in second.stderr
        again = other.repro("generate", check=False)
        assert again.code != 0 and f"(PID {run.pid})" in again.out + again.err
        assert other.stage("generate", "calls.mode=plan").returncode == 0, "readers do not wait"
        assert run.poll() is None
        server.settings(latency_s=0)
        assert run.wait(timeout=120) == 0
    assert len(server.calls()) == 10 * CALLS
