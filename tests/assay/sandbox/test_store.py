"""A stored execution is whole or absent, and comes back as it was."""

import os
from collections.abc import Mapping
from dataclasses import replace

import pytest

from assay.config import paths
from assay.errors import AssayError
from assay.records.execution_records import Behaviour, Execution
from assay.records.hashing import content_hash
from assay.sandbox.store import (
    PNG,
    StoredExecution,
    keep,
    machine_id,
    publish,
    published,
    stored,
    to_check,
)

KEY, OTHER = "a" * 64, "b" * 64
MACHINE = "0123456789abcdef" * 2


def execution(key: str, pictures: Mapping[str, bytes] | None = None) -> StoredExecution:
    name = next(iter(pictures or {}), "")
    text = "Söme \x00 text"
    behaviours = (Behaviour(title="It opens", outcome="failed", message=text, screenshot=name),)
    record = Execution(
        model="m", test="t", attempt=1, status="executed", key=key, behaviours=behaviours
    )
    return StoredExecution(record, pictures or {}, {"seconds": {"build": 1.5}}, MACHINE)


@pytest.mark.parametrize("content", [b"", b"{", b'{"model": 3}x', b"\xff"])
def test_a_damaged_execution_is_absent_and_can_be_kept_again(content: bytes) -> None:
    item = execution(KEY, {"01.png": PNG})
    keep(item)
    (paths.EXECUTION_STORE / f"{KEY}.jsonl").write_bytes(content)
    assert stored(KEY) is None
    keep(item)
    assert stored(KEY) == item


def test_a_kill_in_keeping_it_leaves_nothing_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(os, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            keep(execution(KEY))
    assert stored(KEY) is None


FORGERIES: dict[str, tuple[str, str]] = {
    "a behaviour": ('"outcome": "failed"', '"outcome": "passed"'),
    "a screenshot elsewhere": ('"01.png"', '"../../../etc/passwd"'),
    "a key that is a path": (KEY, "../../x"),
    "who ran it": (MACHINE, "1" * 32),
    "no such record": ('"test"', '"tset"'),
}


@pytest.mark.parametrize("forged", FORGERIES.values(), ids=FORGERIES)
def test_a_changed_shared_execution_is_named_and_alone_not_used(
    forged: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    items = {KEY: execution(KEY, {"01.png": PNG}), OTHER: execution(OTHER)}
    publish(paths.executed("m"), items)
    text = paths.executed("m").read_text()
    paths.executed("m").write_text(text.replace(*forged, 1 if KEY not in forged else -1))
    assert published("m") == {OTHER: items[OTHER]}
    assert "outputs/executed/m.jsonl:1 is not used: " in capsys.readouterr().err


@pytest.mark.parametrize("pictures", [{"01.png": b"<svg>"}, {"02.png": PNG}], ids=["svg", "absent"])
def test_a_picture_that_is_none_or_is_not_there_is_not_used(pictures: dict[str, bytes]) -> None:
    """Its hash is right: whoever forges can compute it."""
    publish(paths.executed("m"), {KEY: execution(KEY, {"01.png": PNG})})
    forged = replace(execution(KEY, {"01.png": PNG}), pictures=pictures)
    publish(paths.executed("m"), {KEY: forged})
    assert published("m") == {}


def test_some_of_what_others_executed_are_run_again_and_nothing_of_ones_own() -> None:
    keys = [content_hash(number) for number in range(1000)]
    theirs = [execution(key) for key in keys]
    assert 25 < len(to_check(theirs)) < 80 and to_check(theirs) == to_check(theirs)
    assert to_check([replace(item, machine=machine_id()) for item in theirs]) == []


def test_a_full_disk_is_named_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(AssayError, match=r"No space left on device.*free space.*, then run again"):
        keep(execution(KEY))


def test_shared_executions_come_back_with_pictures_in_the_order_of_their_keys() -> None:
    items = {key: execution(key, {"01.png": PNG + key.encode()}) for key in (OTHER, KEY)}
    publish(paths.executed("m"), items)
    text = paths.executed("m").read_bytes()
    assert published("m") == items
    publish(paths.executed("m"), dict(reversed(items.items())))
    assert paths.executed("m").read_bytes() == text
