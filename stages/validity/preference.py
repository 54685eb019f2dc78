"""Own-family preference: whether a judge is milder on models of its own family than on others.

It is by how much more the judge passes of its own family's answers than it would pass of the same
answers by others, from -1 to 1. What it would pass is read off the other models: there its verdicts
follow those of a *neutral reference*, a judge of another family or the checks, on models that are
not of the reference's family either.

References err, too. On verdicts, an error only shrinks how far a reference follows the truth, so
comparing like with like by one reference alone takes strength for preference. A second reference
shows how much the first one shrinks (instrumental variables: Wooldridge 2010, chapter 5; the slope
is the covariance of judge and second reference divided by that of both references). So at least two
neutral references are needed, and their errors must be independent of each other.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from assay.config.config_files import load_judge, load_model
from assay.records.judges import Figure, NoFigure
from assay.records.pipeline import CHECKS
from assay.statistics.jackknife import Jackknife, Numbers
from stages.validity.figures import figure
from stages.validity.verdicts import Verdicts

Families = Mapping[str, str]
"""The family of each model, or of each judge, by name; empty where its file states none."""
CONFIRMED = 0.2
"""The least correlation of two references: less confirms neither."""
COLUMNS = 9
"""Of a pair of references, on own and on other models: see `_columns`."""


def model_families(models: Sequence[str]) -> dict[str, str]:
    return {model: load_model(model).family for model in models}


def judge_families(panel: Sequence[str]) -> dict[str, str]:
    return {judge: load_judge(judge).family for judge in panel}


def preference(
    verdicts: Verdicts, judge: str, of_models: Families, of_judges: Families, how: Jackknife
) -> Figure:
    """The judge's preference for its family's models, by the neutral references of the panel."""
    own = of_judges.get(judge, "")
    if not own:
        return NoFigure(why=f"conf/judge/{judge}.yaml states no family")
    families = verdicts.items["model"].map(of_models).fillna("").to_numpy(dtype=str)
    if own not in families:
        return NoFigure(why=f"no model of its family ({own}) is in the run")
    references = neutral_references(verdicts, own, families, of_judges)
    if len(references) < 2:
        return NoFigure(
            why="it takes two neutral references: judges of other families, or the checks"
        )
    blocks = _confirmed(verdicts.passed[judge], references, families == own)
    if not blocks:
        return NoFigure(why="no two neutral references confirm each other on other models")
    columns = np.concatenate(blocks)
    count = int(columns.any(axis=0).sum())
    estimate = how.estimate(verdicts.cluster, columns.T, preferred)
    return figure(estimate, count, "it has no verdicts on its own family, or none on others")


def neutral_references(
    verdicts: Verdicts, own: str, families: NDArray[np.str_], of_judges: Families
) -> list[Numbers]:
    """The verdicts of each judge that has no stake: of another family, or the checks.

    Without those of a judge on the models of its own family.
    """
    references = []
    for other, passed in verdicts.passed.items():
        family = of_judges.get(other, "")
        if family != own or other == CHECKS:
            has_stake = (families == family) & (family != "")
            references.append(np.where(has_stake, np.nan, passed))
    return references


def _confirmed(
    passed: Numbers, references: Sequence[Numbers], is_own: NDArray[np.bool_]
) -> list[Numbers]:
    """The columns of every two references that confirm each other on other models."""
    blocks = []
    for first, second in permutations(references, 2):
        columns = _columns(passed, first, second, is_own)
        sums = columns.sum(axis=1)
        if sums[0] and sums[3] and _correlation(sums) >= CONFIRMED:
            blocks.append(columns)
    return blocks


def _columns(
    passed: Numbers, first: Numbers, second: Numbers, is_own: NDArray[np.bool_]
) -> Numbers:
    """Nine numbers for each item: an array of 9 × items.

    Own models: 1, the judge's and the first reference's verdict. Other models, where both
    references decide: 1, the verdicts of judge, first and second reference, and the products of
    second with judge and with first.
    """
    in_own = is_own & ~np.isnan(passed) & ~np.isnan(first)
    in_others = ~is_own & ~np.isnan(passed) & ~np.isnan(first) & ~np.isnan(second)
    own = [np.ones(len(passed)), passed, first]
    others = [np.ones(len(passed)), passed, first, second, second * passed, second * first]
    columns = [np.where(in_own, column, 0) for column in own]
    columns += [np.where(in_others, column, 0) for column in others]
    return np.stack(columns)


def _correlation(sums: Numbers) -> float:
    """Of the two references on other models; 0 if one of them never varies."""
    count, _, first, second, _, both = sums[3:]
    first, second, both = first / count, second / count, both / count
    spread = first * (1 - first) * second * (1 - second)
    return float((both - first * second) / np.sqrt(spread)) if spread > 0 else 0.0


def preferred(sums: Numbers) -> Numbers:
    """The judge's pass rate on own models minus what it would be by the line of other models.

    The median over the pairs of references: one that is led astray does not decide.
    """
    pairs = sums.reshape(*sums.shape[:-1], -1, COLUMNS)
    own = pairs[..., 1:3] / pairs[..., :1]
    others = pairs[..., 4:] / pairs[..., 3:4]
    judge, first, second, with_judge, with_first = np.moveaxis(others, -1, 0)
    slope = (with_judge - second * judge) / (with_first - second * first)
    expected = judge + slope * (own[..., 1] - first)
    return np.asarray(np.median(own[..., 0] - expected, axis=-1))
