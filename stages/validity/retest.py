"""A judge against itself: does it decide the same again, and does the place in the list matter?"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.records.judges import NoFigure, Retest
from assay.records.pipeline import Prompt
from assay.records.repeat_records import PlacedVerdict, Repeated
from assay.records.totals import total_usd
from assay.statistics.jackknife import Jackknife, Numbers
from assay.statistics.nominal_agreement import counted, gwet_ac1, raw_agreement, share_rows
from stages.validity.figures import figure
from stages.validity.rates import share
from stages.validity.verdicts import cluster_numbers

ALONE = "each question had one criterion, or every criterion kept its place"


class Readings(NamedTuple):
    """What one judge decided each time: one row for each criterion of an answer.

    The first column is the verdict that counts. `passed` is 1, 0 or NaN; `place` 0 to 1 or NaN.
    """

    cluster: NDArray[np.int64]
    passed: Numbers
    place: Numbers


def retests(
    repeated: Sequence[Repeated],
    judges: Sequence[str],
    prompts: Sequence[Prompt],
    how: Jackknife,
) -> dict[str, Retest | NoFigure]:
    """The figures of every judge; empty if no judge of the run was asked again."""
    if not repeated:
        return {}
    clusters = cluster_numbers(prompts)
    by_judge = {judge: [one for one in repeated if one.judge == judge] for judge in judges}
    return {judge: retest(items, clusters, how) for judge, items in by_judge.items()}


def retest(
    repeated: Sequence[Repeated], clusters: Mapping[str, int], how: Jackknife
) -> Retest | NoFigure:
    """The figures of one judge. `clusters`: the number of each test's data set."""
    if not repeated:
        return NoFigure(why="it was asked about no answer again")
    readings = readings_of(repeated, clusters)
    ratings = list(readings.passed.T)
    rows = share_rows(counted(ratings))
    twice = int(rows[:, 1].sum())
    moved = place_rows(readings)
    placed = int((moved[:, 1] > 0).sum())
    return Retest(
        same=figure(how.estimate(readings.cluster, rows, raw_agreement), twice),
        ac1=figure(how.estimate(readings.cluster, rows, gwet_ac1), twice),
        place=figure(how.estimate(readings.cluster, moved, share), placed, ALONE),
        calls=sum(item.calls for item in repeated),
        cost_usd=total_usd(repeated),
    )


def readings_of(repeated: Sequence[Repeated], clusters: Mapping[str, int]) -> Readings:
    """The decisions as arrays, sorted by answer and criterion."""
    times = max(item.repeat for item in repeated) + 1
    found: dict[tuple[str, str, int, str], dict[int, PlacedVerdict]] = {}
    for item in repeated:
        for verdict in item.verdicts:
            key = (item.test, item.model, item.attempt, verdict.criterion)
            found.setdefault(key, {})[item.repeat] = verdict
    passed = np.full((len(found), times), np.nan)
    place = np.full((len(found), times), np.nan)
    for row, key in enumerate(sorted(found)):
        for repeat, verdict in found[key].items():
            passed[row, repeat] = verdict.passed
            if verdict.place is not None:
                place[row, repeat] = verdict.place
    cluster = np.array([clusters[test] for test, *_ in sorted(found)], dtype=np.int64)
    return Readings(cluster, passed, place)


def place_rows(readings: Readings) -> Numbers:
    """Rows whose first sum as a share of the second is the effect of the place in the list.

    It is the slope of passed on place within criteria, the fixed-effects estimator of panel data
    (Wooldridge 2010, chapter 10): by how much more the judge passes a criterion at the end of the
    list than the same criterion at its beginning. What a criterion or an answer is like cancels
    out.
    """
    known = ~np.isnan(readings.passed) & ~np.isnan(readings.place)
    passed = _within(readings.passed, known)
    place = _within(readings.place, known)
    return np.column_stack([(passed * place).sum(axis=1), (place * place).sum(axis=1)])


def _within(values: Numbers, known: NDArray[np.bool_]) -> Numbers:
    """The known values of each row minus their mean; 0 for the others."""
    count = np.maximum(known.sum(axis=1), 1)
    mean = np.where(known, values, 0).sum(axis=1) / count
    return np.where(known, values - mean[:, None], 0)
