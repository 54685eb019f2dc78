"""The figures about how each judge replied."""

from typing import Any

from assay.records.models import JudgeConduct
from assay.records.pipeline import CHECKS, Judgement, Overruling, Verdict
from assay.scores.conduct import conduct
from tests.assay.scores.judgements import judged

BY_ANN = Overruling(judge_decision=None, person="Ann", reason="r")


def verdict(passed: bool | None = True, **more: Any) -> Verdict:
    return Verdict(criterion="c", metric="accuracy", weight=1.0, passed=passed, **more)


def judgement(*verdicts: Verdict, judge: str = "j", **more: Any) -> Judgement:
    return judged(judge=judge, verdicts=verdicts, **more)


def test_checks_and_no_judge_have_no_figures() -> None:
    assert conduct([]) == {} == conduct([judgement(verdict(), judge=CHECKS)])


def test_calls_are_summed_and_open_criteria_counted_by_judge() -> None:
    found = conduct(
        [
            judgement(verdict(), verdict(None), calls=2, truncated=1, rounds=2, cut=5),
            judgement(verdict(None), calls=3, refused=3, rounds=3, status="gap"),
            judgement(status="missing"),
            judgement(verdict(False), status="delivered nothing"),
            judgement(verdict(), judge="k", calls=1, rounds=1),
        ]
    )
    assert found["j"] == JudgeConduct(
        criteria=3,
        not_judged=2,
        overruled=0,
        quoted=0,
        evidence_found=None,
        calls=5,
        truncated=1,
        refused=3,
        rounds=3,
        cut_answers=1,
        gaps=1,
    )
    assert (found["k"].criteria, found["k"].calls) == (1, 1)


def test_evidence_is_a_share_of_what_was_quoted() -> None:
    quoted = [verdict(evidence_found=found) for found in (True, True, True, False, None)]
    found = conduct([judgement(*quoted)])["j"]
    assert (found.quoted, found.evidence_found) == (4, 75)


def test_overruled_verdict_is_counted_and_what_the_judge_left_open_stays_open() -> None:
    found = conduct([judgement(verdict(True, overruled=BY_ANN), verdict())])["j"]
    assert (found.overruled, found.not_judged) == (1, 1)
