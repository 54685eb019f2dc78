"""Overconfidence: by how much a judge is surer than it is right."""

from collections.abc import Sequence

import numpy as np

from assay.records.judges import Figure, NoFigure
from assay.records.pipeline import CHECKS
from assay.statistics.jackknife import Jackknife, Numbers
from stages.validity.figures import figure
from stages.validity.rates import share
from stages.validity.verdicts import Verdicts


def too_sure(verdicts: Verdicts, judge: str, how: Jackknife) -> Figure:
    """The judge's mean stated confidence minus the share of its verdicts that are right.

    Right is what the checks decide; without checks, the majority of the other LLM judges.
    """
    confidence = verdicts.confidence[judge]
    if np.isnan(confidence).all():
        return NoFigure(why="it states no confidence")
    others = [verdicts.passed[other] for other in verdicts.llm if other != judge]
    reference = verdicts.passed.get(CHECKS)
    if reference is None and not others:
        return NoFigure(why="the panel has no checks and no other LLM judge")
    truth = majority(others) if reference is None else reference
    known = ~np.isnan(confidence) & ~np.isnan(truth)
    right = (verdicts.passed[judge] == truth)[known].astype(float)
    rows = np.column_stack([confidence[known] - right, np.ones(len(right))])
    estimate = how.estimate(verdicts.cluster[known], rows, share)
    return figure(estimate, int(known.sum()))


def majority(ratings: Sequence[Numbers]) -> Numbers:
    """What most raters decide of each item, 1 or 0; NaN for a tie or without a verdict."""
    table = np.stack(list(ratings))
    passes = (table == 1).sum(axis=0)
    fails = (table == 0).sum(axis=0)
    return np.where(passes == fails, np.nan, (passes > fails).astype(float))
