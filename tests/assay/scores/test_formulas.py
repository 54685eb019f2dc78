"""The methodology's formulas: the worked example, categories, the score of a model, weights."""

import random
from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.records.pipeline import CATEGORIES, LCIF
from assay.scores.formulas import MetricPair, category_scores, mean_pair, overall, weights_of

WEIGHTS = {"LightOne": 0.2, "LightTwo": 0.2, "Hard": 0.6}
PERFECT = MetricPair(100, 100)


def dialogues(**pairs: MetricPair) -> MetricPair | None:
    return category_scores(pairs, dict.fromkeys(pairs, LCIF), WEIGHTS).get(LCIF)


def test_worked_example_of_lcif() -> None:
    pair = dialogues(LightOne=PERFECT, LightTwo=PERFECT, Hard=MetricPair(100 * 3.8 / 4, 100))
    assert pair is not None
    assert pair.score == pytest.approx(98.5)


def test_worked_example_of_the_final_score() -> None:
    pairs = {
        "A": MetricPair(82.38, 82.38),
        "B": MetricPair(80.77, 80.77),
        "C": MetricPair(81.36, 81.36),
    }
    pairs |= {"LightOne-X": PERFECT, "LightTwo-X": PERFECT, "Hard-X": MetricPair(95, 100)}
    categories = dict(zip(pairs, [*CATEGORIES[:3], LCIF, LCIF, LCIF], strict=True))
    final = overall(category_scores(pairs, categories, WEIGHTS))
    assert final is not None
    assert round(final, 2) == 85.75


def test_category_is_the_mean_of_accuracy_and_completeness_over_tests() -> None:
    assert mean_pair([MetricPair(100, 50), MetricPair(50, 0)]) == MetricPair(75, 25)
    assert MetricPair(75, 25).score == 50
    assert mean_pair([]) is None


def test_dialogues_that_are_there_are_scaled_to_one() -> None:
    pairs = dialogues(LightOne=MetricPair(50, 100), Hard=MetricPair(90, 100))
    assert pairs == MetricPair(pytest.approx(80), pytest.approx(100))
    assert dialogues() is None
    assert dialogues(Unknown=PERFECT) is None


def test_every_category_weighs_the_same_however_many_tests_it_has() -> None:
    pairs = {**{f"A{number}": MetricPair(100, 100) for number in range(9)}, "B": MetricPair(0, 0)}
    categories = {
        test: "code_generation" if test[0] == "A" else "code_translation" for test in pairs
    }
    assert overall(category_scores(pairs, categories, WEIGHTS)) == 50


@given(st.permutations(["A", "B", "C", "D", "Hard-X", "LightOne-X", "LightTwo-X"]), st.randoms())
def test_order_of_tests_does_not_matter(order: list[str], values: random.Random) -> None:
    pairs = {
        test: MetricPair(values.uniform(0, 100), values.uniform(0, 100)) for test in sorted(order)
    }
    categories = {test: LCIF if "-" in test else "code_generation" for test in order}
    shuffled = {test: pairs[test] for test in order}
    first = category_scores(pairs, categories, WEIGHTS)
    assert first == category_scores(shuffled, categories, WEIGHTS)


PERCENT = st.integers(0, 100).map(float)
CODE = st.tuples(
    st.sampled_from(CATEGORIES[:3]), st.sampled_from(["A-X", "A-Y", "B-X", "B", "C-Z"])
)
DIALOGUES = st.tuples(
    st.just(LCIF), st.sampled_from(["LightOne-X", "LightOne-Y", "LightTwo-X", "Hard-Z", "None-X"])
)


@given(st.dictionaries(CODE | DIALOGUES, st.builds(MetricPair, PERCENT, PERCENT)))
def test_weighted_sum_of_tests_is_overall_score(drawn: dict[tuple[str, str], MetricPair]) -> None:
    found = {f"{name}-{category}": pair for (category, name), pair in drawn.items()}
    categories = {f"{name}-{category}": category for category, name in drawn}
    weights = weights_of(found, categories, WEIGHTS)
    expected = overall(category_scores(found, categories, WEIGHTS))
    if expected is None:
        assert weights == {}
    else:
        assert fsum(weights.values()) == pytest.approx(1)
        scores = (weight * found[test].score for test, weight in weights.items())
        assert fsum(scores) == pytest.approx(expected)
