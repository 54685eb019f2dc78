"""The vocabularies of marks and reasons are closed, and documented."""

from __future__ import annotations

import re

from assay.answers import MARKS, REASONS
from tests.project import ROOT

PAGE = (ROOT / "docs" / "extraction.md").read_text(encoding="utf-8")


def table(heading: str) -> set[str]:
    """The first column of the table below a heading."""
    section = PAGE.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE))


def test_the_page_lists_every_mark() -> None:
    assert table("Marks") == set(MARKS)


def test_the_page_lists_every_reason() -> None:
    assert table("What is no file") == set(REASONS)
