"""A change of score has the cause that differs in the test, and every flip has its own."""

from collections.abc import Mapping
from math import fsum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.content.criteria import Criterion
from assay.errors import AssayError
from assay.records.execution_records import Execution
from assay.records.pipeline import Judgement, Overruling, Verdict
from assay.scores.formulas import MetricPair, category_scores, overall, results
from assay.scores.suite import people_scores, score_tests
from tests.assay.scores.contests import SCORE
from tests.stages.validity import small_run
from tests.stages.validity.small_run import answer, criterion, prompt
from tools.compare.inputs import Inputs
from tools.compare.model_change import Cause, ModelChange, model_change
from tools.compare.two_revisions import RevisionResults, TwoRevisions

LCIF_WEIGHTS = {"Hard": 1.0}
PASSED = {(1, "j", "a1"): True, (1, "j", "c1"): True}
WEIGHTS = {"a1": 1.0, "a2": 1.0, "c1": 1.0, "c2": 1.0}
METRIC = {"a": "accuracy", "c": "completeness"}
"""Of a criterion, by the first letter of its id."""


class Trial(NamedTuple):
    """One test of one model in one revision. `passed`: by attempt, judge, criterion, else False."""

    passed: Mapping[tuple[int, str, str], bool | None] = PASSED
    weights: Mapping[str, float] = WEIGHTS
    answers: Mapping[int, str] = {1: "said"}
    asked: str = "asked"
    overruled: str = ""
    """A criterion that anna overrules to `pass`."""
    ran: str = "out"


class Side(NamedTuple):
    inputs: Inputs
    results: RevisionResults


def side(
    trials: Mapping[str, Trial],
    judges: Mapping[str, str] = {"j": "as always"},
    recorded: float | None = None,
    marks: MetricPair | None = None,
) -> Side:
    """A revision of one model. Its recorded score is that of its verdicts, if not given."""
    category = "code_generation" if marks is None else "instruction_following"
    prompts = {
        test: prompt(test, category).model_copy(update={"answer": "files", "sha256": trial.asked})
        for test, trial in trials.items()
    }
    criteria = {
        test: {id_: criterion(id_, weight, METRIC[id_[0]]) for id_, weight in trial.weights.items()}
        for test, trial in trials.items()
    }
    judgements = [
        judgement(test, trial, attempt, judge, criteria[test])
        for test, trial in trials.items()
        for attempt in trial.answers
        for judge in judges
    ]
    config = SCORE.model_copy(update={"min_coverage": 0.5})
    scores = score_tests(list(prompts.values()), judgements, "m", config)
    final = None
    if marks is not None:
        scores += people_scores(list(prompts.values()), dict.fromkeys(prompts, marks), "m")
        final = marks.score
    group = "checks" if "checks" in judges else "llm"
    pairs = results(score for score in scores if score.judge_group == group)
    categories = {test: item.category for test, item in prompts.items()}
    score = overall(category_scores(pairs, categories, LCIF_WEIGHTS))
    if recorded is not None:
        score = recorded
    verdicts: dict[tuple[str, int], dict[tuple[str, str], Verdict]] = {}
    for item in judgements:
        at_place = verdicts.setdefault((item.test, item.attempt), {})
        at_place.update({(item.judge, verdict.criterion): verdict for verdict in item.verdicts})
    found = RevisionResults(
        answers={
            (t, at): text for t, trial in trials.items() for at, text in trial.answers.items()
        },
        executions={
            (t, 1): Execution(model="m", test=t, attempt=1, status="not run", reason=trial.ran)
            for t, trial in trials.items()
        },
        verdicts=verdicts,
        scores=tuple(scores),
        recorded={(group, "final"): final, (group, "final_provisional"): score},
    )
    of_judges = {judge: {"settings": text} for judge, text in judges.items()}
    return Side(Inputs(("m",), prompts, criteria, of_judges, {}), found)


def judgement(
    test: str, trial: Trial, attempt: int, judge: str, criteria: Mapping[str, Criterion]
) -> Judgement:
    verdicts = []
    for id_, item in criteria.items():
        verdict = item.verdict(trial.passed.get((attempt, judge, id_), False), "")
        if id_ == trial.overruled:
            by_anna = Overruling(judge_decision=verdict.passed, person="anna", reason="it is there")
            verdict = verdict.model_copy(update={"passed": True, "overruled": by_anna})
        verdicts.append(verdict)
    of_answer = answer("m", test, attempt=attempt)
    return small_run.judgement(judge, of_answer, {}, verdicts=tuple(verdicts))


def compared(base: Side, head: Side) -> ModelChange | None:
    group = "checks" if "checks" in head.inputs.judges else "llm"
    sides = (base.inputs, head.inputs, base.results, head.results)
    return model_change(TwoRevisions("m", group, *sides), LCIF_WEIGHTS)


def change(base: Side, head: Side) -> ModelChange:
    found = compared(base, head)
    assert found is not None
    assert fsum(found.score.parts.values()) == pytest.approx(found.score.change)
    return found


def parts(base: Side, head: Side) -> dict[str, float]:
    """The parts that are not nothing."""
    of_causes = change(base, head).score.parts.items()
    return {cause: round(part, 4) for cause, part in of_causes if abs(part) > 1e-9}


def one(trial: Trial, **options: Any) -> Side:
    return side({"T": trial}, **options)


BEFORE = one(Trial())
WORSE = {(1, "j", "a1"): True}
TWO_JUDGES = {"j": "as always", "k": "as always"}


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (one(Trial(WORSE, answers={1: "other"})), {"answers": -25}),
        (one(Trial(WORSE, answers={1: "other"}, asked="reworded")), {"data sets": -25}),
        (one(Trial(WORSE)), {"judges": -25}),
        (one(Trial(WORSE), judges={"j": "otherwise"}), {"judges": -25}),
        (one(Trial(), judges=TWO_JUDGES), {"judges": -25}),
        (one(Trial(weights={**WEIGHTS, "a1": 3.0})), {"criteria": 12.5}),
        (one(Trial(weights={**WEIGHTS, "a3": 1.0})), {"criteria": -8.3333}),
        (one(Trial(weights={"a1": 1.0, "c1": 1.0, "c2": 1.0})), {"criteria": 25}),
        (one(Trial(overruled="c2")), {"overrules": 25}),
        (BEFORE, {}),
    ],
)
def test_what_alone_differs_is_the_cause(head: Side, expected: dict[str, float]) -> None:
    assert parts(BEFORE, head) == expected
    assert parts(head, BEFORE) == {cause: -part for cause, part in expected.items()}


def test_what_differs_together_in_a_test_is_not_separable_and_other_tests_are() -> None:
    both = Trial(WORSE, answers={1: "new"}, weights={**WEIGHTS, "a3": 0.0})
    base = side({"T": Trial(), "U": Trial()})
    head = side({"T": both, "U": Trial({}, answers={1: "new"})})
    assert parts(base, head) == {"not separable": -12.5, "answers": -25}


def test_a_run_of_the_same_answer_that_went_otherwise_is_the_executions_for_the_checks() -> None:
    checks = {"checks": ""}
    passed = {(1, "checks", id_): True for id_ in WEIGHTS}
    base = one(Trial(passed), judges=checks)
    head = one(Trial({}, ran="of memory"), judges=checks)
    assert parts(base, head) == {"execution": -100}
    assert {flip.cause for flip in change(base, head).flips} == {"execution"}
    assert parts(BEFORE, one(Trial(WORSE, ran="of memory"))) == {"judges": -25}


def test_tests_that_join_or_leave_are_data_sets_and_a_lost_score_is_its_cause() -> None:
    good = Trial({(1, "j", id_): True for id_ in WEIGHTS})
    assert parts(BEFORE, side({"T": Trial(), "U": good})) == {"data sets": 25}
    assert parts(side({"T": Trial(), "U": good}), BEFORE) == {"data sets": -25}
    undecided = Trial(dict.fromkeys([(1, "j", id_) for id_ in WEIGHTS]), answers={1: "unreadable"})
    base = side({"T": Trial(), "U": Trial({})})
    assert parts(base, side({"T": Trial(), "U": undecided})) == {"answers": 25}


def test_formulas_have_a_part_and_a_score_that_is_not_of_its_tests_is_refused() -> None:
    found = change(one(Trial(), recorded=40.0), BEFORE).score
    assert (found.base, found.head, found.parts["scoring"]) == (40, 50, 10)
    with pytest.raises(AssayError, match="dvc repro"):
        compared(BEFORE, one(Trial(), recorded=51.0))


def test_final_scores_take_peoples_marks_and_never_mix_with_provisional_ones() -> None:
    base = side({"Hard": Trial()}, marks=MetricPair(40, 60))
    head = side({"Hard": Trial()}, marks=MetricPair(80, 60))
    assert parts(base, head) == {"judges": 20}
    other = side({"Hard": Trial(answers={1: "other"})}, marks=MetricPair(80, 60))
    assert parts(base, other) == {"answers": 20}
    unmarked = {**head.results.recorded, ("llm", "final"): None}
    unscored = head.results._replace(recorded=unmarked)
    assert change(base, head._replace(results=unscored)).score.kind == "final_provisional"


trial = st.builds(
    Trial,
    passed=st.dictionaries(
        st.tuples(st.sampled_from([1, 2]), st.sampled_from("jk"), st.sampled_from(list(WEIGHTS))),
        st.sampled_from([True, False, None]),
    ),
    weights=st.sampled_from([WEIGHTS, {**WEIGHTS, "a1": 2.5}, {"a1": 1.0, "c3": 1.0}]),
    answers=st.dictionaries(st.sampled_from([1, 2]), st.sampled_from(["a", "b"]), min_size=1),
    asked=st.sampled_from(["asked", "reworded"]),
    overruled=st.sampled_from(["", "c2"]),
)
sides = st.builds(
    side,
    st.dictionaries(st.sampled_from(["T", "U", "V"]), trial, min_size=1),
    st.dictionaries(st.sampled_from("jk"), st.sampled_from(["always", "otherwise"]), min_size=1),
)


@pytest.mark.slow
@given(sides, sides)
def test_parts_add_up_to_the_change_whatever_changed(base: Side, head: Side) -> None:
    before, after = (item.results.recorded["llm", "final_provisional"] for item in (base, head))
    found = compared(base, head)
    if before is None or after is None:
        assert found is None
    else:
        assert found is not None
        assert (found.score.base, found.score.head) == pytest.approx((before, after))
        assert fsum(found.score.parts.values()) == pytest.approx(after - before)
    assert parts(base, base) == {} if before is not None else True


# Flips


def causes(head: Side) -> dict[str, Cause]:
    """The cause of each flip from BEFORE, by criterion."""
    return {flip.criterion: flip.cause for flip in change(BEFORE, head).flips}  # type: ignore[misc]


def test_flipped_verdicts_are_named_with_both_decisions() -> None:
    head = one(Trial({(1, "j", "a1"): True, (1, "j", "c2"): None}))
    found = change(BEFORE, head).flips
    decisions = [(flip.criterion, flip.before, flip.after) for flip in found]
    assert decisions == [("c1", True, False), ("c2", False, None)]
    assert (found[0].text, found[0].judge, found[0].cause) == ("It has c1", "j", "judges")


def test_the_cause_of_a_flip_is_what_changed_beneath_it() -> None:
    other = {1: "other"}
    assert causes(one(Trial(WORSE, answers=other))) == {"c1": "answers"}
    assert causes(one(Trial(WORSE, asked="reworded"))) == {"c1": "data sets"}
    assert causes(one(Trial(WORSE), judges={"j": "otherwise"})) == {"c1": "judges"}
    both = one(Trial(WORSE, answers=other), judges={"j": "otherwise"})
    assert causes(both) == {"c1": "not separable"}
    joined = one(Trial(weights={**WEIGHTS, "a3": 1.0}))
    assert causes(joined) == {}, "a criterion that joined has not flipped"


def test_of_two_attempts_only_the_one_that_changed_is_the_models() -> None:
    every = {(attempt, "j", id_): True for attempt in (1, 2) for id_ in WEIGHTS}
    base = one(Trial({}, answers={1: "said", 2: "too"}))
    head = one(Trial(every, answers={1: "said", 2: "better"}))
    found = change(base, head).flips
    assert {flip.attempt: flip.cause for flip in found} == {1: "judges", 2: "answers"}


def test_a_flip_by_an_overrule_says_who_and_why() -> None:
    head = one(Trial(overruled="c2"))
    (flip,) = change(BEFORE, head).flips
    assert (flip.cause, flip.overruled) == ("overrules", "overruled by anna: it is there")
    (back,) = change(head, BEFORE).flips
    assert back.overruled == "no longer overruled by anna: it is there"
    hidden = one(Trial(WORSE, overruled="c2"))
    assert parts(head, hidden) == {"judges": -25}, "an overrule that stays hides nothing"
