"""Fixtures: the fake server in its own process, and a small project for the real pipeline."""

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.forked import Forked
from tests.project import ROOT, Project

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
if os.environ.get("CI"):
    settings.load_profile(
        "repeatable"
    )  # CI tells the same each time; at a developer's desk the search goes on


class FakeServer:
    """The running fake server, as a test sees it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._seen = 0

    def calls(self) -> list[dict[str, Any]]:
        """Every call since the last `mark`."""
        with urllib.request.urlopen(f"{self.url}/calls") as reply:
            return list(json.load(reply)[self._seen :])

    def mark(self) -> None:
        """Count calls from here on."""
        self._seen += len(self.calls())

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
        deadline = time.monotonic() + 60
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
    fake.settings(latency_s=0, median_s=0, failing=[], twice=False, window=0)
    fake.mark()
    return fake


@pytest.fixture(scope="session")
def forked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    process = Forked(tmp_path_factory.mktemp("forked"))
    yield process
    process.end()


@pytest.fixture
def project(tmp_path: Path, server_process: str, forked: Forked) -> Project:
    """A project whose committed run is the built-in models under checks."""
    return Project.create(tmp_path / "project", server_process, forked.path)
