"""Agreement of the judges: all LLM judges together, and every two judges."""

from collections.abc import Sequence
from itertools import combinations

from assay.records.judges import Coefficients, JudgeAgreement, NoFigure
from assay.statistics.jackknife import Jackknife
from assay.statistics.nominal_agreement import (
    all_pair_rows,
    counted,
    gwet_ac1,
    light_kappa,
    share_rows,
)
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts

CONSTANT = "a judge gave one and the same verdict throughout"


def agreement(verdicts: Verdicts, how: Jackknife) -> JudgeAgreement:
    """All LLM judges together, and every two judges. The checks are only in pairs."""
    few = NoFigure(why="agreement takes two LLM judges or more")
    pairs = combinations(verdicts.passed, 2)
    return JudgeAgreement(
        all_llm=_coefficients(verdicts, verdicts.llm, how) if len(verdicts.llm) > 1 else few,
        pairs={f"{one} and {two}": _coefficients(verdicts, [one, two], how) for one, two in pairs},
    )


def _coefficients(verdicts: Verdicts, judges: Sequence[str], how: Jackknife) -> Coefficients:
    ratings = [verdicts.passed[judge] for judge in judges]
    shares = share_rows(counted(ratings))
    items = int(shares[:, 1].sum())
    kappa = how.estimate(verdicts.cluster, all_pair_rows(ratings), light_kappa)
    ac1 = how.estimate(verdicts.cluster, shares, gwet_ac1)
    return Coefficients(kappa=figure(kappa, items, CONSTANT), ac1=figure(ac1, items, CONSTANT))
