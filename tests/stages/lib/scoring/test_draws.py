"""The fast draws for many models equal those of the plain bootstrap, draw by draw."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stages.lib.base.records import LCIF
from stages.lib.scoring.draws import drawable, drawn_scores
from stages.lib.scoring.formulas import MetricPair, overall_of
from stages.lib.statistics.bootstrap import clusters, multiplicities, samples

PERFECT = MetricPair(100, 100)
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
        st.sampled_from(sorted(CATEGORIES)), st.builds(MetricPair, PERCENT, PERCENT), min_size=2
    ),
    st.integers(0, 9),
)
def test_each_draw_is_that_of_the_plain_bootstrap(found: dict[str, MetricPair], seed: int) -> None:
    datasets = {test: test.partition("-")[2] or None for test in found if CATEGORIES[test] != LCIF}
    groups = clusters(datasets)
    statistic = overall_of(found, CATEGORIES, WEIGHTS)
    expected = [statistic(drawn) for drawn in samples(groups, 40, seed)]
    ours = drawn_scores(found, CATEGORIES, groups, WEIGHTS, multiplicities(len(groups), 40, seed))
    assert ours.tolist() == pytest.approx(
        [np.nan if value is None else value for value in expected], nan_ok=True
    )


def test_nothing_to_draw_gives_no_draws() -> None:
    assert len(multiplicities(1, 40, 1)) == len(multiplicities(0, 40, 1)) == 0
    assert len(drawn_scores({}, {}, [], WEIGHTS, multiplicities(0, 40, 1))) == 0


def test_dialogues_are_not_drawn() -> None:
    found = {"A-X": PERFECT, "B-Y": PERFECT, "C-X": PERFECT, "Hard-X": PERFECT}
    categories = dict.fromkeys(found, "code_generation") | {"Hard-X": LCIF}
    datasets: dict[str, str | None] = {"A-X": "X", "B-Y": "Y", "C-X": "X", "Hard-X": "X"}
    assert sorted(drawable(found, categories, datasets)) == [["A-X", "C-X"], ["B-Y"]]


def test_category_of_a_single_group_gives_nothing_to_draw() -> None:
    found = {"A-X": PERFECT, "B-Y": PERFECT, "C-X": PERFECT, "D-X": PERFECT}
    categories = dict.fromkeys(found, "code_generation") | {
        "C-X": "code_translation",
        "D-X": "code_translation",
    }
    datasets: dict[str, str | None] = {test: test[-1] for test in found}
    assert drawable(found, categories, datasets) == []
    assert drawable({}, categories, datasets) == []
