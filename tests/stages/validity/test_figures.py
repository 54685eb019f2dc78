"""The figures about judges, on verdicts that can be counted by hand."""

import numpy as np
import pytest

from assay.answers.delivered import answer_id
from assay.records.judges import ExecutionErrors, JudgeFigure, NoFigure
from assay.records.pipeline import CHECKS
from assay.scores.marks import Audited
from stages.validity.figures import agreement
from stages.validity.people_and_judges import majority, people
from stages.validity.rates import against_executions, not_judged
from stages.validity.verdicts import Verdicts
from tests.stages.validity.small_run import HOW, answer, beside_checks, run, value

TWO = ("m", "T-A"), ("m", "T-B")


def pair(one: str, two: str, **more: dict[str, str]) -> Verdicts:
    said = {"one": dict.fromkeys(TWO, one), "two": dict.fromkeys(TWO, two)}
    return run({**said, **{judge: dict.fromkeys(TWO, letters) for judge, letters in more.items()}})  # type: ignore[arg-type]


# Agreement


def test_agreement_counts_what_both_decided() -> None:
    found = agreement(pair("+++++-...", "++++-+--+"), HOW)
    passed = (4 + 1 / 2 + 1 / 2 + 0 + 0 + 1) / 9  # the mean over items that anyone rated
    chance = 2 * passed * (1 - passed)
    for agreed in (found.all_llm, found.pairs["one and two"]):
        assert agreed.verdicts == 12
        assert value(agreed) == pytest.approx((4 / 6 - chance) / (1 - chance))


def test_the_checks_are_no_part_of_the_panel_but_of_pairs() -> None:
    found = agreement(pair("++++++", "++++++", **{CHECKS: "------"}), HOW)
    assert value(found.all_llm) == 1
    assert value(found.pairs["one and checks"]) == -1


def test_one_llm_judge_agrees_with_nobody_and_says_so() -> None:
    said = {"one": dict.fromkeys(TWO, "+-+-+-"), CHECKS: dict.fromkeys(TWO, "+-+-++")}
    found = agreement(run(said), HOW)
    assert found.all_llm == NoFigure(why="agreement takes two LLM judges or more")
    assert list(found.pairs) == ["one and checks"]


# Rates


def test_not_judged_counts_what_has_no_verdict() -> None:
    left_open = not_judged(pair("++++--..", "+" * 8), "one", HOW)
    assert (value(left_open), left_open.verdicts) == (0.25, 16)


def passing_judge(tags: dict[str, tuple[str, ...]], executed: set[str]) -> Verdicts:
    """The judge passes all; the checks fail the odd criteria."""
    met = {id_: int(id_[1:]) % 2 == 0 for id_ in tags}
    return beside_checks(dict.fromkeys(tags, True), met, executed, tags)


def test_executed_criteria_are_the_yardstick_by_kind() -> None:
    kinds = {
        "a0": ("behaviour",),
        "a1": ("behaviour", "defect"),
        "a2": ("structure",),
        "a3": ("structure",),
    }
    found = against_executions(passing_judge(kinds, {"a0", "a1"}), "one", HOW)
    assert isinstance(found, ExecutionErrors)
    assert value(found.false_pass) == 1 and value(found.false_fail) == 0
    assert (found.false_pass.verdicts, found.false_fail.verdicts) == (12, 12)
    assert list(found.kind) == ["behaviour", "defect"], "what was only read is no yardstick"
    assert value(found.kind["defect"].false_pass) == 1
    assert found.kind["defect"].false_fail == NoFigure(why="fewer than 10 verdicts", verdicts=0)


def test_without_executions_nothing_is_said_of_them() -> None:
    found = against_executions(passing_judge({"a0": (), "a1": ()}, set()), "one", HOW)
    assert found == NoFigure(why="no answer was executed (docs/execution.md)")


def test_a_tie_is_no_majority() -> None:
    verdicts = run({"one": {TWO[0]: "++-"}, "two": {TWO[0]: "+--"}})
    np.testing.assert_equal(majority(list(verdicts.passed.values())), [1, np.nan, 0])


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
    assert value(found.judges["one"].ac1) == 1
    assert found.judges["two"].false_pass == NoFigure(why="fewer than 10 verdicts", verdicts=6)
    passed = (1 / 2 + 4 / 6) / 2
    chance = 2 * passed * (1 - passed)
    assert value(found.judges["panel"].ac1) == pytest.approx((5 / 6 - chance) / (1 - chance))
    assert found.among_raters == NoFigure(why="one person alone audited")


def test_raters_are_compared_with_each_other() -> None:
    audits = [*audited("anna", "+++---"), *audited("ben", "+++---")]
    found = people(pair("+++---", "+++++-"), audits, HOW)
    assert isinstance(found.among_raters, JudgeFigure)
    assert value(found.among_raters) == 1
    assert found.judges["one"].ac1.verdicts == 24


def test_an_audit_of_an_answer_that_changed_since_is_not_used() -> None:
    found = people(pair("+-", "+-"), audited("anna", "+-", "another answer"), HOW)
    assert (found.lines, found.used) == (4, 0)
    assert "nobody audited" in found.why
