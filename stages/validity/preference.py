"""Own-family preference: whether a judge is milder on models of its own family than on others.

Two figures, each compared with the other judges and with the checks, from -1 to 1. A judge is no
reference for models of its own family, nor for a judge of its own family.

`difference` is the difference in differences: the judge's pass rate minus another's on models of
the judge's family, minus the same on models of neither's family; the mean over the others.
General mildness of both cancels out. But a judge that passes one failure in ten passes more where
more fails: if its family's models are weak, it seems to prefer them.

`standardised` compares where the reference (the majority of the others, or the check) gave the
same verdict: by how much more the judge passes on its own family among criteria that the
reference fails, and among those that it passes, weighted as in its own family (direct
standardisation). Then the models' quality does not matter, as far as the reference is right.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.config import load_judge, load_model
from stages.lib.base.records import CHECKS
from stages.lib.base.results.judges import Figure, NoFigure, Preference, ReferencePreference
from stages.lib.statistics.resampling import Formula, Numbers, Resampling
from stages.validity.confidence import majority
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts

Families = Mapping[str, str]
"""The family of each model, or of each judge, by name; empty where its file states none."""


def model_families(models: Sequence[str]) -> dict[str, str]:
    return {model: load_model(model).family for model in models}


def judge_families(panel: Sequence[str]) -> dict[str, str]:
    return {judge: load_judge(judge).family for judge in panel}


def preference(
    verdicts: Verdicts, judge: str, of_models: Families, of_judges: Families, how: Resampling
) -> Preference | NoFigure:
    """The preference compared with other families' LLM judges, and with the checks."""
    own = of_judges.get(judge, "")
    if not own:
        return NoFigure(why=f"conf/judge/{judge}.yaml states no family")
    families = verdicts.items["model"].map(of_models).fillna("").to_numpy(dtype=str)
    if own not in families:
        return NoFigure(why=f"no model of its family ({own}) is in the run")
    passed = verdicts.passed[judge]
    is_own = families == own
    references = _without_stake(verdicts, own, families, of_judges)
    return Preference(
        others=_by_others(verdicts, passed, references, is_own, how),
        checks=_by_checks(verdicts, passed, is_own, how),
    )


def _without_stake(
    verdicts: Verdicts, own: str, families: NDArray[np.str_], of_judges: Families
) -> list[Numbers]:
    """The verdicts of each judge of another family, without those on its own models."""
    references = []
    for other in verdicts.llm:
        family = of_judges.get(other, "")
        if family != own:
            has_stake = (families == family) & (family != "")
            references.append(np.where(has_stake, np.nan, verdicts.passed[other]))
    return references


def _by_others(
    verdicts: Verdicts,
    passed: Numbers,
    references: Sequence[Numbers],
    is_own: NDArray[np.bool_],
    how: Resampling,
) -> ReferencePreference | NoFigure:
    blocks = [_rows(passed, reference, is_own) for reference in references]
    usable = [block for block in blocks if block[:, :4].any() and block[:, 4:].any()]
    if not usable:
        why = "it takes another judge of another family, and models of neither's family"
        return NoFigure(why=why)
    alike = _rows(passed, majority(references), is_own)
    return _figures(verdicts, np.concatenate(usable, axis=1), alike, how)


def _by_checks(
    verdicts: Verdicts, passed: Numbers, is_own: NDArray[np.bool_], how: Resampling
) -> ReferencePreference | NoFigure:
    if CHECKS not in verdicts.passed:
        return NoFigure(why="the panel has no checks")
    rows = _rows(passed, verdicts.passed[CHECKS], is_own)
    return _figures(verdicts, rows, rows, how)


def _rows(passed: Numbers, reference: Numbers, own: NDArray[np.bool_]) -> Numbers:
    """Eight columns for each item, one of which is 1.

    They stand for: own family or not, the reference's verdict, the judge's verdict.
    """
    cells = [
        (reference == decided) & (passed == verdict) for decided in (0, 1) for verdict in (0, 1)
    ]
    columns = [cell & part for part in (own, ~own) for cell in cells]
    return np.column_stack(columns).astype(np.float64)


def _figures(
    verdicts: Verdicts, by_reference: Numbers, alike: Numbers, how: Resampling
) -> ReferencePreference:
    def preferred(rows: Numbers, formula: Formula) -> Figure:
        count = int((rows.sum(axis=1) > 0).sum())
        estimate = how.estimate(verdicts.cluster, rows, formula)
        return figure(estimate, count, "it has no verdicts on its own family, or none on others")

    return ReferencePreference(
        difference=preferred(by_reference, difference_in_differences),
        standardised=preferred(alike, standardised_difference),
    )


def _tables(sums: Numbers) -> tuple[Numbers, Numbers]:
    """The counts on own and third families: references × reference's verdict × judge's verdict."""
    tables = sums.reshape(*sums.shape[:-1], -1, 2, 2, 2)
    return tables[..., 0, :, :], tables[..., 1, :, :]


def _rate_difference(table: Numbers) -> Numbers:
    """The judge's pass rate minus the reference's."""
    by_judge = table[..., 1].sum(axis=-1)
    by_reference = table[..., 1, :].sum(axis=-1)
    return np.asarray((by_judge - by_reference) / table.sum(axis=(-1, -2)))


def difference_in_differences(sums: Numbers) -> Numbers:
    """(judge's - reference's pass rate) on own models minus the same on third ones; the mean."""
    own, third = _tables(sums)
    return np.asarray((_rate_difference(own) - _rate_difference(third)).mean(axis=-1))


def standardised_difference(sums: Numbers) -> Numbers:
    """The judge's pass rate on own minus third models, given the reference's verdict.

    Weighted as on own models; the mean over references.
    """
    own, third = _tables(sums)
    strata = own.sum(axis=-1)
    by_verdict = own[..., 1] / strata - third[..., 1] / third.sum(axis=-1)
    shares = strata / strata.sum(axis=-1, keepdims=True)
    return np.asarray(np.where(strata > 0, shares * by_verdict, 0).sum(axis=-1).mean(axis=-1))
