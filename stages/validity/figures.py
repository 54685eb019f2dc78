"""How a figure is written: its interval and the number of verdicts behind it, or the reason why there is none."""

from typing import Any

from stages.lib.scoring.resampling import Estimate

Node = dict[str, Any]
LEAST = 10
"""Verdicts that a figure needs: on fewer it would say nothing."""


def absent(why: str) -> Node:
    """In place of a figure, or of a whole group of them."""
    return {"why": why}


def figure(estimate: Estimate, verdicts: int, why: str = "not defined on these verdicts") -> Node:
    """`value` with `low` and `high` (null: fewer than two data sets) and `verdicts`; else `why` there is none."""
    if verdicts < LEAST:
        return {"verdicts": verdicts, "why": f"fewer than {LEAST} verdicts"}
    if estimate.value is None:
        return {"verdicts": verdicts, "why": why}
    return {**estimate._asdict(), "verdicts": verdicts}
