"""Agreement of the judges: all LLM judges together, also by category, and every two judges."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.records.judges import (
    AgreementByCategory,
    Coefficients,
    Figure,
    JudgeAgreement,
    NoFigure,
)
from assay.statistics.jackknife import Formula, Jackknife, Numbers
from assay.statistics.nominal_agreement import (
    all_pair_rows,
    counted,
    gwet_ac1,
    light_kappa,
    share_rows,
)
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts, slices

CONSTANT = "a judge gave one and the same verdict throughout"


def agreement(verdicts: Verdicts, how: Jackknife) -> JudgeAgreement:
    """All LLM judges together, and every two judges. The checks are only in pairs."""
    pairs = combinations(verdicts.passed, 2)
    return JudgeAgreement(
        all_llm=_all_llm(verdicts, how),
        pairs={f"{one} and {two}": _overall(verdicts, [one, two], how) for one, two in pairs},
    )


def _all_llm(verdicts: Verdicts, how: Jackknife) -> AgreementByCategory | NoFigure:
    if len(verdicts.llm) < 2:
        return NoFigure(why="agreement takes two LLM judges or more")
    rows = _agreement_rows(verdicts, verdicts.llm)
    parts = slices(verdicts.items, "category")
    return AgreementByCategory(
        all=_overall(verdicts, verdicts.llm, how),
        category={part.name: rows.coefficients(part.rows, how) for part in parts},
    )


def _overall(verdicts: Verdicts, judges: Sequence[str], how: Jackknife) -> Coefficients:
    """The coefficients of these judges on all items."""
    everywhere = np.ones(len(verdicts.items), dtype=bool)
    return _agreement_rows(verdicts, judges).coefficients(everywhere, how)


class AgreementRows(NamedTuple):
    """One row for each item and kind of coefficient (`assay.statistics.nominal_agreement`)."""

    cluster: NDArray[np.int64]
    shares: Numbers
    pairs: Numbers

    def coefficients(self, part: NDArray[np.bool_], how: Jackknife) -> Coefficients:
        """The two coefficients on the items of this part."""
        cluster = self.cluster[part]
        items = int(self.shares[part, 1].sum())

        def coefficient(rows: Numbers, formula: Formula) -> Figure:
            return figure(how.estimate(cluster, rows[part], formula), items, CONSTANT)

        return Coefficients(
            kappa=coefficient(self.pairs, light_kappa), ac1=coefficient(self.shares, gwet_ac1)
        )


def _agreement_rows(verdicts: Verdicts, judges: Sequence[str]) -> AgreementRows:
    ratings = [verdicts.passed[judge] for judge in judges]
    return AgreementRows(
        cluster=verdicts.cluster,
        shares=share_rows(counted(ratings)),
        pairs=all_pair_rows(ratings),
    )
