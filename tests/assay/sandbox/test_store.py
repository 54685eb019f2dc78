"""A stored execution is whole or absent, and comes back as it was."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.executions import Behaviour, Execution
from assay.sandbox.store import StoredExecution, keep, publish, published, stored


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def execution(key: str, pictures: Mapping[str, bytes] | None = None) -> StoredExecution:
    behaviours = (Behaviour(title="It opens", outcome="failed", message="Söme \x00 text"),)
    record = Execution(
        model="m", test="t", attempt=1, status="executed", key=key, behaviours=behaviours
    )
    return StoredExecution(record, pictures or {}, {"seconds": {"build": 1.5}})


def test_what_is_kept_comes_back() -> None:
    item = execution("k", {"01.png": b"\x89PNG"})
    keep(item)
    assert stored("k") == item


def test_what_was_never_kept_is_absent() -> None:
    assert stored("k") is None


@pytest.mark.parametrize("name", ["execution.json", "times.json"])
@pytest.mark.parametrize("content", [b"", b"{", b'{"model": 3}x', b"\xff"])
def test_a_damaged_execution_is_absent_and_can_be_kept_again(name: str, content: bytes) -> None:
    keep(execution("k"))
    (paths.EXECUTION_STORE / "k" / name).write_bytes(content)
    assert stored("k") is None
    keep(execution("k"))
    assert stored("k") == execution("k")


def test_a_kill_while_it_is_kept_leaves_nothing_that_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            keep(execution("k"))
    assert stored("k") is None
    assert list(paths.EXECUTION_STORE.iterdir()) == []


def test_a_full_disk_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(AssayError, match=r"No space left on device.*free space, then run again"):
        keep(execution("k"))


def test_shared_executions_come_back_with_pictures_in_the_order_of_their_keys() -> None:
    items = {key: execution(key, {"01.png": key.encode()}) for key in ("b", "a")}
    publish("m", items)
    text = paths.executed("m").read_bytes()
    assert published("m") == items
    publish("m", dict(reversed(items.items())))
    assert paths.executed("m").read_bytes() == text


def test_without_a_shared_file_there_is_none() -> None:
    assert published("m") == {}
