"""Which criteria distinguish answers, and the verdicts that deserve a look."""

from collections import Counter
from typing import Any

from stages.lib.base.records import CATEGORIES, CHECKS
from stages.report.evidence import Evidence
from stages.report.rows import Row

KINDS = ("all fail", "all pass", "reversed", "tells apart", "too few models")
SUSPECT = KINDS[:3]
SHOWN = 50
"""So many lines of the review list stand on the page; all of them in its file."""


def discrimination(evidence: Evidence) -> Row:
    """The number of criteria of each kind, and a line for each useless or reversed one."""
    counted = Counter((row["category"], row["found"]) for row in evidence.discrimination)
    present = [name for name in CATEGORIES if any(name == category for category, _ in counted)]
    return {
        "kinds": KINDS,
        "categories": [
            {"category": category, "counts": [counted[category, kind] for kind in KINDS]}
            for category in present
        ],
        "suspects": [row for row in evidence.discrimination if row["found"] in SUSPECT],
    }


def review(evidence: Evidence) -> Row:
    """The first lines of the review list with each judge's decision, and the length of the list."""
    return {
        "total": len(evidence.review),
        "rows": [{**row, "said": _said(row, evidence)} for row in evidence.review[:SHOWN]],
        "llm": any(judge != CHECKS for judge in evidence.judges),
    }


def _said(row: dict[str, Any], evidence: Evidence) -> list[Row]:
    words = {"yes": "pass", "no": "fail", "": "not judged"}
    return [
        {
            "judge": judge,
            "state": words[row[f"{judge} says"]],
            "confidence": row.get(f"{judge} confidence", ""),
        }
        for judge in evidence.judges
    ]
