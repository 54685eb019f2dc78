"""Generated tables stand between their marks in docs/, and are those of today."""

from pathlib import Path

import pytest

from assay.errors import AssayError
from tools.check.catalogue_tables import tables
from tools.check.pages import CATALOGUE, filled, table


@pytest.mark.slow
def test_the_catalogue_is_current(product: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(product)
    text = CATALOGUE.read_text(encoding="utf-8")
    assert filled(CATALOGUE, tables()) == text, "run python -m tools.check --write-pages"


def test_a_table_replaces_the_one_between_its_marks_and_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    start = "<!-- models: python -m tools.check --write-pages -->\n"
    page.write_text(f"# Prose\n{start}old<!-- end -->\nMore, and another <!-- end -->\n")
    new = table(("model", "#score"), [("gold", 100)])
    expected = f"{start}|model|score|\n|---|--:|\n|gold|100|\n<!-- end -->"
    assert filled(page, {"models": new}) == f"# Prose\n{expected}\nMore, and another <!-- end -->\n"
    with pytest.raises(AssayError, match=r"write the lines <!-- judges: .* for the table"):
        filled(page, {"judges": new})
