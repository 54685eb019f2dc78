"""Score and length: whether a judge scores longer answers to the same test higher."""

import numpy as np

from assay.records.judges import Figure, NoFigure
from assay.statistics.correlation import correlation, product_rows, within
from assay.statistics.jackknife import Jackknife
from stages.validity.figures import LEAST, figure
from stages.validity.verdicts import Verdicts


def length_correlation(verdicts: Verdicts, judge: str, how: Jackknife) -> Figure:
    """Pearson's r of an answer's passed share of weight and the logarithm of its length.

    Within tests; the figure's `verdicts` counts answers. Good answers may be longer, so compare a
    judge's r with that of the checks.
    """
    passed = verdicts.passed[judge]
    known = ~np.isnan(passed)
    frame = verdicts.items.loc[known, ["model", "test", "attempt", "length", "weight"]]
    frame = frame.assign(cluster=verdicts.cluster[known], points=passed[known] * frame["weight"])
    answers = frame.groupby(["test", "model", "attempt"], sort=True).agg(
        points=("points", "sum"),
        weight=("weight", "sum"),
        length=("length", "first"),
        cluster=("cluster", "first"),
    )
    if len(answers) < LEAST:
        return NoFigure(why=f"fewer than {LEAST} answers")
    test = answers.index.get_level_values("test").factorize()[0]
    score = within(test, (answers["points"] / answers["weight"]).to_numpy(dtype=float))
    size = within(test, np.log(np.maximum(answers["length"].to_numpy(dtype=float), 1)))
    estimate = how.estimate(answers["cluster"].to_numpy(), product_rows(score, size), correlation)
    constant = "score or length never varies between the answers to a test"
    return figure(estimate, len(answers), constant)
