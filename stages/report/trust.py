"""How far the judges can be trusted.

What the stage validity found, as rows that templates print.
"""

from itertools import combinations
from typing import Any

from stages.lib.base.records import CHECKS
from stages.report.evidence import Evidence
from stages.report.rows import Row

COEFFICIENTS = ("raw", "kappa", "alpha", "ac1")
BY = ("category", "type", "metric")
FIGURES: tuple[tuple[str, str, str, str], ...] = (
    ("Criteria passed", "of those judged", "pass_rate", "percent"),
    ("Not judged", "of the criteria asked about", "not_judged", "percent"),
    ("False passes", "of what the checks fail", "against_checks all false_pass", "percent"),
    ("False fails", "of what the checks pass", "against_checks all false_fail", "percent"),
    (
        "Too sure, by the other judges",
        "confidence minus share right",
        "calibration others overconfidence",
        "points",
    ),
    ("Too sure, by the checks", "the same", "calibration checks overconfidence", "points"),
    (
        "Own family, by the other judges",
        "difference in differences",
        "preference others difference",
        "points",
    ),
    (
        "Own family, like with like",
        "standardised, by the others",
        "preference others standardised",
        "points",
    ),
    (
        "Own family, by the checks",
        "difference in differences",
        "preference checks difference",
        "points",
    ),
    (
        "Own family, like with like",
        "standardised, by the checks",
        "preference checks standardised",
        "points",
    ),
    ("Score and length", "correlation within tests", "length", "coefficient"),
)
"""Of each judge.

Name, what it is, where it stands in metrics/judges.json, and how it is printed.
"""


def cell(node: Row, *path: str) -> Row:
    """The figure at a place: `value`, `low`, `high`, `verdicts`.

    Without a value `why` there is none.
    """
    for name in path:
        if name not in node:
            return {"value": None, "why": node.get("why", "not for this judge")}
        node = node[name]
    return {"value": None, "why": "", **node}


def trust(evidence: Evidence) -> Row:
    """The tables and pictures of the section on the judges."""
    found = evidence.trust
    return {
        "figures": figures(evidence),
        "agreement": agreement(evidence),
        "why_no_panel": found["agreement"]["panel"].get("why", ""),
        "matrix": matrix(evidence),
        "parts": parts(found),
        "calibration": calibration(evidence),
        "people": people(evidence),
    }


def figures(evidence: Evidence) -> list[Row]:
    """A line for each kind of figure, with a cell for each judge of the panel."""
    judges = evidence.trust["judges"]
    return [
        {
            "name": name,
            "of": of,
            "unit": unit,
            "cells": [cell(judges[judge], *path.split()) for judge in evidence.judges],
        }
        for name, of, path, unit in FIGURES
    ]


def agreement(evidence: Evidence) -> list[Row]:
    """A line for the panel, if it has two judges, and for each pair, with the four coefficients."""
    found = evidence.trust["agreement"]
    pairs = [" and ".join(pair) for pair in combinations(evidence.judges, 2)]
    lines = {"all LLM judges": found["panel"], **{pair: found["pairs"][pair] for pair in pairs}}
    return [
        {"who": who, **{name: cell(node, "all", name) for name in COEFFICIENTS}}
        for who, node in lines.items()
        if "why" not in node
    ]


def matrix(evidence: Evidence) -> list[Row]:
    """Cohen's kappa of every two judges; None on the diagonal. Empty for a single judge."""
    if len(evidence.judges) < 2:
        return []
    pairs = evidence.trust["agreement"]["pairs"]
    known = {
        frozenset(pair): cell(pairs[" and ".join(pair)], "all", "kappa")
        for pair in combinations(evidence.judges, 2)
    }
    return [
        {"judge": one, "cells": [known.get(frozenset((one, two))) for two in evidence.judges]}
        for one in evidence.judges
    ]


def parts(found: Row) -> list[Row]:
    """The panel's coefficients by category, type and metric; empty without a panel."""
    panel = found["agreement"]["panel"]
    return [
        {
            "by": by,
            "name": name,
            **{coefficient: cell(node, coefficient) for coefficient in COEFFICIENTS},
        }
        for by in BY
        for name, node in panel.get(by, {}).items()
    ]


def calibration(evidence: Evidence) -> list[Row]:
    """A picture for each LLM judge and reference that it can be held against.

    The points are percentages.
    """
    found = []
    for judge in (name for name in evidence.judges if name != CHECKS):
        for reference, name in (
            ("others", "the majority of the other judges"),
            ("checks", "the checks"),
        ):
            node = evidence.trust["judges"][judge]["calibration"].get(reference, {})
            if "buckets" in node:
                points = [_point(bucket, node["ece"]["verdicts"]) for bucket in node["buckets"]]
                found.append(
                    {"judge": judge, "reference": name, "ece": cell(node, "ece"), "points": points}
                )
    return found


def _point(bucket: Row, verdicts: int) -> Row:
    return {
        "stated": 100 * bucket["confidence"],
        "right": 100 * bucket["right"],
        "verdicts": bucket["verdicts"],
        "radius": 1.5 + 5 * (bucket["verdicts"] / verdicts) ** 0.5,
    }


def people(evidence: Evidence) -> Row:
    """What the audit sample says, with a line for each judge and for the panel's majority."""
    found: dict[str, Any] = evidence.trust["people"]
    names = ("raw", "kappa", "ac1", "false_pass", "false_fail")
    judges = found.get("judges", {})
    order = [
        *(judge for judge in evidence.judges if judge in judges),
        *(name for name in ("panel",) if name in judges),
    ]
    return {
        "lines": found["lines"],
        "used": found["used"],
        "raters": len(found["raters"]),
        "alpha": cell(found.get("among_raters", {"why": "nobody audited"}), "alpha"),
        "judges": [
            {"judge": judge, **{name: cell(judges[judge], name) for name in names}}
            for judge in order
        ],
    }
