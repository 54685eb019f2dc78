"""Record files are whole or untouched, and the same bytes on every machine."""

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.records.jsonl import (
    read_json,
    read_records,
    record_line,
    rounded,
    write_json,
    write_records,
    write_text,
)
from assay.records.pipeline import SourceFile

TEXT = st.text(st.characters(exclude_categories=["Cs"]))


@given(st.lists(st.builds(SourceFile, path=TEXT, content=st.none() | TEXT)))
def test_records_come_back_as_they_were_whatever_their_text(
    tmp_path_factory: object, records: list
) -> None:
    path = tmp_path_factory.getbasetemp() / "records.jsonl"  # type: ignore[attr-defined]
    write_records(path, records)
    assert read_records(path, SourceFile) == tuple(records)


def test_line_separators_inside_a_text_do_not_split_a_record(tmp_path: Path) -> None:
    record = SourceFile(path="a", content="x\u2028y\u2029z\x0b\x0c\x1c\x85\r\n")
    write_records(tmp_path / "r", [record, record])
    assert read_records(tmp_path / "r", SourceFile) == (record, record)


def test_keys_are_sorted_and_text_is_readable() -> None:
    assert record_line(SourceFile(path="ü", content=None)) == '{"content": null, "path": "ü"}'


def test_a_bad_record_is_named_by_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"path": "a", "content": ""}\n{"path": 1}\n')
    with pytest.raises(
        AssayError, match=rf"{path}:2: not a SourceFile record; run its stage again"
    ):
        read_records(path, SourceFile)


def test_a_missing_damaged_or_unreadable_file_is_named_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="nothing is missing: run `dvc repro`"):
        read_records(tmp_path / "nothing", SourceFile)
    (tmp_path / "latin").write_bytes(b"\xff")
    with pytest.raises(AssayError, match="latin: cannot be read"):
        read_records(tmp_path / "latin", SourceFile)
    (tmp_path / "torn.json").write_text("{")
    for name in ("torn.json", "none.json", "latin"):
        with pytest.raises(AssayError, match=rf"{name}: cannot be read .*: run `dvc repro`"):
            read_json(tmp_path / name)


def test_json_is_sorted_indented_and_rounded_to_four_decimals(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"b": 1 / 3, "a": [-0.00001, (True, 2)]})
    assert (tmp_path / "a.json").read_text() == (
        '{\n  "a": [\n    0.0,\n    [\n      true,\n      2\n    ]\n  ],\n  "b": 0.3333\n}\n'
    )


@given(st.recursive(st.floats(allow_nan=False, allow_infinity=False) | st.text(), st.lists))
def test_rounding_twice_changes_nothing(value: object) -> None:
    assert rounded(rounded(value)) == rounded(value)


def test_a_file_is_replaced_with_the_usual_rights_and_no_link_is_written_through(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a"
    cache = tmp_path / "cache"
    write_text(cache, "old")
    os.link(cache, path)
    write_text(path, "new")
    assert (path.read_text(), cache.read_text()) == ("new", "old")
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_failed_write_leaves_the_old_file_and_no_temporary_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    write_text(path, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(
        AssayError, match=rf"{path}: cannot be written \(No space left on device\): free space"
    ):
        write_text(path, "new")
    assert [found.name for found in tmp_path.iterdir()] == ["a"]
    assert path.read_text() == "old"
