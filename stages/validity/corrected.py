"""A judge's scores corrected for its measured errors.

A judge that passes too much, or too little, moves every score. Where the truth is known for some of
its verdicts, its rates of false passes (f) and false fails (g) are known, and a share p of passes
was (p - f) / (1 - f - g) before it erred: Rogan and Gladen, "Estimating prevalence from the results
of a screening test", American Journal of Epidemiology 107 (1978). The interval covers both the
score and the rates, because the jackknife leaves data sets out of both.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.records.judges import CorrectedScore, CorrectedScores, NoFigure
from assay.records.pipeline import CHECKS
from assay.scores.marks import Audited
from assay.statistics.jackknife import SHARE, Jackknife, Numbers, share
from stages.validity.exam_errors import ExamVerdicts
from stages.validity.figures import LEAST, figure
from stages.validity.people_and_judges import majority, ratings_by_rater
from stages.validity.rates import error_rows
from stages.validity.verdicts import Verdicts

NO_BETTER = "the judge errs so often that its scores say nothing"


class Known(NamedTuple):
    """Verdicts of the judge whose truth (1, 0 or NaN) is known, and where that comes from."""

    source: Literal["exam", "executed", "people"]
    cluster: NDArray[np.int64]
    passed: Numbers
    truth: Numbers


def corrected_scores(
    verdicts: Verdicts,
    judge: str,
    audits: Sequence[Audited],
    effect: Numbers,
    how: Jackknife,
    exam: ExamVerdicts | None = None,
) -> CorrectedScores | NoFigure:
    """Each model's score by the judge, raw and corrected, 0 to 1.

    `effect` is what each item weighs in its model's overall score.
    """
    passed = verdicts.passed[judge]
    known = _known(verdicts, audits, exam, passed)
    if known is None:
        return NoFigure(
            why=f"it takes {LEAST} verdicts on criteria that were met and {LEAST} on others, by "
            "an exam, by execution or by an audit"
        )
    errors = np.hstack([error_rows(known.passed, known.truth, truth) for truth in (0, 1)])
    cluster = np.concatenate([verdicts.cluster, known.cluster])
    models = {}
    for model in sorted(verdicts.items["model"].unique()):
        of_model = (verdicts.items["model"] == model).to_numpy(dtype=bool)
        judged = of_model & ~np.isnan(passed)
        score = np.column_stack(
            [np.where(judged & (passed == 1), effect, 0), np.where(judged, effect, 0)]
        )
        rows = np.concatenate([np.pad(score, ((0, 0), (0, 4))), np.pad(errors, ((0, 0), (2, 0)))])
        count = int(judged.sum())
        raw = how.estimate(verdicts.cluster, score, share, SHARE)
        corrected = how.estimate(cluster, rows, without_errors, SHARE)
        models[model] = CorrectedScore(
            raw=figure(raw, count), corrected=figure(corrected, count, NO_BETTER)
        )
    return CorrectedScores(truth=known.source, models=models)


def _known(
    verdicts: Verdicts, audits: Sequence[Audited], exam: ExamVerdicts | None, passed: Numbers
) -> Known | None:
    """The exam if it has enough of either kind, else executed criteria, else people's audit."""
    executed = verdicts.items["executed"].to_numpy(dtype=bool)
    by_checks = verdicts.passed.get(CHECKS, np.full(len(passed), np.nan))
    by_run = np.where(executed, by_checks, np.nan)
    candidates = [Known("executed", verdicts.cluster, passed, by_run)]
    if exam:
        candidates.insert(0, Known("exam", exam.cluster, exam.passed, exam.truth))
    by_rater = ratings_by_rater(verdicts, audits)
    if by_rater:
        by_people = majority(list(by_rater.values()))
        candidates.append(Known("people", verdicts.cluster, passed, by_people))
    for known in candidates:
        sizes = [((known.truth == value) & ~np.isnan(known.passed)).sum() for value in (0, 1)]
        if min(sizes) >= LEAST:
            return known
    return None


def without_errors(sums: Numbers) -> Numbers:
    """The share that is met, from the share passed and the judge's error rates; 0 to 1.

    Not defined for a judge that is no better than chance.
    """
    passed = sums[..., 0] / sums[..., 1]
    false_pass = sums[..., 2] / sums[..., 3]
    false_fail = sums[..., 4] / sums[..., 5]
    informed = 1 - false_pass - false_fail
    met = (passed - false_pass) / np.where(informed > 0, informed, np.nan)
    return np.asarray(np.clip(met, 0, 1))
