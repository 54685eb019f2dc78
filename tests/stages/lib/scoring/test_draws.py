"""The fast draws for many models equal those of the plain bootstrap, draw by draw."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.lib.base.records import LCIF
from stages.lib.scoring.draws import counts, drawn_scores
from stages.lib.scoring.scores import Pair, overall_of
from stages.lib.scoring.statistics import clusters, samples

WEIGHTS = {"Light": 0.4, "Hard": 0.6}
PERCENT = st.integers(0, 100).map(float)
CATEGORIES = {
    "A-X": "one",
    "A-Y": "one",
    "A-Z": "one",
    "B-X": "two",
    "B-Z": "two",
    "C": "two",
    "Hard-X": LCIF,
    "Light-Y": LCIF,
}


@given(
    st.dictionaries(
        st.sampled_from(sorted(CATEGORIES)), st.builds(Pair, PERCENT, PERCENT), min_size=2
    ),
    st.integers(0, 9),
)
def test_each_draw_is_that_of_the_plain_bootstrap(found: dict[str, Pair], seed: int) -> None:
    datasets = {test: test.partition("-")[2] or None for test in found if CATEGORIES[test] != LCIF}
    groups = clusters(datasets)
    statistic = overall_of(found, CATEGORIES, WEIGHTS)
    expected = [statistic(drawn) for drawn in samples(groups, 40, seed)]
    ours = drawn_scores(found, CATEGORIES, groups, WEIGHTS, counts(len(groups), 40, seed))
    assert ours.tolist() == pytest.approx(
        [np.nan if value is None else value for value in expected], nan_ok=True
    )


def test_nothing_to_draw_gives_no_draws() -> None:
    assert len(counts(1, 40, 1)) == len(counts(0, 40, 1)) == 0
    assert len(drawn_scores({}, {}, [], WEIGHTS, counts(0, 40, 1))) == 0
