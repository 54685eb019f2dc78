"""Tables of docs/ that a simulation writes. Each stands between two marks in a page of prose."""

from collections.abc import Iterable, Mapping
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


def filled(path: Path, tables: Tables, writer: str) -> str:
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
