"""Own-family preference: whether a judge is milder on models of its own family than its general mildness explains.

Two figures, each against the other judges and against the checks, from -1 to 1. Judges never testify on models of their
own family, nor for a judge of their own family.

`difference`, the difference in differences: the judge's pass rate minus another's on models of the judge's family,
minus the same on models of neither's family; the mean over the others. General mildness of both cancels out. But one
that passes one failure in ten passes more where more fails: if its family's models are weak, it seems to prefer them.

`standardised`: the same where the reference (the majority of the others, or the check) gave the same verdict. By how
much more the judge passes on its own family among criteria that the reference fails, and among those that it passes,
averaged as they are in its own family (direct standardisation). What the models can do no longer matters, as far as the
reference is right.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.config import load_judge, load_model
from stages.lib.base.records import CHECKS
from stages.lib.scoring.resampling import Numbers, Resampling
from stages.validity.confidence import majority
from stages.validity.figures import Node, absent, figure
from stages.validity.verdicts import Verdicts

Families = Mapping[str, str]
"""The family of each model, or of each judge, by name; empty where its file states none."""


def model_families(models: Sequence[str]) -> dict[str, str]:
    return {model: load_model(model).family for model in models}


def judge_families(panel: Sequence[str]) -> dict[str, str]:
    return {judge: load_judge(judge).family for judge in panel}


def preference(
    verdicts: Verdicts, judge: str, of_models: Families, of_judges: Families, how: Resampling
) -> Node:
    """`others`: against the other LLM judges of other families; `checks`: against the checks."""
    own = of_judges.get(judge, "")
    if not own:
        return absent(f"conf/judge/{judge}.yaml states no family")
    families = verdicts.items["model"].map(of_models).fillna("").to_numpy(dtype=str)
    if own not in families:
        return absent(f"no model of its family ({own}) is in the run")
    passed, is_own = verdicts.passed[judge], families == own
    without_stake = {
        other: np.where(
            _of_family(families, of_judges.get(other, "")), np.nan, verdicts.passed[other]
        )
        for other in verdicts.llm
        if of_judges.get(other) != own
    }
    blocks = [_rows(passed, reference, is_own) for reference in without_stake.values()]
    usable = [block for block in blocks if block[:, :4].any() and block[:, 4:].any()]
    checks = verdicts.passed.get(CHECKS)
    return {
        "others": _figures(
            verdicts, usable, _rows(passed, majority(list(without_stake.values())), is_own), how
        )
        if usable
        else absent("it takes another judge of another family, and models of neither's family"),
        "checks": _figures(
            verdicts, [_rows(passed, checks, is_own)], _rows(passed, checks, is_own), how
        )
        if checks is not None
        else absent("the panel has no checks"),
    }


def _of_family(families: NDArray[np.str_], family: str) -> NDArray[np.bool_]:
    """Nothing is of the family that a file does not state."""
    return np.asarray((families == family) & (family != ""))


def _rows(passed: Numbers, reference: Numbers, own: NDArray[np.bool_]) -> Numbers:
    """For each item by the reference's verdict, then by the judge's: 1 if it is on the own family; the same if not."""
    cells = [(reference == said) & (passed == verdict) for said in (0, 1) for verdict in (0, 1)]
    return np.column_stack([cell & part for part in (own, ~own) for cell in cells]).astype(
        np.float64
    )


def _figures(
    verdicts: Verdicts, blocks: Sequence[Numbers], alike: Numbers, how: Resampling
) -> Node:
    found = {}
    for name, rows, formula in (
        ("difference", np.concatenate(blocks, axis=1), difference_in_differences),
        ("standardised", alike, standardised_difference),
    ):
        count = int((rows.sum(axis=1) > 0).sum())
        estimate = how.estimate(verdicts.cluster, rows, formula)
        found[name] = figure(
            estimate, count, "it has no verdicts on its own family, or none on others"
        )
    return found


def _tables(sums: Numbers) -> tuple[Numbers, Numbers]:
    """The counts on the own and on third families: references × the reference's verdict × the judge's."""
    tables = sums.reshape(*sums.shape[:-1], -1, 2, 2, 2)
    return tables[..., 0, :, :], tables[..., 1, :, :]


def difference_in_differences(sums: Numbers) -> Numbers:
    """(judge's - reference's pass rate) on own models minus the same on third ones; the mean over references."""
    own, third = (
        (table[..., 1].sum(axis=-1) - table[..., 1, :].sum(axis=-1)) / table.sum(axis=(-1, -2))
        for table in _tables(sums)
    )
    return np.asarray((own - third).mean(axis=-1))


def standardised_difference(sums: Numbers) -> Numbers:
    """The judge's pass rate on own minus third models given the reference's verdict, weighed by own; the mean."""
    own, third = _tables(sums)
    strata = own.sum(axis=-1)
    by_verdict = own[..., 1] / strata - third[..., 1] / third.sum(axis=-1)
    shares = strata / strata.sum(axis=-1, keepdims=True)
    return np.asarray(np.where(strata > 0, shares * by_verdict, 0).sum(axis=-1).mean(axis=-1))
