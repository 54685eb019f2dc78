"""Several attempts: consistency against a literal count, and the spread between them."""

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from assay.records.pipeline import Judgement, TestScore
from assay.scores.attempts import (
    attempt_figures,
    decided_in_all,
)
from assay.scores.formulas import results
from assay.scores.suite import score_tests
from tests.assay.scores.judgements import judged
from tests.stages.validity.small_run import prompt

OUTCOMES = st.sampled_from([True, False, None])


def judgement(
    test: str, attempt: int, passed: list[bool | None], judge: str = "j", **more: Any
) -> Judgement:
    return judged(*passed, test=test, attempt=attempt, judge=judge, **more)


def scores(judgements: list[Judgement], tests: list[str]) -> list[TestScore]:
    return score_tests([prompt(test) for test in tests], judgements, "m", 0.9)


@given(st.lists(st.tuples(OUTCOMES, OUTCOMES, OUTCOMES), min_size=1, max_size=12), st.randoms())
def test_consistency_is_a_literal_count(
    table: list[tuple[bool | None, ...]], shuffle: random.Random
) -> None:
    listed = [judgement("t", attempt, [row[attempt] for row in table]) for attempt in range(3)]
    found = decided_in_all(shuffle.sample(listed, 3))
    decided = [row for row in table if None not in row]
    assert sorted(map(sorted, found)) == sorted(map(sorted, 2 * decided))


def test_attempts_that_are_missing_say_nothing_on_consistency() -> None:
    whole = [judgement("t", attempt, [True]) for attempt in (1, 2)]
    missing = judgement("u", 2, [], status="missing")
    assert decided_in_all([*whole, judgement("u", 1, [False]), missing]) == [[True, True]] * 2


def test_a_tests_score_is_the_mean_of_its_attempts() -> None:
    listed = [
        judgement("t", 1, [True, True]),
        judgement("t", 2, [True, False]),
        judgement("t", 3, [False, False]),
    ]
    (found,) = scores(listed, ["t"])
    assert found.attempts == (100, 50, 0)
    assert results([found])["t"].score == 50


def test_one_attempt_leaves_everything_out() -> None:
    listed = [judgement("t", 1, [True, False])]
    (found,) = scores(listed, ["t"])
    assert found.attempts == ()
    assert attempt_figures([found], listed, {}) is None


def test_a_test_with_a_missing_attempt_is_scored_but_not_in_the_spread() -> None:
    listed = [
        *[judgement("t", 1, [True, True]), judgement("t", 2, [True, False])],
        *[judgement("u", 1, [True, False]), judgement("u", 2, [], status="missing")],
    ]
    found = scores(listed, ["t", "u"])
    assert [score.attempts for score in found] == [(100, 50), ()]
    assert results(found)["u"].score == 50
    figures = attempt_figures(found, listed, {})
    assert figures is not None and figures.scores == (100, 50)
