"""Overrules applied to verdicts: which apply, what is kept, and what is reported."""

import pytest

from assay.answers.delivered import answer_id
from assay.records.pipeline import CHECKS, Answer, Judgement, Verdict
from assay.scores.overruling import PANEL, Overrule, Overruled, overruled
from tests.assay.scores.judgements import judged

ANSWER = Answer(model="m", test="t", attempt=1, prompt="p", status="answered", text="the answer")
AGAIN = ANSWER.model_copy(update={"attempt": 2, "text": "another answer"})


def judgement(judge: str, attempt: int = 1) -> Judgement:
    verdicts = tuple(
        Verdict(
            criterion=criterion,
            metric="accuracy",
            weight=1.0,
            passed=passed,
            explanation="so it says",
        )
        for criterion, passed in (("c1", True), ("c2", False), ("c3", None))
    )
    return judged(attempt=attempt, judge=judge, verdicts=verdicts)


JUDGEMENTS = [judgement("a"), judgement("b"), judgement(CHECKS), judgement("a", attempt=2)]


def line(
    judge: str = PANEL, criterion: str = "c1", passed: bool = False, **more: object
) -> Overrule:
    item = Overrule("m", "t", 1, answer_id(ANSWER), criterion, judge, passed, "Ann", "it is an h2")
    return item._replace(**more)


def laid(*lines: Overrule) -> Overruled:
    return overruled(lines, "m", [ANSWER, AGAIN], JUDGEMENTS)


def changed(overruled_by: Overruled) -> dict[tuple[str, int, str], bool | None]:
    return {
        (item.judge, item.attempt, verdict.criterion): verdict.passed
        for item in overruled_by.judgements
        for verdict in item.verdicts
        if verdict.overruled
    }


def test_line_on_one_judge_replaces_its_verdict_alone_and_keeps_what_it_said() -> None:
    found = laid(line("a"))
    assert changed(found) == {("a", 1, "c1"): False}
    verdict = found.judgements[0].verdicts[0]
    assert verdict.overruled and verdict.overruled.judge_decision
    assert verdict.judge_decision and not verdict.passed
    assert (verdict.overruled.person, verdict.overruled.reason) == ("Ann", "it is an h2")
    assert verdict.explanation == "so it says"


def test_line_on_the_panel_replaces_the_verdicts_of_all_llm_judges_and_not_the_checks() -> None:
    assert changed(laid(line(PANEL, "c3", True))) == {("a", 1, "c3"): True, ("b", 1, "c3"): True}
    assert changed(laid(line(CHECKS))) == {(CHECKS, 1, "c1"): False}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_line_on_a_judge_goes_before_one_on_the_panel(order: tuple[int, int]) -> None:
    lines = (line(PANEL, "c2", True), line("b", "c2", False))
    assert changed(laid(*(lines[number] for number in order))) == {
        ("a", 1, "c2"): True,
        ("b", 1, "c2"): False,
    }


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"answer": "0" * 16}, f"the answer has changed since: it is {answer_id(ANSWER)} now"),
        ({"attempt": 2}, f"the answer has changed since: it is {answer_id(AGAIN)} now"),
        ({"test": "u"}, "this run has no such answer"),
        ({"attempt": 3}, "this run has no such answer"),
        ({"judge": "z"}, "this run has no such judge"),
        ({"criterion": "c9"}, "the test has no such criterion"),
    ],
)
def test_line_that_applies_to_nothing_says_why(more: dict[str, object], words: str) -> None:
    found = laid(line()._replace(**more))
    assert changed(found) == {}
    (said,) = found.unused
    assert said.startswith("human/overrules.csv: m on ") and said.endswith(words)


def test_lines_on_other_models_are_passed_over() -> None:
    assert laid(line(model="n")) == laid()
