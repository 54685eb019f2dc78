"""Folders are written whole: old files go, and nothing outside is touched."""

from pathlib import Path

import pytest

from assay.answers.tree import remove_tree, update_tree, write_tree
from assay.errors import AssayError


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_folder_has_exactly_the_files_byte_for_byte(tmp_path: Path) -> None:
    target = tmp_path / "a/b"
    write_tree(target, {"old": "x"})
    write_tree(
        target, {"src/ü.ts": "a\r\n\ufeffé", "empty": "", ".gitignore": "*", "dvc.yaml": "{"}
    )
    assert tree(target) == {
        "src/ü.ts": "a\r\n\ufeffé".encode(), "empty": b"", ".gitignore": b"*", "dvc.yaml": b"{"
    }  # fmt: skip
    assert [path.name for path in target.parent.iterdir()] == ["b"], "nothing is left beside it"


@pytest.mark.parametrize("path", ["../x", "a/../../x", "/tmp/assay-outside", ".."])
def test_a_path_that_leads_outside_writes_nothing_at_all(tmp_path: Path, path: str) -> None:
    target = tmp_path / "in/t"
    write_tree(target, {"kept": "x"})
    with pytest.raises(ValueError, match="leads out of"):
        write_tree(target, {"a": "y", path: "z"})
    assert tree(tmp_path) == {"in/t/kept": b"x"}


def test_links_are_replaced_and_never_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write_tree(outside, {"secret": "s", "sub/deep": "d"})
    target = tmp_path / "target"
    write_tree(target, {"a": "x"})
    (target / "link").symlink_to(outside / "secret")
    (target / "folder").symlink_to(outside)
    write_tree(target, {"link": "y", "folder/secret": "z"})
    assert tree(target) == {"link": b"y", "folder/secret": b"z"}
    remove_tree(target)
    target.symlink_to(outside)
    write_tree(target, {"secret": "w"})
    assert not target.is_symlink() and tree(outside) == {"secret": b"s", "sub/deep": b"d"}


def test_removing_a_link_or_nothing_removes_nothing_else(tmp_path: Path) -> None:
    write_tree(tmp_path / "real", {"a": "x"})
    (tmp_path / "link").symlink_to(tmp_path / "real")
    remove_tree(tmp_path / "link")
    remove_tree(tmp_path / "nothing")
    assert tree(tmp_path) == {"real/a": b"x"}


def test_a_disk_that_does_not_take_the_files_leaves_the_old_folder(tmp_path: Path) -> None:
    write_tree(tmp_path / "t", {"a": "x"})
    with pytest.raises(AssayError, match="cannot be written"):
        write_tree(tmp_path / "t", {"b": "y", "long" * 100: "z"})
    assert tree(tmp_path) == {"t/a": b"x"}


def test_an_update_has_exactly_the_files_and_only_changed_ones_are_written(tmp_path: Path) -> None:
    target = tmp_path / "target"
    assert update_tree(target, [("a", "x"), ("sub/b", "y"), ("c", "z")]) == (3, 3)
    before = (target / "a").stat().st_mtime_ns
    assert update_tree(target, [("a", "x"), ("sub/d", "z"), ("c/e", "z")]) == (3, 2)
    assert tree(target) == {"a": b"x", "sub/d": b"z", "c/e": b"z"}
    assert (target / "a").stat().st_mtime_ns == before


def test_an_update_follows_no_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write_tree(outside, {"secret": "s"})
    target = tmp_path / "target"
    target.mkdir()
    (target / "folder").symlink_to(outside)
    (target / "secret").symlink_to(outside / "secret")
    update_tree(target, [("secret", "s"), ("folder/secret", "changed")])
    assert not (target / "secret").is_symlink() and not (target / "folder").is_symlink()
    assert tree(outside) == {"secret": b"s"}
