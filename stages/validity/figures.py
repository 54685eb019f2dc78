"""How a figure is made, with its interval and number of verdicts; and agreement of judges."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from assay.records.judges import Figure, JudgeAgreement, JudgeFigure, NoFigure
from assay.statistics.jackknife import Estimate, Jackknife, Numbers
from assay.statistics.nominal_agreement import counted, gwet_ac1, share_rows
from stages.validity.verdicts import Verdicts

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


def agreement(verdicts: Verdicts, how: Jackknife) -> JudgeAgreement:
    """AC1 of all LLM judges together, and of every two judges. The checks are only in pairs."""
    few = NoFigure(why="agreement takes two LLM judges or more")

    def of(*judges: str) -> Figure:
        return ac1(verdicts.cluster, [verdicts.passed[judge] for judge in judges], how)

    pairs = combinations(verdicts.passed, 2)
    return JudgeAgreement(
        all_llm=of(*verdicts.llm) if len(verdicts.llm) > 1 else few,
        pairs={f"{one} and {two}": of(one, two) for one, two in pairs},
    )


def ac1(cluster: NDArray[np.int64], ratings: Sequence[Numbers], how: Jackknife) -> Figure:
    """Gwet's AC1 of several raters of the same items, each 1, 0 or NaN."""
    rows = share_rows(counted(ratings))
    return figure(how.estimate(cluster, rows, gwet_ac1), int(rows[:, 1].sum()))
