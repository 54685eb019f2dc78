"""Memory is bounded by the kernel, or the sandbox refuses to work and says what to set."""

from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.sandbox import cgroup
from assay.sandbox.cgroup import hard_bounds
from assay.sandbox.sandbox import Sandbox
from tests.assay.sandbox.conftest import BOUNDS

LIMIT = BOUNDS.model_copy(update={"memory_mb": 1024})


@pytest.fixture(autouse=True)
def _no_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user who may make no control group."""
    monkeypatch.setattr(cgroup, "ROOT", tmp_path / "none")
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)


def systemd(folder: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """A stand-in for systemd-run, and the address of the user's systemd."""
    program = folder / "systemd-run"
    program.write_text(f"#!/bin/sh\nexit {code}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))


def test_a_users_systemd_bounds_memory_and_its_address_stays_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemd(tmp_path, monkeypatch, 0)
    with hard_bounds(LIMIT) as words:
        assert words[2:5] == ("systemd-run", "--user", "--scope")
        assert f"MemoryMax={1 << 30}" in words and "TasksMax=64" in words
        assert words[words.index("--") + 1 :][:2] == ("env", "-i")


def test_without_hard_bounds_the_sandbox_says_what_to_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemd(tmp_path, monkeypatch, 1)
    with hard_bounds(LIMIT) as words:
        assert words == ()
    with pytest.raises(AssayError) as refused:
        Sandbox(BOUNDS, tmp_path / "etc")
    assert "allow_soft_bounds: true" in str(refused.value)
