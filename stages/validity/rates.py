"""What each judge passes and leaves open, and how often it errs against a reference: the checks, or people."""

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.records import CHECKS
from stages.lib.scoring.resampling import Numbers, Resampling
from stages.validity.figures import Node, absent, figure
from stages.validity.verdicts import Verdicts, slices

WITHIN = ("category", "metric", "model")


def share(sums: Numbers) -> Numbers:
    """The first column in the second."""
    return np.asarray(sums[..., 0] / sums[..., 1])


def rates(verdicts: Verdicts, judge: str, how: Resampling) -> Node:
    """The share of its verdicts that pass, and the share of criteria that it was to judge and did not."""
    passed = verdicts.passed[judge]
    known = ~np.isnan(passed)
    pass_rows = np.column_stack([passed == 1, known]).astype(float)
    open_rows = np.column_stack([~known, np.ones(len(passed))]).astype(float)
    return {
        "pass_rate": figure(
            how.estimate(verdicts.cluster, pass_rows, share), int(known.sum()), "it judged nothing"
        ),
        "not_judged": figure(
            how.estimate(verdicts.cluster, open_rows, share), len(passed), "nothing was to judge"
        ),
    }


def against_checks(verdicts: Verdicts, judge: str, how: Resampling) -> Node:
    """The judge's errors on the criteria that a check decided, over all and by category, metric and model."""
    if CHECKS not in verdicts.passed:
        return absent("the panel has no checks")
    found: Node = {}
    for part in slices(verdicts.items, *WITHIN):
        errors_ = errors(
            verdicts.cluster[part.rows],
            verdicts.passed[judge][part.rows],
            verdicts.passed[CHECKS][part.rows],
            how,
        )
        found.setdefault(part.by, {})[part.name] = errors_
    return {**found, "all": found["all"]["all"]}


def errors(
    cluster: NDArray[np.int64], passed: Numbers, reference: Numbers, how: Resampling
) -> Node:
    """`false_pass`: passed / all that the reference fails; `false_fail`: failed / all that the reference passes."""
    found = {}
    for name, truth, word in (("false_pass", 0, "fail"), ("false_fail", 1, "pass")):
        base = (reference == truth) & ~np.isnan(passed)
        rows = np.column_stack([base & (passed != truth), base]).astype(float)
        found[name] = figure(
            how.estimate(cluster[base], rows[base], share), int(base.sum()), f"none {word}s"
        )
    return found
