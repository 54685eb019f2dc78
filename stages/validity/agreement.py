"""How far the judges agree: the panel of LLM judges as a whole, and every two judges, by category, type and metric."""

from collections.abc import Sequence
from itertools import combinations

from stages.lib.scoring.agreement import (
    all_pair_rows,
    coincidence_rows,
    counted,
    gwet_ac1,
    krippendorff_alpha,
    light_kappa,
    raw_agreement,
    share_rows,
)
from stages.lib.scoring.resampling import Resampling
from stages.validity.figures import Node, absent, figure
from stages.validity.verdicts import Verdicts, slices

BY = ("category", "type", "metric")
CONSTANT = "a judge gave one and the same verdict throughout"


def agreement(verdicts: Verdicts, how: Resampling) -> Node:
    """The panel's and every pair's figures; the checks, where they judge, take part in pairs alone."""
    pairs = combinations(verdicts.passed, 2)
    return {
        "panel": among(verdicts, verdicts.llm, how)
        if len(verdicts.llm) > 1
        else absent("agreement takes two LLM judges or more"),
        "pairs": {f"{one} and {two}": among(verdicts, [one, two], how) for one, two in pairs},
    }


def among(verdicts: Verdicts, judges: Sequence[str], how: Resampling) -> Node:
    """The coefficients of these judges on all items and on each part; `raw`, `kappa`, `alpha`, `ac1`."""
    ratings = [verdicts.passed[judge] for judge in judges]
    counts = counted(ratings)
    shares, coincidences, pairs = (
        share_rows(counts),
        coincidence_rows(counts),
        all_pair_rows(ratings),
    )
    coefficients = (
        ("raw", shares, raw_agreement),
        ("kappa", pairs, light_kappa),
        ("alpha", coincidences, krippendorff_alpha),
        ("ac1", shares, gwet_ac1),
    )
    found: Node = {}
    for part in slices(verdicts.items, *BY):
        items, cluster = int(shares[part.rows, 1].sum()), verdicts.cluster[part.rows]
        figures = {
            name: figure(how.estimate(cluster, rows[part.rows], formula), items, CONSTANT)
            for name, rows, formula in coefficients
        }
        found.setdefault(part.by, {})[part.name] = figures
    return {**found, "all": found["all"]["all"]}
