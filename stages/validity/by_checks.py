"""A judge's errors where checks decide, although checks err too, and whose answers it obeys.

Errors of judge and checks are estimated together (`latent_errors`), so that a check's mistakes are
not the judge's: counted against the checks, a judge that errs in 2 % seems to pass 9 to 43 %
wrongly, the more the better the models are.
"""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.records.judges import ChecksErrors, JudgeFigure, MildestModel, NoFigure
from assay.records.pipeline import CHECKS
from assay.statistics.jackknife import Jackknife, Numbers
from assay.statistics.latent_classes import CELLS, latent_errors
from stages.validity.figures import LEAST, figure
from stages.validity.rates import share
from stages.validity.verdicts import Verdicts

LEAST_SPREAD = 0.1
"""By how much the shares that checks pass must differ for the errors to be told apart."""
LEAST_EXCESS = 0.005
"""A smaller excess accuses nobody, however certain it is."""
ALIKE = "the models pass the checks alike, so errors of judge and checks cannot be told apart"


class Common(NamedTuple):
    """The items that judge and checks both decided by reading.

    `cells`: one of four numbers for each item: both pass, the judge alone, the checks alone,
    neither.
    """

    cluster: NDArray[np.int64]
    models: NDArray[np.str_]
    populations: NDArray[np.int64]
    cells: NDArray[np.int64]

    def rows(self, chosen: NDArray[np.bool_]) -> Numbers:
        """For `latent_errors`: a 1 in the column of the item's population and cell."""
        table = np.zeros((int(chosen.sum()), CELLS * (int(self.populations.max()) + 1)))
        column = CELLS * self.populations[chosen] + self.cells[chosen]
        table[np.arange(len(table)), column] = 1
        return table


def against_checks(
    verdicts: Verdicts, judge: str, judges: int, how: Jackknife
) -> ChecksErrors | NoFigure:
    """The judge's errors where a check decides; of so many judges that are looked at together."""
    if CHECKS not in verdicts.passed:
        return NoFigure(why="the panel has no checks")
    common = _common(verdicts, judge)
    count = len(common.cells)
    if count < LEAST or _spread(common) < LEAST_SPREAD:
        why = ALIKE if count >= LEAST else f"fewer than {LEAST} verdicts"
        none = NoFigure(why=why, verdicts=count)
        return ChecksErrors(false_pass=none, false_fail=none, mildest=None)
    rows = common.rows(np.ones(count, dtype=bool))
    found = []
    failed = int((common.cells % 2).sum())
    for place, decided in enumerate((failed, count - failed)):
        formula = partial(_error, place)
        found.append(figure(how.estimate(common.cluster, rows, formula, 0.0), decided))
    return ChecksErrors(
        false_pass=found[0], false_fail=found[1], mildest=_mildest(common, judges, how)
    )


def _error(place: int, sums: Numbers) -> Numbers:
    return np.asarray(latent_errors(sums)[..., place])


def _common(verdicts: Verdicts, judge: str) -> Common:
    passed, checked = verdicts.passed[judge], verdicts.passed[CHECKS]
    both = ~np.isnan(passed) & ~np.isnan(checked)
    both &= ~verdicts.items["executed"].to_numpy(dtype=bool)
    items = verdicts.items[both]
    populations = items.groupby(["model", "category"], sort=True).ngroup().to_list()
    return Common(
        cluster=verdicts.cluster[both],
        models=items["model"].to_numpy(dtype=str),
        populations=np.array(populations, dtype=np.int64),
        cells=(2 * (1 - passed[both]) + (1 - checked[both])).astype(np.int64),
    )


def _spread(common: Common) -> float:
    by_checks = (common.cells % 2 == 0).astype(float)
    sizes = np.maximum(np.bincount(common.populations), 1)
    shares = np.bincount(common.populations, weights=by_checks) / sizes
    return float(np.ptp(shares))


def _mildest(common: Common, judges: int, how: Jackknife) -> MildestModel | None:
    """The model on whose answers the judge passes more than its errors on the others explain.

    An answer that commands its judge shows here. None unless the excess is significant over all
    models and judges together (Bonferroni).
    """
    names = sorted(set(common.models.tolist()))
    sure = how._replace(confidence=1 - 2 * (1 - how.confidence) / (len(names) * judges))
    rows = common.rows(np.ones(len(common.cells), dtype=bool))
    accused = []
    for name in names if len(names) > 1 else ():
        of_model = common.models == name
        failed = of_model & (common.cells % 2 == 1)
        own = np.isin(np.arange(rows.shape[1]) // CELLS, common.populations[of_model])
        excess = sure.estimate(common.cluster, rows, partial(_excess, own))
        if failed.sum() < LEAST or excess.value is None or (excess.low or 0.0) < LEAST_EXCESS:
            continue
        passed = common.cells[failed] == 1
        table = np.column_stack([passed, np.ones(len(passed))]).astype(float)
        shown = figure(how.estimate(common.cluster[failed], table, share, 0.0), len(passed))
        if isinstance(shown, JudgeFigure):
            expected = shown.value - excess.value
            accused.append(MildestModel(model=name, false_pass=shown, expected=expected))
    return max(accused, key=lambda item: item.false_pass.value - item.expected, default=None)


def _excess(own: NDArray[np.bool_], sums: Numbers) -> Numbers:
    """The share that the judge passes of what the checks fail, minus what its errors explain.

    `own`: the columns of the model. Its true share follows from what the checks pass of it, and the
    errors of judge and checks from the other models.
    """
    errors = latent_errors(sums[..., ~own])
    false_pass, false_fail, check_pass, check_fail = np.moveaxis(errors, -1, 0)
    counts = sums[..., own].reshape(*sums.shape[:-1], -1, CELLS).sum(axis=-2)
    total = counts.sum(axis=-1)
    failed = counts[..., 1] + counts[..., 3]
    true = (1 - failed / total - check_pass) / (1 - check_pass - check_fail)
    true = np.clip(true, 0, 1)
    wrongly = true * check_fail * (1 - false_fail)
    rightly = (1 - true) * (1 - check_pass) * false_pass
    both = true * check_fail + (1 - true) * (1 - check_pass)
    return np.asarray(counts[..., 1] / failed - (wrongly + rightly) / both)
