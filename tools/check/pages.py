"""The generated tables of docs/. Each stands between two marks in a page of prose."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from assay.errors import AssayError

Tables = Mapping[str, str]
"""Markdown by the name in its mark."""


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A Markdown table; columns whose name begins with `#` are numbers, aligned to the right."""
    names = list(head)
    rules = ["--:" if name.startswith("#") else "---" for name in names]
    lines = ["|" + "|".join(str(cell) for cell in cells) + "|" for cells in [names, rules, *rows]]
    return "\n".join(lines).replace("|#", "|") + "\n"


WRITER = "python -m tools.check --write-pages"


def filled(path: Path, tables: Tables, writer: str = WRITER) -> str:
    """The page with these tables between their marks. AssayError if a mark is missing."""
    text = path.read_text(encoding="utf-8")
    for name, content in tables.items():
        start, end = f"<!-- {name}: {writer} -->\n", "<!-- end -->"
        before, found, rest = text.partition(start)
        _, is_ended, after = rest.partition(end)
        if not found or not is_ended:
            raise AssayError(f"{path}: write the lines {start.strip()} and {end} for the table")
        text = before + start + content + end + after
    return text


def pages() -> dict[Path, Callable[[], Tables]]:
    """Each page, and what makes its tables."""
    from tools.check import catalogue_tables, configuration_tables

    return {
        Path("docs/configuration.md"): configuration_tables.tables,
        Path("docs/evidence/catalogue.md"): catalogue_tables.tables,
    }


def write_pages() -> None:
    for path, tables in pages().items():
        path.write_text(filled(path, tables()), encoding="utf-8")
