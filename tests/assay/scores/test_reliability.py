"""Whether the suite separates the models, and what is said where it does not."""

import numpy as np
import pytest

from assay.records.pipeline import TestScore
from assay.scores.contestants import Contest, contest_of
from assay.scores.reliability import cronbach_alpha, suite_reliability
from tests.assay.scores.contests import SCORE, VALUES, noisy, scores


def test_alpha_is_that_of_the_textbook() -> None:
    """Items that are all alike have alpha 1; the example is computed by hand."""
    skill = np.array([1.0, 2.0, 3.0, 5.0])
    assert cronbach_alpha(np.stack([skill] * 4, axis=1)) == pytest.approx(1)
    items = np.array([[2.0, 3.0], [4.0, 4.0], [6.0, 8.0]])
    assert cronbach_alpha(items) == pytest.approx(2 * (1 - (4 + 7) / 21))


def test_alpha_takes_three_models_that_differ() -> None:
    assert cronbach_alpha(np.ones((2, 5))) is None
    assert cronbach_alpha(np.ones((4, 5))) is None


def with_criteria(model: str, passed: int) -> list[TestScore]:
    """Of ten criteria of each test so many are passed in full."""
    criteria = {f"c{number}": 1.0 if number < passed else 0.5 for number in range(10)}
    made = scores(model, noisy(len(model) + passed))
    return [record.model_copy(update={"criteria": criteria}) for record in made]


def contest() -> Contest:
    listed = {"a": with_criteria("a", 9), "b": with_criteria("b", 8), "c": with_criteria("c", 1)}
    return contest_of(SCORE, 1, listed)


def test_criteria_that_all_leaders_pass_are_counted_in_percent() -> None:
    found = suite_reliability(contest(), ["a", "b"])
    assert (found.criteria, found.passed_by_leaders) == (160, 80)
    assert found.sentence.startswith("80 % of the criteria are passed by both leading models")
    assert found.leaders == ("a", "b") and found.models == 3


def test_a_single_leader_and_unknown_criteria_give_no_sentence() -> None:
    assert suite_reliability(contest(), ["a"]).sentence == ""
    plain = contest_of(SCORE, 1, {model: scores(model, VALUES) for model in "ab"})
    found = suite_reliability(plain, ["a", "b"])
    assert found.passed_by_leaders is None and found.sentence == ""


def test_leaders_that_the_suite_separates_give_no_sentence() -> None:
    """Three models that keep the same distance on every test: alpha is 1."""
    listed = {}
    for step, model in enumerate("abc"):
        values = {test: value - 2.0 * step for test, value in VALUES.items()}
        criteria = {"c": 1.0}
        listed[model] = [
            record.model_copy(update={"criteria": criteria}) for record in scores(model, values)
        ]
    assert suite_reliability(contest_of(SCORE, 1, listed), list("abc")).sentence == ""
