"""How a figure is made: its interval and number of verdicts, or why there is none."""

from assay.records.judges import Figure, JudgeFigure, NoFigure
from assay.statistics.jackknife import Estimate

LEAST = 10
"""Verdicts that a figure needs: on fewer it would say nothing."""


def figure(estimate: Estimate, verdicts: int, why: str = "not defined on these verdicts") -> Figure:
    """The estimate with its number of verdicts, or the reason why there is no figure."""
    if verdicts < LEAST:
        return NoFigure(why=f"fewer than {LEAST} verdicts", verdicts=verdicts)
    if estimate.value is None:
        return NoFigure(why=why, verdicts=verdicts)
    return JudgeFigure(
        value=estimate.value, low=estimate.low, high=estimate.high, verdicts=verdicts
    )
