"""One model's metrics: its scores, when one of them is final, and its tokens, money and time."""

from typing import Any

import pytest

from assay.config.settings import ScoreConfig
from assay.records.models import Breakdown, GroupFigures, ModelMetrics, ScoreBounds, TestCounts
from assay.records.pipeline import (
    CATEGORIES,
    CHECKS,
    LCIF,
    METRICS,
    Answer,
    Judgement,
    Prompt,
    Usage,
    Verdict,
)
from assay.scores.formulas import MetricPair
from assay.scores.model_metrics import (
    Method,
    defects_found,
    group_figures,
    model_metrics,
    model_spending,
    spending,
)
from assay.scores.scores import tag_scores
from assay.scores.suite import people_scores, score_tests
from tests.assay.scores.judgements import judged
from tests.stages.validity import small_run

WEIGHTS = {"LightOne": 0.2, "LightTwo": 0.2, "Hard": 0.6}
DIALOGUES = ("LightOne-X", "LightTwo-X", "Hard-Y")
SUITE = {"G1-X": 0, "G2-Y": 0, "T1-X": 1, "T2-Z": 1, "D1-X": 2, "D2": 2} | dict.fromkeys(
    DIALOGUES, 3
)
"""Tests and the number of their category: two data sets in each of the first three, and the three
dialogues."""
CONFIG = ScoreConfig(min_coverage=0.9, lcif_weights=WEIGHTS, confidence=0.95)


def prompt(test: str) -> Prompt:
    number = SUITE[test]
    kind = ("files", "files", "document", "dialogue")[number]
    return small_run.prompt(test, CATEGORIES[number]).model_copy(update={"answer": kind})


def judgement(
    test: str, passed: int, of: int = 4, judge: str = "j", open_: int = 0, **more: Any
) -> Judgement:
    """`passed` of `of` criteria of each metric hold, and `open_` more are not judged."""
    outcomes = [*(number < passed for number in range(of)), *[None] * open_]
    return judged(*outcomes, test=test, judge=judge, **more)


def figures(
    judgements: list[Judgement],
    people: dict[str, MetricPair] | None = None,
    tests: tuple[str, ...] = tuple(SUITE),
) -> GroupFigures:
    prompts = [prompt(test) for test in tests]
    scores = score_tests(prompts, judgements, "m", CONFIG)
    scores += people_scores(prompts, people or {}, "m")
    group = "checks" if judgements[0].judge == CHECKS else "llm"
    found = group_figures(Method(CONFIG, prompts), group, judgements, scores)
    assert found is not None
    return found


def by_people(of_group: GroupFigures) -> Breakdown:
    assert of_group.with_people is not None
    return of_group.with_people


PERFECT = [judgement(test, 4) for test in SUITE]
MARKED = dict.fromkeys(DIALOGUES, MetricPair(50, 100))


def test_every_test_of_the_suite_is_counted_and_none_without_answer_is_zero() -> None:
    judgements = [
        judgement("G1-X", 4),
        judgement("G2-Y", 4, open_=2),
        judgement("T1-X", 0, status="missing", verdicts=()),
    ]
    found = figures(judgements, tests=("G1-X", "G2-Y", "T1-X", "T2-Z"))
    assert found.tests == TestCounts(scored=1, unscored=1, missing=2)
    assert found.final_provisional == 100
    assert found.categories.keys() == {"code_generation"}


def test_documents_that_checks_searched_are_a_bound_and_no_part_of_a_score() -> None:
    """They verify nothing: they are not covered, and could all be wrong."""
    judgements = [
        judgement("G1-X", 2, judge=CHECKS),
        judgement("D1-X", 3, judge=CHECKS, verdicts=TAGGED),
    ]
    found = figures(judgements, tests=("G1-X", "D1-X"))
    assert found.tests == TestCounts(scored=1, mentioned=1, unscored=0, missing=0)
    assert found.tests.complete and found.tests.all == 2
    assert (found.final_provisional, found.categories.keys()) == (50, {"code_generation"})
    assert found.mentioned == {"code_documentation": 50}
    assert (found.coverage, found.bounds) == (0.5, ScoreBounds(low=25, high=50))
    assert found.tags == {}


TAGGED = tuple(
    Verdict(criterion=metric, metric=metric, weight=1.0, tags=("defect",), passed=passed)
    for metric, passed in zip(METRICS, (True, False), strict=True)
)


def test_final_score_takes_the_dialogues_from_people_alone() -> None:
    found = figures(PERFECT, MARKED)
    assert found.lcif_by_people == pytest.approx(75)
    assert found.categories[LCIF].score == pytest.approx(100)
    assert by_people(found).categories[LCIF].score == pytest.approx(75)
    assert (found.completeness, by_people(found).accuracy) == (100, pytest.approx(87.5))
    assert found.final == pytest.approx((100 * 3 + 75) / 4)
    assert found.final_provisional == pytest.approx(100)


@pytest.mark.parametrize("left_out", SUITE)
def test_a_final_score_takes_every_test_and_a_mark_of_every_dialogue(left_out: str) -> None:
    judged = [made for made in PERFECT if made.test != left_out]
    marked = {test: pair for test, pair in MARKED.items() if test != left_out}
    found = figures(judged, marked)
    assert found.final is None
    assert found.lcif_by_people == (None if left_out in DIALOGUES else pytest.approx(75))
    assert figures(judged, MARKED).final == (
        pytest.approx(93.75) if left_out in DIALOGUES else None
    ), "no verdict on a dialogue is needed"


@pytest.mark.parametrize(
    ("left_out", "score"),
    [(("T1-X", "T2-Z"), (100 * 2 + 75) / 3), (("Hard-Y",), 93.75), (tuple(DIALOGUES), 100)],
)
def test_a_final_score_is_of_what_a_suite_demands(left_out: tuple[str, ...], score: float) -> None:
    tests = tuple(test for test in SUITE if test not in left_out)
    judged = [made for made in PERFECT if made.test in tests]
    marked = {test: pair for test, pair in MARKED.items() if test in tests}
    assert figures(judged, marked, tests=tests).final == pytest.approx(score)
    assert figures(judged[1:], marked, tests=tests).final is None


def test_nothing_scored_is_no_score() -> None:
    found = figures([judgement("G1-X", 0, status="missing", verdicts=())], tests=("G1-X",))
    assert (found.final_provisional, found.accuracy, found.categories) == (None, None, {})
    assert found.bounds == ScoreBounds(low=0.0, high=100.0)


def made(judgements: list[Judgement], config: ScoreConfig = CONFIG) -> ModelMetrics:
    """The metrics of a suite of one test."""
    prompts = [prompt("G1-X")]
    scores = score_tests(prompts, judgements, "m", config)
    return model_metrics(Method(config, prompts), judgements, scores)


def provisional(metrics: ModelMetrics) -> tuple[float | None, float | None]:
    """The scores by LLM judges and by checks."""
    assert metrics.llm is not None and metrics.checks is not None
    return metrics.llm.final_provisional, metrics.checks.final_provisional


def answer(seconds: float = 2.0, cost: float | None = 0.5, status: str = "answered") -> Answer:
    usage = Usage(input=10, cached=4, cache_write=2, output=5, reasoning=1)
    update = {"status": status, "cost_usd": cost, "usage": usage, "latency_s": seconds}
    return small_run.answer("m", "T").model_copy(update=update)


def test_metrics_have_a_node_for_each_group_and_no_judge_without_llm_judges() -> None:
    by_checks = judgement("G1-X", 1, judge=CHECKS)
    alone = made([by_checks])
    assert alone.checks is not None and alone.llm is None
    spent = model_spending([answer()], [by_checks])
    assert (spent.judge, spent.judging) == (None, None)
    judgements = [by_checks, judgement("G1-X", 4, cost_usd=0.25)]
    both = model_spending([answer()], judgements)
    assert both.judge is not None and both.judge.cost_usd == 0.25
    assert both.judging is not None and both.judging.keys() == {"j"}
    assert provisional(made(judgements)) == (100, 25)


def test_defects_found_are_those_of_code_analyses_alone() -> None:
    def defect_judgement(test: str, passed: bool) -> Judgement:
        verdict = Verdict(
            criterion="c", metric="accuracy", weight=1.0, tags=("defect",), passed=passed
        )
        return judgement(test, 0, verdicts=(verdict,))

    analysis = prompt("G1-X").model_copy(update={"type": "code_analysis"})
    other = prompt("G2-Y")
    judgements = [defect_judgement("G1-X", True), defect_judgement("G2-Y", False)]
    assert tag_scores(judgements) == {"defect": 50.0}
    assert defects_found([analysis, other], judgements) == 100.0
    assert defects_found([other], judgements[1:]) is None


def test_majority_decides_scores_and_tags_of_the_llm_judges_alone() -> None:
    judgements = [
        judgement("G1-X", passed, judge=judge) for judge, passed in (("a", 4), ("b", 4), ("c", 0))
    ]
    judgements.append(judgement("G1-X", 2, judge=CHECKS))
    config = CONFIG.model_copy(update={"aggregation": "majority"})
    assert provisional(made(judgements, config)) == (100, 50)
    judging = model_spending([answer()], judgements).judging
    assert judging is not None and judging.keys() == {"a", "b", "c"}


def test_calls_are_summed_and_gaps_counted() -> None:
    found = spending([answer(), answer(status="gap")])
    assert found.tokens == Usage(input=20, cached=8, cache_write=4, output=10, reasoning=2)
    assert (found.cost_usd, found.seconds, found.gaps) == (1.0, 4.0, 1)


def test_one_unknown_price_makes_the_cost_unknown() -> None:
    assert spending([answer(), answer(cost=None)]).cost_usd is None
    assert spending([]).cost_usd == 0


def test_percentiles_and_speed_are_of_the_items_that_took_time() -> None:
    nothing = spending([answer(0.0, 0.0)])
    assert (nothing.latency_s, nothing.output_tokens_per_second) == (None, None)
    found = spending([answer(float(seconds)) for seconds in range(101)])
    assert found.latency_s is not None
    assert found.latency_s.model_dump() == pytest.approx({"p50": 50.5, "p95": 95.05})
    assert found.output_tokens_per_second == 101 * 5 / 5050
