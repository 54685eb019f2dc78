"""Fixtures: the fake server in its own process, and a small project for the real pipeline."""

import compileall
import gc
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from tests.forked import Forked
from tests.project import ROOT, Project
from tests.shipped import copy_product

# No example has a time limit: a busy machine is no reason to fail. In CI the examples are the same
# each time. On a developer's machine the search goes on.
settings.register_profile(
    "assay",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("assay")
# A shell starts what is in the background without Ctrl-C, and so would be all that tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Thousands of tests are in memory: collecting garbage as often as Python does took a tenth of the
# time.
gc.set_threshold(20_000, 50, 20)


IS_WORKER = "PYTEST_XDIST_WORKER" in os.environ
"""Whether this is one of several processes that pytest has started."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: one more than there are cores, because pipeline tests often wait."""
    return (os.cpu_count() or 1) + 1


LONGEST = ("tests/pipeline/test_committed_run.py", "tests/pipeline/test_two_clones.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest and often waits comes first: at the end nothing runs beside it."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))


class FakeServer:
    """The running fake server, as a test sees it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._seen = 0

    def calls(self) -> list[dict[str, Any]]:
        """Every call since the last `mark`."""
        with urllib.request.urlopen(f"{self.url}/calls?since={self._seen}") as reply:
            return list(json.load(reply))

    def mark(self) -> None:
        """Count calls from here on."""
        with urllib.request.urlopen(f"{self.url}/calls/number") as reply:
            self._seen = int(json.load(reply))

    def count(self) -> Counter[str]:
        """Calls since the last mark, by model."""
        return Counter(call["model"] for call in self.calls())

    def settings(self, **values: Any) -> None:
        request = urllib.request.Request(
            f"{self.url}/settings", json.dumps(values).encode(), method="POST"
        )
        urllib.request.urlopen(request).close()


@pytest.fixture(scope="session")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port_file = tmp_path_factory.mktemp("server") / "port"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fake_server", "--port-file", str(port_file)], cwd=ROOT
    )
    try:
        deadline = time.monotonic() + 300
        while not port_file.exists():
            assert process.poll() is None and time.monotonic() < deadline, (
                "the fake server did not start"
            )
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port_file.read_text()}"
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def server(server_process: str) -> FakeServer:
    """The fake server, without latency or failures, counting from now."""
    fake = FakeServer(server_process)
    fake.settings(reset=True)
    fake.mark()
    return fake


@pytest.fixture(scope="session")
def forked(shared_folder: Path) -> Forked:
    """One for all of pytest's processes, since it takes seconds and memory to start."""
    folder = shared_folder / "forked"
    with FileLock(f"{folder}.lock"):
        if not folder.exists():
            Forked.start(folder, os.getppid() if IS_WORKER else os.getpid())
    return Forked(folder)


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The temporary folder that all of pytest's processes share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if IS_WORKER else own


MadeOnce = Callable[[str, Callable[[Path], object]], Path]
"""The folder of a name, which the first of pytest's processes that asks makes. Nobody changes it.
"""


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory, shared_folder: Path) -> MadeOnce:
    def folder(name: str, make: Callable[[Path], object]) -> Path:
        path = shared_folder / name
        with FileLock(f"{path}.lock"):
            if not path.exists():
                unfinished = tmp_path_factory.mktemp(name) / name
                make(unfinished)
                unfinished.rename(path)
        return path

    return folder


@pytest.fixture(scope="session")
def product(made_once: MadeOnce) -> Path:
    """A copy of this repository without a team's own content, and with the shipped params.yaml."""
    return made_once("product", copy_product)


@pytest.fixture(scope="session")
def built_in_project(made_once: MadeOnce) -> Path:
    """A committed project whose run is the built-in models under checks. Nothing has run yet."""

    def make(root: Path) -> None:
        project = Project.create(root)
        project.git("repack", "-adq")  # one file instead of hundreds to copy
        for package in ("assay", "stages", "tools"):
            compileall.compile_dir(root / package, quiet=1)

    return made_once("built_in_project", make)


CopyProject = Callable[[Path, Path], Project]
"""Makes a project in a new folder, the second, that is like that in the first."""


@pytest.fixture(scope="session")
def copy_project(server_process: str, forked: Forked) -> CopyProject:
    """The copy asks the fake server, and its stages run in forks."""
    return lambda source, root: Project.copy(source, root, server_process, forked.path)


@pytest.fixture
def project(built_in_project: Path, tmp_path: Path, copy_project: CopyProject) -> Project:
    """A copy of that project, for one test to change."""
    return copy_project(built_in_project, tmp_path / "project")


@pytest.fixture(scope="session")
def built_in_run(made_once: MadeOnce, built_in_project: Path, copy_project: CopyProject) -> Path:
    """That project after its run, committed."""

    def make(root: Path) -> None:
        project = copy_project(built_in_project, root)
        project.repro()
        project.commit("run")

    return made_once("built_in_run", make)


@pytest.fixture
def finished(built_in_run: Path, tmp_path: Path, copy_project: CopyProject) -> Project:
    """A copy of the finished run of the built-in models, for one test to change."""
    return copy_project(built_in_run, tmp_path / "project")
