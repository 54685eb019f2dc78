"""The majority of judges: its verdict on each criterion, and the score."""

from typing import Any

import pytest

from assay.records.pipeline import Judgement
from assay.scores.scores import by_majority, group_score
from tests.assay.scores.contests import SCORE
from tests.assay.scores.judgements import judged

Passed = bool | None


def judgement(judge: str, *passed: Passed, **more: Any) -> Judgement:
    return judged(*passed, judge=judge, metrics=("accuracy",), **more)


@pytest.mark.parametrize(
    ("votes", "decided"),
    [
        ((True, True, False), True),
        ((True, False, False), False),
        ((True, None, None), True),
        ((True, False, None), None),
        ((True, False), None),
        ((None, None, None), None),
        ((False,), False),
    ],
)
def test_most_verdicts_decide_and_no_tie_does(votes: tuple[Passed, ...], decided: Passed) -> None:
    (found,) = by_majority([judgement(f"j{number}", passed) for number, passed in enumerate(votes)])
    assert [verdict.passed for verdict in found.verdicts] == [decided]


def test_each_attempt_has_its_own_majority_and_missing_judgements_have_no_vote() -> None:
    found = by_majority(
        [
            judgement("a", True),
            judgement("a", False, attempt=2),
            judgement("b", status="missing", attempt=2),
        ]
    )
    assert [(item.attempt, item.verdicts[0].passed) for item in found] == [(1, True), (2, False)]


DIVIDED = [(True, True), (True, False)]
OPEN = [(True, True), (True, True), (None, True)]


@pytest.mark.parametrize(
    ("votes", "least", "score", "coverage"),
    [
        (DIVIDED, 0.5, 100, 0.5),
        (DIVIDED, 0.9, None, 0.5),
        ([(True,), (False,)], 0.0, None, 0),
        (OPEN, 0.9, None, 1),
        (OPEN, 0.5, 100, 1),
    ],
)
def test_a_tie_and_a_judge_that_leaves_too_much_open_count_by_the_least_coverage(
    votes: list[tuple[Passed, ...]], least: float, score: float | None, coverage: float
) -> None:
    judges = [judgement(f"j{number}", *passed) for number, passed in enumerate(votes)]
    config = SCORE.model_copy(update={"min_coverage": least, "aggregation": "majority"})
    found = group_score(judges, "accuracy", config)
    assert (found.score, found.coverage) == (score, coverage)
    if votes == DIVIDED:
        assert (found.low, found.high) == (50, 100)


@pytest.mark.parametrize(
    "picked, outcome",
    [
        (("right", "right", "wrong"), "right"),
        (("wrong", "wrong", "right"), "wrong"),
        (("wrong", "not stated", "not stated"), "not stated"),
        (("wrong", "not stated", "right"), "not stated"),
        (("wrong", "right"), ""),
    ],
)
def test_a_question_is_answered_as_most_judges_did(picked: tuple[str, ...], outcome: str) -> None:
    judgements = []
    for number, one in enumerate(picked):
        plain = judgement(f"j{number}", one == "right")
        share = -1.0 if one == "wrong" else None
        verdict = plain.verdicts[0].model_copy(update={"basis": "asked", "share": share})
        judgements.append(plain.model_copy(update={"verdicts": (verdict,)}))
    (found,) = by_majority(judgements)
    assert found.verdicts[0].picked == outcome
