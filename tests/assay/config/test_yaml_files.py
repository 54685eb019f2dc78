"""Files that people write: a mistake is named by file and line."""

from pathlib import Path

import pytest

from assay.config.yaml_files import parse_yaml, read_yaml
from assay.errors import AssayError


def test_yaml_mistakes_name_file_and_line() -> None:
    with pytest.raises(AssayError, match=r"^f\.yaml:2: malformed YAML: key 'a' is written twice$"):
        parse_yaml("a: 1\na: 2\n", "f.yaml")
    with pytest.raises(AssayError, match=r"^f\.yaml:\d: malformed YAML: "):
        parse_yaml("a: [1\nb: 2\n", "f.yaml")
    with pytest.raises(AssayError, match=r"^f\.yaml:1: malformed YAML: "):
        parse_yaml("a: !!python/object:os.system x", "f.yaml")
    with pytest.raises(AssayError, match=r"^f\.yaml"):
        parse_yaml("a: \x00", "f.yaml")
    with pytest.raises(AssayError, match=r"^f\.yaml:1: malformed YAML: "):
        parse_yaml("{a: 1}: 2\n", "f.yaml")


def test_unreadable_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"ab\xff")
    for name, words in (
        ("none", "is missing"),
        ("latin", "byte 2 is not UTF-8: save"),
        (".", "cannot be read"),
    ):
        with pytest.raises(AssayError, match=words):
            read_yaml(tmp_path / name)
