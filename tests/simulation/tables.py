"""The tables of simulated judges and contests in docs/evidence/validity.md."""

import re

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
