"""The figures about judges, on verdicts that can be counted by hand."""

import pytest

from stages.lib.base.records import CHECKS
from stages.lib.base.results.judges import (
    AgreementByPart,
    Calibration,
    ErrorsByPart,
    NoFigure,
    RatersAlpha,
    ReferenceCalibration,
)
from stages.lib.delivery.answers import answer_id
from stages.lib.human.audit import Audited
from stages.validity.agreement import agreement
from stages.validity.confidence import calibration, majority
from stages.validity.length import length_correlation
from stages.validity.people import people
from stages.validity.rates import against_checks, not_judged, pass_rate
from stages.validity.verdicts import Verdicts, collected
from tests.stages.validity.small_run import HOW, answer, judgement, prompt, run, value

TWO = ("m", "T-A"), ("m", "T-B")


def pair(one: str, two: str, **more: dict[str, str]) -> Verdicts:
    said = {"one": dict.fromkeys(TWO, one), "two": dict.fromkeys(TWO, two)}
    return run({**said, **{judge: dict.fromkeys(TWO, letters) for judge, letters in more.items()}})  # type: ignore[arg-type]


# Agreement


def test_agreement_counts_what_both_decided() -> None:
    found = agreement(pair("+++++-...", "++++-+--+"), HOW)
    assert isinstance(found.all_llm, AgreementByPart)
    for figures in (found.all_llm.all, found.pairs["one and two"].all):
        assert value(figures.raw) == pytest.approx(4 / 6)
        assert figures.raw.verdicts == 12
        assert value(figures.kappa) == pytest.approx((4 / 6 - 26 / 36) / (1 - 26 / 36))
    assert list(found.all_llm.category) == ["code_generation"]
    assert list(found.all_llm.type) == ["one"]
    assert list(found.all_llm.metric) == ["accuracy"]


def test_the_checks_are_no_part_of_the_panel_but_of_pairs() -> None:
    found = agreement(pair("++++++", "++++++", **{CHECKS: "------"}), HOW)
    assert isinstance(found.all_llm, AgreementByPart)
    assert value(found.all_llm.all.raw) == 1
    assert value(found.pairs["one and checks"].all.raw) == 0


def test_one_llm_judge_agrees_with_nobody_and_says_so() -> None:
    found = agreement(
        run({"one": dict.fromkeys(TWO, "+-+-+-"), CHECKS: dict.fromkeys(TWO, "+-+-++")}), HOW
    )
    assert found.all_llm == NoFigure(why="agreement takes two LLM judges or more")
    assert list(found.pairs) == ["one and checks"]


def test_too_few_verdicts_and_constant_judges_are_named_and_no_zero() -> None:
    few = agreement(pair("+-", "++"), HOW).pairs["one and two"].all.raw
    assert few == NoFigure(why="fewer than 10 verdicts", verdicts=4)
    constant = agreement(pair("++++++", "++++++"), HOW).pairs["one and two"].all
    why = "a judge gave one and the same verdict throughout"
    assert constant.kappa == constant.alpha == NoFigure(why=why, verdicts=12)
    assert value(constant.ac1) == 1


# Rates


def test_pass_rate_counts_what_was_judged_and_not_judged_counts_the_rest() -> None:
    verdicts = pair("++++--..", "+" * 8)
    assert value(pass_rate(verdicts, "one", HOW)) == pytest.approx(4 / 6)
    left_open = not_judged(verdicts, "one", HOW)
    assert (value(left_open), left_open.verdicts) == (0.25, 16)


def test_errors_are_counted_where_a_check_decides() -> None:
    verdicts = run(
        {
            "one": dict.fromkeys(TWO, "++----" + "+++--." + "++"),
            CHECKS: dict.fromkeys(TWO, "------++++++.."),
        }
    )
    found = against_checks(verdicts, "one", HOW)
    assert isinstance(found, ErrorsByPart)
    assert value(found.all.false_pass) == pytest.approx(2 / 6)
    assert value(found.all.false_fail) == pytest.approx(2 / 5)
    assert (found.all.false_pass.verdicts, found.all.false_fail.verdicts) == (12, 10)
    assert list(found.category) == ["code_generation"]
    assert list(found.metric) == ["accuracy"]
    assert list(found.model) == ["m"]


def test_without_checks_errors_are_unknown_not_zero() -> None:
    unknown = against_checks(pair("++", "--"), "one", HOW)
    assert unknown == NoFigure(why="the panel has no checks")


# Calibration


def test_confidence_is_held_against_the_majority_of_the_others_and_the_checks() -> None:
    said = {"one": "+" * 8 + "--", "two": "+" * 8 + "++", CHECKS: "+" * 5 + "-----"}
    verdicts = run(
        {judge: dict.fromkeys(TWO, letters) for judge, letters in said.items()}, {"one": 95}
    )
    found = calibration(verdicts, "one", HOW)
    assert isinstance(found, Calibration)
    assert isinstance(found.others, ReferenceCalibration)
    assert isinstance(found.checks, ReferenceCalibration)
    assert value(found.others.overconfidence) == pytest.approx(0.95 - 0.8)
    assert value(found.checks.overconfidence) == pytest.approx(0.95 - 0.7)
    (bucket,) = found.checks.buckets
    assert (bucket.lower, bucket.verdicts) == (0.9, 20)
    assert (bucket.confidence, bucket.right) == pytest.approx((0.95, 0.7))
    assert calibration(verdicts, "two", HOW) == NoFigure(why="it states no confidence")


def test_a_tie_of_the_others_is_no_reference() -> None:
    verdicts = run({"one": {TWO[0]: "++-"}, "two": {TWO[0]: "+--"}})
    assert majority(list(verdicts.passed.values())).tolist() == [
        1.0,
        pytest.approx(float("nan"), nan_ok=True),
        0.0,
    ]


# Length


def test_length_counts_within_tests_alone() -> None:
    """Of each test the longer answer is scored higher.

    The tests with long answers are scored lower.
    """
    answers = {
        (model, f"T-{number}"): answer(model, f"T-{number}", "x" * size * (10 if number % 2 else 1))
        for number in range(6)
        for model, size in (("short", 100), ("long", 200))
    }
    given = {
        key: {"a0": key[0] == "long", "a1": int(key[1][2:]) % 2 == 0, "a2": True, "a3": False}
        for key in answers
    }
    listed = [judgement("one", answers[key], passed) for key, passed in given.items()]
    prompts = [prompt(f"T-{number}") for number in range(6)]
    verdicts = collected(prompts, list(answers.values()), listed, ["one"])
    found = length_correlation(verdicts, "one", HOW)
    assert (value(found), found.verdicts) == (pytest.approx(1), 12)


# People


def audited(rater: str, passed: str, answer_: str = "") -> list[Audited]:
    given = [answer(*key) for key in TWO]
    return [
        Audited(rater, item.model, item.test, 1, answer_ or answer_id(item), f"a{n}", letter == "+")
        for item in given
        for n, letter in enumerate(passed)
    ]


def test_people_are_compared_with_each_judge_and_the_majority() -> None:
    verdicts = pair("+++---", "+++++-", third="++++--")  # type: ignore[arg-type]
    found = people(verdicts, audited("anna", "+++---"), HOW)
    assert (found.lines, found.used, found.raters) == (12, 12, {"anna": 12})
    assert value(found.judges["one"].kappa) == 1
    assert found.judges["two"].false_pass == NoFigure(why="fewer than 10 verdicts", verdicts=6)
    assert value(found.judges["panel"].raw) == pytest.approx(5 / 6)
    assert found.among_raters == NoFigure(why="one person alone audited")


def test_raters_are_compared_with_each_other() -> None:
    found = people(
        pair("+++---", "+++++-"), [*audited("anna", "+++---"), *audited("ben", "+++---")], HOW
    )
    assert isinstance(found.among_raters, RatersAlpha)
    assert value(found.among_raters.alpha) == 1
    assert found.judges["one"].kappa.verdicts == 24


def test_an_audit_of_an_answer_that_changed_since_is_not_used() -> None:
    found = people(pair("+-", "+-"), audited("anna", "+-", "another answer"), HOW)
    assert (found.lines, found.used) == (4, 0)
    assert "nobody audited" in found.why
