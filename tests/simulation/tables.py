"""The tables of simulated judges and contests in docs/evidence/validity.md."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from assay.errors import AssayError
from tests.project import ROOT

PAGE = ROOT / "docs/evidence/validity.md"
WRITER = "python -m tests.simulation"
JUDGES = "simulated judges"
CONTESTS = "simulated contests"


def saved(name: str) -> list[list[str]]:
    """The rows of a table in the page, without its head."""
    page = PAGE.read_text(encoding="utf-8")
    between = page.split(f"<!-- {name}: {WRITER} -->")[1].split("<!-- end -->")[0]
    rows = [line.split("|") for line in re.findall(r"^\|(.+)\|$", between, re.MULTILINE)]
    return rows[2:]


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """A Markdown table; columns whose name begins with `#` are numbers, aligned to the right."""
    names = list(head)
    rules = ["--:" if name.startswith("#") else "---" for name in names]
    lines = ["|" + "|".join(str(cell) for cell in cells) + "|" for cells in [names, rules, *rows]]
    return "\n".join(lines).replace("|#", "|") + "\n"


def filled(tables: Mapping[str, str]) -> str:
    """The page with these tables between their marks. AssayError if a mark is missing."""
    text = PAGE.read_text(encoding="utf-8")
    for name, content in tables.items():
        start, end = f"<!-- {name}: {WRITER} -->\n", "<!-- end -->"
        before, found, rest = text.partition(start)
        _, is_ended, after = rest.partition(end)
        if not found or not is_ended:
            raise AssayError(f"{PAGE}: write the lines {start.strip()} and {end} for the table")
        text = before + start + content + end + after
    return text
