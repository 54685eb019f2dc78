"""A sandbox with small bounds, for tests that put hostile programs into it."""

import sys
from pathlib import Path
from typing import Any, Literal

import pytest

from assay.errors import AssayError
from assay.sandbox.bounded import CommandOutcome
from assay.sandbox.execution_config import ExecutionBounds, ExecutionConfig, MutantSeconds, Seconds
from assay.sandbox.programs import python
from assay.sandbox.sandbox import Job, Sandbox
from assay.sandbox.toolchains import Toolchain, ToolchainConfig

BOUNDS = ExecutionBounds(
    seconds=Seconds(types=20, build=20, own_tests=20, behaviours=60, total=100),
    memory_mb=512,
    processes=64,
    disk_mb=64,
    log_kb=16,
    collected_mb=4,
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test is in a folder of its own."""
    monkeypatch.chdir(tmp_path)


def write(path: str | Path, text: str) -> Path:
    """Write a file of the current folder."""
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
    return place


def toolchain_of(kind: Literal["node", "python"], name: str = "t", **config: Any) -> Toolchain:
    """A toolchain that is not installed."""
    whole = ToolchainConfig(kind=kind, **config)
    place = Path("toolchains") / name
    return Toolchain(name, place, place, whole, "k" * 64, "l" * 64)


def small_config() -> ExecutionConfig:
    return ExecutionConfig(
        jobs=0,
        node="auto",
        node_version="20",
        browser="auto",
        allow_soft_bounds=True,
        bounds=BOUNDS,
        mutant_seconds=MutantSeconds(one=20, total=100),
    )


def opened(folder: Path) -> Sandbox:
    """The sandbox to try. AssayError if it is not there."""
    return Sandbox(BOUNDS, folder, allow_soft=True)


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    try:
        return opened(tmp_path_factory.mktemp("etc"))
    except AssayError as reason:
        pytest.skip(str(reason))


class Hostile:
    """Runs shell commands or Python programs in the sandbox."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox

    def shell(
        self, text: str, seconds: float = 30, collect: tuple[str, ...] = ()
    ) -> CommandOutcome:
        return self._sandbox.run(Job(("sh", "-c", text), seconds, collect=collect))

    def python(self, text: str, seconds: float = 30) -> CommandOutcome:
        program = python()
        command = (program.inside, "-c", text)
        return self._sandbox.run(Job(command, seconds, mounts=program.mounts))


@pytest.fixture
def hostile(sandbox: Sandbox) -> Hostile:
    return Hostile(sandbox)


def bystanders(word: str) -> list[str]:
    """The command lines on this machine that contain the word, this process' own aside."""
    found = list[str]()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        found += [line] if word in line and sys.executable not in line else []
    return found
