"""Own-family preference: whether a judge is milder on models of its own family than its general mildness explains.

A difference in differences. Against one other judge: by how much more of the same verdicts this judge passes on models
of its own family, minus the same on models of neither judge's family. The general mildness of both cancels out, and so
does what the other judge prefers, since the models of its own family are left out.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from stages.lib.base.config import load_judge, load_model
from stages.lib.base.records import CHECKS
from stages.lib.scoring.resampling import Numbers, Resampling
from stages.validity.figures import Node, absent, figure
from stages.validity.verdicts import Verdicts

Families = Mapping[str, str]
"""The family of each model, or of each judge, by name; empty where its file states none."""


def model_families(models: Sequence[str]) -> dict[str, str]:
    return {model: load_model(model).family for model in models}


def judge_families(panel: Sequence[str]) -> dict[str, str]:
    return {judge: load_judge(judge).family for judge in panel}


def preference(verdicts: Verdicts, judge: str, of_models: Families, of_judges: Families, how: Resampling) -> Node:
    """`others`: the mean over the other LLM judges of other families; `checks`: against the checks. -1 to 1."""
    own = of_judges.get(judge, "")
    if not own:
        return absent(f"conf/judge/{judge}.yaml states no family")
    families = verdicts.items["model"].map(of_models).fillna("").to_numpy(dtype=str)
    if own not in families:
        return absent(f"no model of its family ({own}) is in the run")
    others = [other for other in verdicts.llm if of_judges.get(other) != own]
    blocks = [_rows(verdicts, judge, other, families, (own, of_judges.get(other, ""))) for other in others]
    usable = [block for block in blocks if block[:, 1].any() and block[:, 3].any()]
    return {
        "others": _figure(verdicts, usable, how)
        if usable
        else absent("it takes another judge of another family, and models of neither's family"),
        "checks": _figure(verdicts, [_rows(verdicts, judge, CHECKS, families, (own, ""))], how)
        if CHECKS in verdicts.passed
        else absent("the panel has no checks"),
    }


def _rows(verdicts: Verdicts, judge: str, other: str, families: np.ndarray, stakes: tuple[str, str]) -> Numbers:
    """For each item: this judge's verdict minus the other's and 1 on the judge's own family; the same on third ones."""
    excess = verdicts.passed[judge] - verdicts.passed[other]
    known, own, theirs = ~np.isnan(excess), families == stakes[0], (families == stakes[1]) & (stakes[1] != "")
    excess, third = np.where(known, excess, 0), known & ~own & ~theirs
    return np.column_stack([excess * own, known & own, excess * third, third]).astype(np.float64)


def _figure(verdicts: Verdicts, blocks: Sequence[Numbers], how: Resampling) -> Node:
    rows = np.concatenate(blocks, axis=1)
    count = int((rows[:, 1::2].sum(axis=1) > 0).sum())
    estimate = how.estimate(verdicts.cluster, rows, difference_in_differences)
    return figure(estimate, count, "it has no verdicts on its own family, or none on others")


def difference_in_differences(sums: Numbers) -> Numbers:
    """Mean excess on own models minus mean excess on third ones, averaged over the other judges (four sums each)."""
    blocks = sums.reshape(*sums.shape[:-1], -1, 4)
    return np.asarray((blocks[..., 0] / blocks[..., 1] - blocks[..., 2] / blocks[..., 3]).mean(axis=-1))
