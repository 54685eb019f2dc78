"""The score of one test: what must hold of every share, and when there is none."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.config.settings import ScoreConfig
from assay.records import pipeline as records
from assay.records.pipeline import Judgement, Verdict
from assay.scores.formulas import MetricPair, results
from assay.scores.scores import group_score, metric_score, score_test, tag_scores
from assay.scores.suite import score_tests
from tests.assay.scores.contests import SCORE
from tests.assay.scores.judgements import judged
from tests.stages.validity.small_run import prompt

PERFECT = MetricPair(100, 100)
PROMPT = prompt("t").model_copy(update={"answer": "files"})


def verdict(
    passed: bool | None, weight: float = 1.0, metric: records.Metric = "accuracy", id_: str = "c"
) -> Verdict:
    return Verdict(criterion=id_, metric=metric, weight=weight, passed=passed)


VERDICTS = st.lists(
    st.builds(
        verdict,
        st.sampled_from([True, False, None]),
        st.floats(0.1, 5).map(lambda value: round(value, 1)),
    ),
    max_size=12,
)


def least(min_coverage: float) -> ScoreConfig:
    return SCORE.model_copy(update={"min_coverage": min_coverage})


def test_score_is_weight_passed_of_weight_judged() -> None:
    other = verdict(False, metric="completeness")
    verdicts = [verdict(True, 3), verdict(False, 1), verdict(None, 4), other]
    score = metric_score(verdicts, "accuracy")
    assert (score.score, score.coverage, score.low, score.high) == (75, 0.5, 37.5, 87.5)


def test_nothing_judged_is_no_score_and_not_zero() -> None:
    score = metric_score([verdict(None), verdict(None, 2)], "accuracy")
    assert (score.score, score.coverage, score.low, score.high) == (None, 0, 0, 100)
    assert metric_score([], "accuracy").score is None


@given(VERDICTS, st.randoms())
def test_order_of_verdicts_does_not_matter(verdicts: list[Verdict], shuffle: random.Random) -> None:
    shuffled = verdicts.copy()
    shuffle.shuffle(shuffled)
    assert metric_score(verdicts, "accuracy") == metric_score(shuffled, "accuracy")


@given(VERDICTS)
def test_bounds_are_the_scores_if_all_the_rest_failed_or_passed(verdicts: list[Verdict]) -> None:
    score = metric_score(verdicts, "accuracy")
    for bound, passed in ((score.low, False), (score.high, True)):
        settled = [
            one if one.passed is not None else one.model_copy(update={"passed": passed})
            for one in verdicts
        ]
        whole = metric_score(settled, "accuracy")
        assert whole.score is None or whole.score == pytest.approx(bound)
        assert whole.coverage in (0, 1)


@given(VERDICTS, st.floats(0.1, 5), st.floats(0, 1))
def test_criterion_that_is_not_judged_never_raises_a_score(
    verdicts: list[Verdict], weight: float, min_coverage: float
) -> None:
    def scored(verdicts: list[Verdict]) -> records.MetricScore:
        made = judged(verdicts=tuple(verdicts))
        return group_score([made], "accuracy", least(min_coverage))

    before, after = scored(verdicts), scored([*verdicts, verdict(None, weight)])
    assert after.coverage <= before.coverage
    assert after.low <= before.low + 1e-9
    assert after.score is None or (before.score is not None and after.score <= before.score + 1e-9)


@given(VERDICTS, st.floats(0.1, 5))
def test_failing_raises_and_passing_lowers_no_score(verdicts: list[Verdict], weight: float) -> None:
    before = metric_score(verdicts, "accuracy")
    failed, passed = (
        metric_score([*verdicts, verdict(one, weight)], "accuracy").score for one in (False, True)
    )
    assert failed is not None and passed is not None
    assert before.score is None or failed - 1e-9 <= before.score <= passed + 1e-9


def test_judge_group_is_the_mean_of_its_judges() -> None:
    score = group_score([judged(True, True), judged(True, False)], "accuracy", SCORE)
    assert (score.score, score.coverage) == (75, 1)


def test_one_judge_below_the_minimal_coverage_leaves_the_group_without_score() -> None:
    well, badly = judged(*[True] * 10), judged(*[True] * 8, None, None)
    score = group_score([well, badly], "accuracy", SCORE)
    assert score.score is None
    assert (score.coverage, score.low, score.high) == (0.9, 90, 100)
    assert group_score([well, badly], "accuracy", least(0.8)).score == 100


@given(st.integers(1, 6), st.integers(1, 50))
def test_coverage_exactly_at_the_minimum_is_enough(tens: int, tenths: int) -> None:
    verdicts = tuple(verdict(True if n % 10 else None, tenths / 10) for n in range(10 * tens))
    made = judged(verdicts=verdicts)
    assert group_score([made], "accuracy", SCORE).score == 100


def test_answer_that_is_missing_is_missing_and_never_zero() -> None:
    for judgements in ([], [judged(status="missing"), judged(status="missing", judge="k")]):
        score = score_test(PROMPT, judgements, "llm", "m", SCORE)
        assert (score.status, score.accuracy, score.completeness) == ("missing", None, None)
        assert results([score]) == {}


def test_answer_that_delivers_nothing_is_scored_with_zero() -> None:
    score = score_test(
        PROMPT, [judged(False, False, status="delivered nothing")], "llm", "m", SCORE
    )
    assert score.status == "scored"
    assert results([score]) == {"t": MetricPair(0, 0)}


def test_a_test_has_the_mean_of_its_attempts_and_a_missing_one_lowers_nothing() -> None:
    tries = [judged(True, True), judged(True, False, attempt=2), judged(False, False, attempt=3)]
    (score,) = score_tests([PROMPT], tries, "m", SCORE)
    assert score.attempts == (100, 50, 0)
    assert results([score]) == {"t": MetricPair(50, 50)}
    missing = judged(True, status="missing", attempt=2)
    (score,) = score_tests([PROMPT], [judged(True), missing], "m", SCORE)
    assert results([score]) == {"t": PERFECT} and score.attempts == ()


def test_gap_of_a_judge_leaves_the_test_unscored_with_bounds() -> None:
    gap = judged(None, None, judge="k", status="gap")
    score = score_test(PROMPT, [judged(True, True), gap], "llm", "m", SCORE)
    assert score.status == "unscored"
    assert score.accuracy is not None
    assert (score.accuracy.score, score.accuracy.low, score.accuracy.high) == (None, 50, 100)
    assert results([score]) == {}


def test_checks_need_no_minimal_coverage_but_a_criterion_of_each_metric() -> None:
    one_of_three = judged(True, None, None, judge="checks")
    assert score_test(PROMPT, [one_of_three], "checks", "m", SCORE).status == "scored"
    assert score_test(PROMPT, [one_of_three], "llm", "m", SCORE).status == "unscored"
    assert (
        score_test(PROMPT, [judged(None, judge="checks")], "checks", "m", SCORE).status
        == "unscored"
    )


def test_a_document_is_scored_by_a_judge_and_only_mentioned_by_checks() -> None:
    document = PROMPT.model_copy(update={"answer": "document"})
    checked = [judged(True, True, False, None, judge="checks")]
    by_checks = score_test(document, checked, "checks", "m", SCORE)
    assert by_checks.status == "mentioned" and by_checks.accuracy is not None
    assert by_checks.accuracy == records.MetricScore(score=None, coverage=0, low=0, high=75)
    assert results([by_checks]) == {}
    assert results([by_checks], "mentioned") == {"t": MetricPair(75, 75)}
    by_judge = score_test(document, [judged(True, True, False)], "llm", "m", SCORE)
    assert by_judge.status == "scored" and results([by_judge], "mentioned") == {}
    assert score_test(document, [], "checks", "m", SCORE).status == "missing"


def test_a_tag_takes_its_criteria_of_all_tests_and_leaves_out_what_is_not_judged() -> None:
    def tagged(*outcomes: tuple[tuple[str, ...], float, bool | None]) -> Judgement:
        verdicts = tuple(
            Verdict(
                criterion=str(number), metric="accuracy", weight=weight, tags=tags, passed=passed
            )
            for number, (tags, weight, passed) in enumerate(outcomes)
        )
        return judged(verdicts=verdicts)

    one = tagged(
        (("defect", "idiom"), 3.0, True), (("defect",), 1.0, False), (("defect",), 5.0, None)
    )
    other = tagged((("defect",), 4.0, False), ((), 1.0, True), (("version",), 1.0, None))
    assert tag_scores([one, other]) == {"defect": 37.5, "idiom": 100.0}


def answered(outcome: str | None, weight: float = 1.0) -> Verdict:
    """The verdict of a judge that answered a question; None: no usable one came."""
    passed = None if outcome is None else outcome == "right"
    share = -1.0 if outcome == "wrong" else None
    return verdict(passed, weight).model_copy(update={"basis": "asked", "share": share})


@pytest.mark.parametrize(
    "verdicts, expected",
    [
        ([answered("right"), answered("wrong", 0.5), answered("not stated", 0.5)], (25, 25, 25)),
        ([answered("right"), answered("wrong", 3)], (0, 0, 0)),
        ([answered("right"), answered("wrong"), verdict(True, 2)], (50, 50, 50)),
        ([answered("right", 3), answered(None)], (100, 50, 100)),
        ([answered("wrong", 3), answered(None)], (0, 0, 0)),
        ([answered("right", 3), verdict(None)], (100, 75, 100)),
    ],
)
def test_a_wrong_answer_costs_its_weight_and_no_sum_is_below_zero(
    verdicts: list[Verdict], expected: tuple[float, float, float]
) -> None:
    score = metric_score(verdicts, "accuracy")
    assert (score.score, score.low, score.high) == expected


def test_a_tag_is_never_below_zero() -> None:
    tagged = [one.model_copy(update={"tags": ("t",)}) for one in (answered("wrong"), verdict(None))]
    made = judged(verdicts=tuple(tagged))
    assert tag_scores([made]) == {"t": 0.0}
