"""The table of what a careful reader found in documents is that of the committed picks."""

import json
import re
from collections import Counter
from typing import Any

import pytest

from assay.content.questions import questions_in, questions_path
from tests.project import ROOT

READ: list[dict[str, Any]] = json.loads((ROOT / "tests/data/read_documents.json").read_text())
PICKS = ("right", "wrong", "not stated")
NAMES = {
    "gold": "gold",
    "blind": "blind",
    "denied": "gold, denied",
    "denied blind": "blind, denied",
    "orders": "gold, denied, with orders to the judge",
    "swapped": "gold, opposites swapped",
    "numbers": "gold, other numbers",
    "soup": "gold, words without order",
    "source": "source below the headings, at first",
    "source now": "source below the headings, now",
}


def name_of(document: dict[str, Any]) -> str:
    is_now = document["document"] == "source" and document["instructions"] == "code says nothing"
    return NAMES["source now" if is_now else document["document"]]


def rows() -> list[str]:
    counts: dict[str, Counter[str]] = {name: Counter() for name in NAMES.values()}
    for document in READ:
        of_name = counts[name_of(document)]
        of_name["documents"] += 1
        of_name.update({pick: len(document.get(pick, [])) for pick in PICKS})
    lines = []
    for name, count in counts.items():
        asked = sum(count[pick] for pick in PICKS)
        net = 100 * max(0, count["right"] - count["wrong"]) / asked
        picks = "|".join(str(count[pick]) for pick in PICKS)
        lines.append(f"|{name}|{count['documents']}|{asked}|{picks}|{net:.0f} %|")
    return lines


def test_the_table_of_the_careful_reader_is_current() -> None:
    page = (ROOT / "docs/evidence/validity.md").read_text()
    table = re.search(r"<!-- read documents[^>]*-->\n[^\n]*\n[^\n]*\n(.*?)<!-- end -->", page, re.S)
    assert table is not None and table[1].splitlines() == rows()


@pytest.mark.parametrize("dataset", sorted({one["test"].split("-")[1] for one in READ}))
def test_the_questions_that_were_read_are_those_of_the_data_set(dataset: str) -> None:
    path = ROOT / questions_path(dataset)
    known = questions_in(path, path.read_text())
    read = {
        name
        for one in READ
        if one["test"].endswith(f"-{dataset}")
        for pick in PICKS
        for name in one.get(pick, [])
    }
    assert read <= set(known)
