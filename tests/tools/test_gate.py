"""The gate's decision on one model, before and after a change whose size is known."""

import random
from collections.abc import Sequence

import numpy as np
import pytest

from assay.records.pipeline import TestScore
from tests.assay.scores.contests import SCORE, scores
from tests.stages.validity.small_run import significant_pair
from tools.gate import EQUIVALENT, UNKNOWN, WORSE, Gated, code_of, decided

TESTS = [f"T{number}-D{number % 15}" for number in range(46)]
PAIRS = 20


def planted(seed: int, loss: float) -> tuple[Sequence[TestScore], Sequence[TestScore]]:
    """A model at 75 %, and again with other answers, by 32 criteria a test, and so much less."""
    chance = np.random.default_rng(seed)
    skill = np.clip(chance.normal(0.75, 0.12, len(TESTS)), 0.3, 0.95)
    first, second = (
        100 * chance.binomial(32, np.clip(skill - less, 0, 1)) / 32 for less in (0, loss / 100)
    )
    return scores("m", dict(zip(TESTS, first, strict=True))), scores(
        "m", dict(zip(TESTS, second, strict=True))
    )


def codes(loss: float) -> list[int]:
    return [decided(*planted(seed, loss), SCORE, seed, 2.0)[1] for seed in range(PAIRS)]


@pytest.mark.slow
def test_equal_models_raise_no_alarm_and_ten_points_less_is_found() -> None:
    assert codes(0).count(WORSE) <= 1, "one in twenty is what 95 % means"
    assert codes(10).count(WORSE) >= 18
    assert codes(-10).count(EQUIVALENT) >= 18


def test_tests_that_one_revision_lacks_are_no_equality() -> None:
    before, _ = planted(1, 0)
    alone = [score for score in before if score.test in TESTS[:3]]
    others = [score for score in before if score.test in TESTS[3:6]]
    assert decided(alone, others, SCORE, 1, 2.0)[1] == UNKNOWN, "no test is in both"
    most = [score for score in before if score.test not in TESTS[:12]]
    assert decided(before, most, SCORE, 1, 2.0)[1] == UNKNOWN, "what is missing could turn it"


def test_few_data_sets_cannot_tell() -> None:
    few = {test: 50.0 + random.Random(test).random() for test in ("A-D1", "B-D1", "C-D2")}
    less = {test: value - 20 for test, value in few.items()}
    assert decided(scores("m", few), scores("m", less), SCORE, 1, 2.0)[1] == UNKNOWN


@pytest.mark.parametrize(
    ("wanted", "code"), [((0, 0), 0), ((0, 2), 2), ((1, 2), 1), ((1, 0), 1), ((2,), 2)]
)
def test_one_model_that_is_worse_decides(wanted: Sequence[int], code: int) -> None:
    pair = significant_pair("base", "head")
    assert code_of([Gated("m", "llm", 1.0, 1.0, pair, one) for one in wanted]) == code
