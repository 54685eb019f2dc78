"""What a killed run left in the folder for temporary files is removed, and nothing else is."""

import os
import subprocess
from pathlib import Path

import pytest

from assay.sandbox.scratch import scratch_folder, sweep_scratch


def test_only_what_dead_ones_left_is_swept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    dead = subprocess.Popen(["true"])
    dead.wait()
    (tmp_path / "elsewhere").mkdir()
    for name in (f"assay-{dead.pid}-x", "assay-slots-0", f"assay-{os.getppid()}-x"):
        (tmp_path / name / "inside").mkdir(parents=True)
    (tmp_path / f"assay-{dead.pid}-link").symlink_to(tmp_path / "elsewhere")
    with scratch_folder() as mine:
        sweep_scratch()
        left = {path.name for path in tmp_path.iterdir()}
    assert f"assay-{dead.pid}-x" not in left
    assert left == {
        *("elsewhere", "assay-slots-0", f"assay-{os.getppid()}-x"),
        *(f"assay-{dead.pid}-link", mine.name),
    }
    assert not mine.exists()
