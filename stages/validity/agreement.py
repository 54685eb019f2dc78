"""Agreement of the judges: all LLM judges together and every two judges, by part."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.results.judges import (
    AgreementByPart,
    Coefficients,
    Figure,
    JudgeAgreement,
    NoFigure,
)
from stages.lib.statistics.agreement import (
    all_pair_rows,
    coincidence_rows,
    counted,
    gwet_ac1,
    krippendorff_alpha,
    light_kappa,
    raw_agreement,
    share_rows,
)
from stages.lib.statistics.resampling import Formula, Numbers, Resampling
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts, slices

CONSTANT = "a judge gave one and the same verdict throughout"


def agreement(verdicts: Verdicts, how: Resampling) -> JudgeAgreement:
    """All LLM judges together, and every two judges. The checks are only in pairs."""
    pairs = combinations(verdicts.passed, 2)
    return JudgeAgreement(
        all_llm=_all_llm(verdicts, how),
        pairs={f"{one} and {two}": among(verdicts, [one, two], how) for one, two in pairs},
    )


def _all_llm(verdicts: Verdicts, how: Resampling) -> AgreementByPart | NoFigure:
    if len(verdicts.llm) < 2:
        return NoFigure(why="agreement takes two LLM judges or more")
    return among(verdicts, verdicts.llm, how)


def among(verdicts: Verdicts, judges: Sequence[str], how: Resampling) -> AgreementByPart:
    """The coefficients of these judges on all items, and on the items of each part."""
    rows = _agreement_rows(verdicts, judges)

    def by(column: str) -> dict[str, Coefficients]:
        parts = slices(verdicts.items, column)
        return {part.name: rows.coefficients(part.rows, how) for part in parts}

    return AgreementByPart(
        all=rows.coefficients(np.ones(len(verdicts.items), dtype=bool), how),
        category=by("category"),
        type=by("type"),
        metric=by("metric"),
    )


class AgreementRows(NamedTuple):
    """One row for each item, for each kind of coefficient (`stages.lib.statistics.agreement`)."""

    cluster: NDArray[np.int64]
    shares: Numbers
    coincidences: Numbers
    pairs: Numbers

    def coefficients(self, part: NDArray[np.bool_], how: Resampling) -> Coefficients:
        """The four coefficients on the items of this part."""
        cluster = self.cluster[part]
        items = int(self.shares[part, 1].sum())

        def coefficient(rows: Numbers, formula: Formula) -> Figure:
            return figure(how.estimate(cluster, rows[part], formula), items, CONSTANT)

        return Coefficients(
            raw=coefficient(self.shares, raw_agreement),
            kappa=coefficient(self.pairs, light_kappa),
            alpha=coefficient(self.coincidences, krippendorff_alpha),
            ac1=coefficient(self.shares, gwet_ac1),
        )


def _agreement_rows(verdicts: Verdicts, judges: Sequence[str]) -> AgreementRows:
    ratings = [verdicts.passed[judge] for judge in judges]
    counts = counted(ratings)
    return AgreementRows(
        cluster=verdicts.cluster,
        shares=share_rows(counts),
        coincidences=coincidence_rows(counts),
        pairs=all_pair_rows(ratings),
    )
