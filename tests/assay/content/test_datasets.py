"""Data sets: which files belong to them, their order, and their text byte for byte."""

import re
from pathlib import Path

import pytest

from assay.code.source_files import Scope
from assay.content.datasets import (
    dataset_names,
    load_description,
    load_sources,
    require_no_secrets,
)
from assay.errors import AssayError
from assay.records.pipeline import SourceFile

DESCRIPTION = "technology: T\ndescription: D\nsource: S\nlicence: L\n"


@pytest.fixture(autouse=True)
def mini(here: None) -> None:
    put("dataset.yaml", DESCRIPTION)


def put(path: str, data: str | bytes) -> None:
    target = Path("datasets/Mini") / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data if isinstance(data, bytes) else data.encode())


def test_a_secret_stops_before_anything_is_sent_with_its_place_and_the_remedy() -> None:
    put("src/db.py", "\nDB_PASSWORD = 'Tr0ub4dor-3-x'\n")
    put("dataset.yaml", DESCRIPTION)
    with pytest.raises(AssayError) as stopped:
        require_no_secrets("Mini", load_description("Mini"))
    assert str(stopped.value) == (
        "datasets/Mini/src/db.py:2: looks like a secret (Secret Keyword): nothing was sent; "
        "remove it, exclude the file, or, if it is none, add 'src/db.py:6207fa957a60' to "
        "`not_secret` in datasets/Mini/dataset.yaml"
    )
    put("dataset.yaml", DESCRIPTION + "not_secret: src/db.py:6207fa957a60\n")
    require_no_secrets("Mini", load_description("Mini"))
    put("dataset.yaml", DESCRIPTION + "exclude: src/\n")
    require_no_secrets("Mini", load_description("Mini"))


def test_a_link_that_leads_out_is_named_and_one_inside_is_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("s")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder/x.js").write_text("s")
    put("a.js", "x")
    Path("datasets/Mini/b.js").symlink_to("a.js")
    Path("datasets/Mini/c").symlink_to(tmp_path / "folder")
    assert load_sources("Mini") == (
        SourceFile(path="a.js", content="x"),
        SourceFile(path="b.js", content="x"),
    )
    Path("datasets/Mini/d.js").symlink_to("../../secret")
    with pytest.raises(AssayError, match=r"datasets/Mini/d\.js: is a link that leads out of"):
        load_sources("Mini")


def test_text_is_kept_byte_for_byte_and_binaries_are_listed_without_content() -> None:
    put("a.js", "a\r\nü\u2028\n")
    put("b.png", b"\x89PNG\0\xff")
    put("src/dataset.yaml", "")
    assert load_sources("Mini") == (
        SourceFile(path="a.js", content="a\r\nü\u2028\n"),
        SourceFile(path="b.png", content=None),
        SourceFile(path="src/dataset.yaml", content=""),
    )


def test_every_source_that_is_neither_text_nor_binary_is_named() -> None:
    put("latin.js", b"// caf\xe9\n")
    put("old.js", b"\xe9\n")
    with pytest.raises(AssayError) as caught:
        load_sources("Mini")
    remedy = "save the file as UTF-8, or add it to `exclude` in the data set's dataset.yaml"
    assert caught.value.lines == (
        f"datasets/Mini/latin.js: byte 6 is not UTF-8: {remedy}",
        f"datasets/Mini/old.js: byte 0 is not UTF-8: {remedy}",
    )


def test_a_data_set_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.js").write_text("let key;\n")
    (tmp_path / "datasets/Linked").symlink_to(outside)
    with pytest.raises(AssayError, match=r"^datasets/Linked: is a link: put the folder itself"):
        load_sources("Linked")


def test_an_unknown_data_set_is_answered_with_the_nearest() -> None:
    assert dataset_names() == ["Mini"]
    with pytest.raises(
        AssayError, match=r"there is no data set 'Mimi' under datasets/ \(did you mean 'Mini'\?\)"
    ):
        load_description("Mimi")


@pytest.mark.parametrize(
    "more, words",
    [
        ("licens: x\n", "unknown key 'licens' (did you mean 'licence'?)"),
        ("count_html: 'no'\n", "'count_html': input should be a valid boolean, not 'no'"),
        (
            "languages: [javascript, pyton]\n",
            "'languages.1': 'pyton' is no language that can be measured (did you mean 'python'?)",
        ),
        ("exclude: ['!']\n", "'exclude.0': '!' is no pattern as in .gitignore"),
        ("exclude: ['# x']\n", "'exclude.0': '# x' is no pattern: write one as in .gitignore"),
        (
            "expected: {loc: 1, cyclomatic_complexity: 1, gci: .inf}\n",
            "'expected.gci': input should be a finite number",
        ),
        (
            "published_classes: {complexity: lo, size: low}\n",
            "'published_classes.complexity': input should be 'low'",
        ),
    ],
)
def test_a_wrong_description_names_file_and_key(more: str, words: str) -> None:
    put("dataset.yaml", DESCRIPTION + more)
    with pytest.raises(AssayError, match=f"^datasets/Mini/dataset.yaml: {re.escape(words)}"):
        load_description("Mini")


def test_what_is_measured_is_the_usual_or_what_the_description_says() -> None:
    assert load_description("Mini").scope == Scope()
    put(
        "dataset.yaml",
        DESCRIPTION + "count_html: false\nlanguages: java\nexclude: [gen/, '*.x.java']\n",
    )
    assert load_description("Mini").scope == Scope(False, ("java",), ("gen/", "*.x.java"))
