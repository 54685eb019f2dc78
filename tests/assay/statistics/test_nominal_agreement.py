"""Each coefficient equals published examples and an independent library on random data.

The libraries are imported where they are used: collecting the tests needs none of them.
"""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.statistics.jackknife import Numbers
from assay.statistics.jackknife import share as raw_agreement
from assay.statistics.nominal_agreement import counted, gwet_ac1, share_rows

FULL = st.lists(st.tuples(*[st.sampled_from([0.0, 1.0])] * 3), min_size=8, max_size=40)
HOLED = st.lists(st.tuples(*[st.sampled_from([0.0, 1.0, math.nan])] * 3), min_size=8, max_size=40)
PUBLISHED = (
    "1 1 . 1;2 2 3 2;3 3 3 3;3 3 3 3;2 2 2 2;1 2 3 4;"
    "4 4 4 4;1 1 2 1;2 2 2 2;. 5 5 5;. . 1 1;. . 3 ."
)
"""Twelve units, four observers, five categories, holes: of Gwet's package."""


def published() -> Numbers:
    units = [[rating for rating in unit.split() if rating != "."] for unit in PUBLISHED.split(";")]
    return np.array(
        [[unit.count(str(category)) for category in range(1, 6)] for unit in units], dtype=float
    )


def ratings(items: Sequence[tuple[float, ...]]) -> list[Numbers]:
    return [np.array(column) for column in zip(*items, strict=True)]


def test_published_example_gives_the_published_figures() -> None:
    shares = share_rows(published()).sum(axis=0)
    assert raw_agreement(shares) == pytest.approx(0.8181818, abs=1e-7)
    assert gwet_ac1(shares) == pytest.approx(0.77544, abs=1e-5)


@pytest.mark.filterwarnings("ignore:Specified classes")
@given(FULL)
def test_gwets_ac1_and_agreement_of_two_are_those_of_pycm(items: list[tuple[float, ...]]) -> None:
    from pycm import ConfusionMatrix

    one, two, _ = ratings(items)
    sums = share_rows(counted([one, two])).sum(axis=0)
    matrix = ConfusionMatrix(one.astype(int), two.astype(int), classes=[0, 1])
    assert raw_agreement(sums) == pytest.approx(matrix.Overall_ACC)
    assert gwet_ac1(sums) == pytest.approx(matrix.AC1)


def gwet_by_hand(items: Sequence[tuple[float, ...]]) -> float:
    """Gwet (2014), equations 2.10 to 2.13, verdict by verdict."""
    known = [[verdict for verdict in item if not math.isnan(verdict)] for item in items]
    two = [verdicts for verdicts in known if len(verdicts) > 1]
    observed = np.mean(
        [np.mean([one == other for one, other in combinations(verdicts, 2)]) for verdicts in two]
    )
    passed = np.mean([np.mean(verdicts) for verdicts in known if verdicts])
    chance = 2 * passed * (1 - passed)
    return float((observed - chance) / (1 - chance))


@given(HOLED)
def test_gwets_ac1_of_several_with_holes_is_that_by_hand(items: list[tuple[float, ...]]) -> None:
    with np.errstate(invalid="ignore"):
        ours = gwet_ac1(share_rows(counted(ratings(items))).sum(axis=0))
    if any(sum(not math.isnan(verdict) for verdict in item) > 1 for item in items):
        assert ours == pytest.approx(gwet_by_hand(items))
    else:
        assert math.isnan(ours)
