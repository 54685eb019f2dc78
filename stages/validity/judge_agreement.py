"""Agreement of the judges: all LLM judges together, and every two judges."""

from collections.abc import Sequence
from itertools import combinations

from assay.records.judges import Figure, JudgeAgreement, NoFigure
from assay.statistics.jackknife import Jackknife
from assay.statistics.nominal_agreement import counted, gwet_ac1, share_rows
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts


def agreement(verdicts: Verdicts, how: Jackknife) -> JudgeAgreement:
    """AC1 of all LLM judges together, and of every two judges. The checks are only in pairs."""
    few = NoFigure(why="agreement takes two LLM judges or more")
    pairs = combinations(verdicts.passed, 2)
    return JudgeAgreement(
        all_llm=_ac1(verdicts, verdicts.llm, how) if len(verdicts.llm) > 1 else few,
        pairs={f"{one} and {two}": _ac1(verdicts, [one, two], how) for one, two in pairs},
    )


def _ac1(verdicts: Verdicts, judges: Sequence[str], how: Jackknife) -> Figure:
    rows = share_rows(counted([verdicts.passed[judge] for judge in judges]))
    return figure(how.estimate(verdicts.cluster, rows, gwet_ac1), int(rows[:, 1].sum()))
