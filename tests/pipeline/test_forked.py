"""What the tests' warm process changes of DVC changes nothing that DVC writes."""

from pathlib import Path

import pytest
from dvc.utils.serialize import modify_yaml

from tests.forked import read_lock_files_in_c
from tests.project import Project

pytestmark = pytest.mark.slow

VALUES = {
    "words": "null true yes 12:30 1_0 0o17 1e3 0x1 2026-01-01 #c -".split(),
    "texts": ["a: b", "- c", "é\u2028", "x" * 200, "", " "],
    "lines": "two\nlines\n",
    "numbers": [0, -1, 1.5, 1e-9, 1e22],
    "none": None,
    "flags": {True: False},
    "empty": [{}, []],
}


def test_dvc_writes_the_same_lock_file_however_it_reads_it(
    finished: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = finished.root / "dvc.lock"
    second = finished.root / "again/dvc.lock"
    add(first, VALUES)
    second.parent.mkdir()
    second.write_bytes(first.read_bytes())
    add(first, {})
    with monkeypatch.context() as patch:
        patch.setattr("dvc.utils.serialize._yaml.parse_yaml_for_update", None)
        read_lock_files_in_c()
        add(second, {})
    assert second.read_bytes() == first.read_bytes()
    assert b"generate@" in first.read_bytes() and b"two" in first.read_bytes()


def add(path: Path, values: dict[str, object]) -> None:
    with modify_yaml(path) as lock:
        lock.setdefault("params", {}).update(values)
