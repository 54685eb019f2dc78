"""So many answers run on the machine at once, and one that must be alone is."""

import fcntl
import os
from pathlib import Path

import pytest

from assay.sandbox.slots import slot


@pytest.fixture(autouse=True)
def _three_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(os, "cpu_count", lambda: 3)


def free(tmp_path: Path) -> int:
    """How many slots another process could take now."""
    count = 0
    for path in sorted(tmp_path.glob("assay-slots-*/*")):
        with path.open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            count += 1
    return count


def test_each_answer_takes_one_slot_and_gives_it_back(tmp_path: Path) -> None:
    with slot(3):
        assert free(tmp_path) == 2
        with slot(3):
            assert free(tmp_path) == 1
    assert free(tmp_path) == 3


def test_an_answer_that_runs_alone_takes_all_slots_of_the_machine(tmp_path: Path) -> None:
    with slot(1, alone=True):
        assert free(tmp_path) == 0
