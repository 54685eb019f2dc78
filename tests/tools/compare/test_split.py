"""The parts add up to the change, and a single cause is found."""

from collections.abc import Mapping
from math import fsum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.records.pipeline import Overruling
from assay.scores.formulas import MetricPair
from tests.tools.compare.small_sides import CONFIG, side, trial
from tools.compare.hybrid import Factor
from tools.compare.side import ModelSide, RecordedScore, RecordedScores, Trial
from tools.compare.split import Split, split

IDS = ("a1", "a2", "a3", "c1", "c2", "c3")
PASSED = {(1, "j", "a1"): True, (1, "j", "c1"): True}
WEIGHTS = {"a1": 1.0, "a2": 1.0, "c1": 1.0, "c2": 1.0}


def compared(base: ModelSide, head: ModelSide) -> Split:
    found = split("m", "llm", base, head, CONFIG)
    assert found is not None
    return found


def parts(base: Trial, head: Trial) -> Mapping[str, float]:
    """The parts that are not nothing, of a change of one test."""
    found = compared(side(base), side(head))
    assert fsum(found.parts.values()) == pytest.approx(found.change)
    return {factor: pytest.approx(part) for factor, part in found.parts.items() if abs(part) > 1e-9}


@st.composite
def trials(draw: st.DrawFn, test: str) -> Trial:
    ids = [
        f"{metric}{number}"
        for metric in "ac"
        for number in draw(st.sets(st.integers(1, 3), min_size=1))
    ]
    judges = draw(
        st.dictionaries(
            st.sampled_from("jk"), st.sampled_from(["as always", "otherwise"]), min_size=1
        )
    )
    answers = draw(
        st.dictionaries(st.sampled_from([1, 2]), st.sampled_from(["said", "other"]), min_size=1)
    )
    keys = [(attempt, judge, id_) for attempt in answers for judge in judges for id_ in ids]
    passed = {key: draw(st.sampled_from([True, True, False, None])) for key in keys}
    weights = {id_: draw(st.sampled_from([1.0, 2.5])) for id_ in ids}
    people = draw(st.sampled_from([None, MetricPair(50, 75)]))
    made = trial(
        test, passed, weights, answers, judges, draw(st.sampled_from(["asked", "reworded"]))
    )
    return made._replace(people=people)


@st.composite
def sides(draw: st.DrawFn) -> ModelSide:
    chosen = sorted(draw(st.sets(st.sampled_from(["T", "U", "V"]), min_size=1)))
    return side(*[draw(trials(test)) for test in chosen])


@pytest.mark.slow
@settings(max_examples=300)
@given(sides(), sides())
def test_parts_add_up_to_the_change_whatever_changed(base: ModelSide, head: ModelSide) -> None:
    found = split("m", "llm", base, head, CONFIG)
    before, after = (one.recorded.llm.final_provisional for one in (base, head))
    if before is None or after is None:
        assert found is None
    else:
        assert found is not None
        assert (found.base, found.head) == (pytest.approx(before), pytest.approx(after))
        assert fsum(found.parts.values()) == pytest.approx(after - before)


@pytest.mark.slow
@given(sides())
def test_nothing_changed_has_no_part_and_no_flip(both: ModelSide) -> None:
    found = split("m", "llm", both, both, CONFIG)
    assert found is None or (set(found.parts.values()) == {0.0} and found.flips == ())


def test_other_answers_are_the_models() -> None:
    better = trial("T", {**PASSED, (1, "j", "a2"): True}, WEIGHTS, answers={1: "better"})
    assert parts(trial("T", PASSED, WEIGHTS), better) == {"answers": 25}


def test_another_prompt_is_another_task_whatever_the_answer() -> None:
    other = trial("T", {(1, "j", "a1"): True}, WEIGHTS, answers={1: "other"}, sha256="reworded")
    assert parts(trial("T", PASSED, WEIGHTS), other) == {"data sets": -25}


def test_a_judge_that_changes_its_mind_on_the_same_answer_is_the_judges() -> None:
    assert parts(trial("T", PASSED, WEIGHTS), trial("T", {}, WEIGHTS)) == {"judges": -50}


def test_another_weight_is_the_criterias() -> None:
    assert parts(trial("T", PASSED, WEIGHTS), trial("T", PASSED, {**WEIGHTS, "a1": 3.0})) == {
        "criteria": 12.5
    }


@pytest.mark.parametrize(("ids", "expected"), [(["a3", "c3"], -50 / 3), (["a3"], -25 / 3)])
def test_criteria_that_join_are_the_criterias(ids: list[str], expected: float) -> None:
    joined = trial("T", PASSED, {**WEIGHTS, **dict.fromkeys(ids, 1.0)})
    assert parts(trial("T", PASSED, WEIGHTS), joined) == (
        {"criteria": pytest.approx(expected, abs=0.001)} if ids else {}
    )


def test_criteria_that_leave_are_the_criterias() -> None:
    left = {id_: weight for id_, weight in WEIGHTS.items() if id_ != "a2"}
    assert parts(trial("T", PASSED, WEIGHTS), trial("T", PASSED, left)) == {"criteria": 25}


def test_judges_that_join_and_leave_are_the_judges() -> None:
    two = trial(
        "T", {**PASSED, (1, "k", "a1"): True}, WEIGHTS, judges={"j": "as always", "k": "as always"}
    )
    assert parts(trial("T", PASSED, WEIGHTS), two) == {"judges": -12.5}
    assert parts(two, trial("T", PASSED, WEIGHTS)) == {"judges": 12.5}


def test_answers_are_measured_on_the_criteria_and_judges_that_both_revisions_have() -> None:
    """a2 left and a3 joined, k left: of the answers' gain only what j says on a1, c1 and c2 is
    known of both."""
    judges = {"j": "as always", "k": "as always"}
    base = trial("T", {(1, "j", "c1"): True}, {"a1": 1, "a2": 1, "c1": 1, "c2": 1}, judges=judges)
    head = trial(
        "T",
        {(1, "j", id_): True for id_ in IDS},
        {"a1": 1, "a3": 1, "c1": 1, "c2": 1},
        answers={1: "new"},
    )
    assert parts(base, head) == {"judges": 12.5, "answers": 75}


def test_another_answer_before_a_ruler_with_nothing_in_common_is_not_separable() -> None:
    base = trial("T", PASSED, WEIGHTS)
    head = trial(
        "T", {(1, "k", "a1"): True}, WEIGHTS, answers={1: "new"}, judges={"k": "as always"}
    )
    assert parts(base, head) == {"not separable": -25}
    all_new = trial(
        "T", {(1, "j", "a3"): True}, {"a3": 1.0, "c1": 1.0, "c2": 1.0}, answers={1: "new"}
    )
    assert parts(base, all_new) == {}, "50 before and after, though nothing is the same"
    all_new = trial("T", {(1, "j", "c1"): True}, {"a3": 1.0, "c1": 1.0}, answers={1: "new"})
    assert parts(trial("T", {}, WEIGHTS), all_new) == {"not separable": 50}


def test_a_new_panel_on_the_same_answers_is_the_judges_alone() -> None:
    head = trial("T", {(1, "k", "a1"): True}, WEIGHTS, judges={"k": "as always"})
    assert parts(trial("T", PASSED, WEIGHTS), head) == {"judges": -25}


def test_of_two_attempts_the_one_that_changed_is_the_models_and_the_other_the_judges() -> None:
    answers = {1: "said", 2: "said too"}
    base = trial("T", {}, WEIGHTS, answers=answers)
    all_pass = {(attempt, "j", id_): True for attempt in answers for id_ in IDS}
    head = trial("T", all_pass, WEIGHTS, answers={1: "said", 2: "said better"})
    assert parts(base, head) == {"answers": 50, "judges": 50}


def test_tests_that_join_or_leave_the_suite_count_under_the_data_sets() -> None:
    good = trial("U", {(1, "j", id_): True for id_ in IDS}, WEIGHTS)
    base, head = side(trial("T", PASSED, WEIGHTS)), side(trial("T", PASSED, WEIGHTS), good)
    assert (
        compared(base, head).parts["data sets"]
        == pytest.approx(25)
        == -compared(head, base).parts["data sets"]
    )


def test_what_formulas_and_settings_change_is_their_own_part() -> None:
    base, head = side(trial("T", PASSED, WEIGHTS), recorded=40.0), side(trial("T", PASSED, WEIGHTS))
    found = compared(base, head)
    assert (found.base, found.head, found.parts["scoring"]) == (40, 50, 10)


def test_a_recorded_score_that_is_not_of_its_verdicts_is_refused() -> None:
    base, head = side(trial("T", PASSED, WEIGHTS)), side(trial("T", PASSED, WEIGHTS), recorded=51.0)
    with pytest.raises(AssayError, match="dvc repro"):
        split("m", "llm", base, head, CONFIG)


def test_final_scores_take_peoples_marks_and_never_mix_with_provisional_ones() -> None:
    def marked(pair: MetricPair, answer: str, score: float) -> ModelSide:
        one = trial("T", PASSED, WEIGHTS, answers={1: answer})._replace(people=pair)
        recorded = RecordedScore(final=score, final_provisional=50.0)
        return ModelSide({"llm": {"T": one}}, RecordedScores(llm=recorded))

    base = marked(MetricPair(40, 60), "said", 50.0)
    assert compared(base, marked(MetricPair(80, 60), "said", 70.0)).parts[
        "judges"
    ] == pytest.approx(20)
    assert compared(base, marked(MetricPair(80, 60), "other", 70.0)).parts[
        "answers"
    ] == pytest.approx(20)
    provisional = side(trial("T", PASSED, WEIGHTS))
    assert (compared(base, provisional).kind, compared(base, provisional).change) == (
        "final_provisional",
        0,
    )


# Flips


def causes(base: Trial, head: Trial) -> dict[tuple[int, str, str], Factor]:
    return {
        (one.attempt, one.judge, one.criterion): one.cause
        for one in compared(side(base), side(head)).flips
    }


def test_flipped_verdicts_are_named_with_their_cause() -> None:
    base = trial("T", PASSED, WEIGHTS)
    head = trial("T", {(1, "j", "a1"): True, (1, "j", "c2"): None}, WEIGHTS)
    found = compared(side(base), side(head)).flips
    assert [(one.criterion, one.before, one.after, one.cause) for one in found] == [
        ("c1", True, False, "judges"),
        ("c2", False, None, "judges"),
    ]
    assert found[0].text == "text of c1" and found[0].judge == "j"


def overruled(of: Trial, criterion: str, passed: bool) -> Trial:
    """The test after anna overruled the judges' verdict on the criterion."""
    judgements = []
    for item in of.judgements:
        verdicts = []
        for one in item.verdicts:
            by_anna = Overruling(judge_decision=one.passed, person="anna", reason="it is there")
            update = {"passed": passed, "overruled": by_anna}
            verdicts.append(one.model_copy(update=update) if one.criterion == criterion else one)
        judgements.append(item.model_copy(update={"verdicts": tuple(verdicts)}))
    return of._replace(judgements=tuple(judgements))


def test_an_overrule_is_shown_as_one_and_not_as_a_judge_that_changed_its_mind() -> None:
    base = trial("T", PASSED, WEIGHTS)
    head = overruled(base, "c2", True)
    assert parts(base, head) == {"overrules": 25}
    assert parts(head, base) == {"overrules": -25}
    (flip,) = compared(side(base), side(head)).flips
    assert (flip.cause, flip.overruled) == ("overrules", "overruled by anna: it is there")
    (back,) = compared(side(head), side(base)).flips
    assert back.overruled == "no longer overruled by anna: it is there"
    assert parts(head, head) == {}, "an overrule that stays moves nothing"


def test_an_overrule_that_stays_does_not_hide_what_the_judge_changed() -> None:
    base = overruled(trial("T", PASSED, WEIGHTS), "c2", True)
    head = overruled(trial("T", {}, WEIGHTS), "c2", True)
    assert parts(base, head) == {"judges": -50}


def test_the_cause_of_a_flip_is_what_changed_beneath_it() -> None:
    base = trial("T", PASSED, WEIGHTS)
    assert causes(base, trial("T", {}, WEIGHTS, answers={1: "x"}))[1, "j", "a1"] == "answers"
    assert causes(base, trial("T", {}, WEIGHTS, sha256="x"))[1, "j", "a1"] == "data sets"
    assert causes(base, trial("T", {}, WEIGHTS, judges={"j": "x"}))[1, "j", "a1"] == "judges"
    both = trial("T", {}, WEIGHTS, answers={1: "x"}, judges={"j": "x"})
    assert causes(base, both)[1, "j", "a1"] == "not separable"


def test_a_criterion_that_joined_has_not_flipped() -> None:
    assert causes(trial("T", PASSED, WEIGHTS), trial("T", PASSED, {**WEIGHTS, "a3": 1.0})) == {}
