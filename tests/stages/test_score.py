"""score: one model's scores, when there is a final score, and the sums of its calls."""

from typing import Any

import pytest

from stages.lib.base import records
from stages.lib.base.config import ModelConfig, ScoreConfig
from stages.lib.base.records import (
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
from stages.lib.scoring.scores import Pair
from stages.score import (
    ScoreStageConfig,
    metrics,
    overrule_notes,
    panel_figures,
    research,
    score_tests,
)

WEIGHTS = {"LightOne": 0.2, "LightTwo": 0.2, "Hard": 0.6}
DIALOGUES = ("LightOne-X", "LightTwo-X", "Hard-Y")
SUITE = {"G1-X": 0, "G2-Y": 0, "T1-X": 1, "T2-Y": 1, "D1-X": 2, "D2": 2} | dict.fromkeys(
    DIALOGUES, 3
)
"""Tests and the number of their category: two data sets in each of the first three, and the three dialogues."""
CONFIG = ScoreStageConfig(
    model=ModelConfig(name="m", provider="gold"),
    score=ScoreConfig(min_coverage=0.9, lcif_weights=WEIGHTS, bootstrap_draws=200, confidence=0.95),
    seed=1,
)


def prompt(test: str) -> Prompt:
    fields: dict[str, Any] = {
        "test": test,
        "scenario": test.split("-")[0],
        "dataset": test.split("-")[1] if "-" in test else None,
        "category": CATEGORIES[SUITE[test]],
        "type": "x",
        "title": "x",
        "answer": "dialogue" if test in DIALOGUES else "files",
        "system": "",
        "user": "",
        "files": (),
        "count_html": True,
        "sha256": "",
        "tokens_estimate": 0,
    }
    return Prompt.model_validate(fields)


def judgement(
    test: str, passed: int, of: int = 4, judge: str = "j", open_: int = 0, **more: Any
) -> Judgement:
    """`passed` of `of` criteria of each metric hold, and `open_` more are not judged."""
    outcomes = [*(number < passed for number in range(of)), *[None] * open_]
    verdicts = tuple(
        Verdict(criterion=f"c{number}", metric=metric, weight=1.0, passed=outcome)
        for metric in METRICS
        for number, outcome in enumerate(outcomes)
    )
    fields = {
        "model": "m",
        "test": test,
        "attempt": 1,
        "judge": judge,
        "status": "judged",
        "verdicts": verdicts,
    }
    return Judgement.model_validate(fields | more)


def figures(
    judgements: list[Judgement],
    people: dict[str, Pair] | None = None,
    tests: tuple[str, ...] = tuple(SUITE),
) -> dict[str, Any]:
    prompts = [prompt(test) for test in tests]
    scores = score_tests(prompts, judgements, "m", CONFIG.score.min_coverage)
    return panel_figures(CONFIG, prompts, scores, people or {})


PERFECT = [judgement(test, 4) for test in SUITE]
MARKED = dict.fromkeys(DIALOGUES, Pair(50, 100))


def test_llm_judges_are_one_panel_and_checks_another() -> None:
    judgements = [
        judgement("G1-X", 4),
        judgement("G1-X", 2, judge="k"),
        judgement("G1-X", 0, judge=CHECKS),
    ]
    scores = score_tests([prompt("G1-X")], judgements, "m", 0.9)
    found = {score.judge_group: score.accuracy.score for score in scores if score.accuracy}
    assert found == {"llm": 75, "checks": 0}


def test_panel_that_does_not_exist_has_no_scores() -> None:
    scores = score_tests([prompt("G1-X")], [judgement("G1-X", 4, judge=CHECKS)], "m", 0.9)
    assert [score.judge_group for score in scores] == ["checks"]


def test_every_test_of_the_suite_is_counted_and_none_without_answer_is_zero() -> None:
    judgements = [
        judgement("G1-X", 4),
        judgement("G2-Y", 4, open_=2),
        judgement("T1-X", 0, status="missing", verdicts=()),
    ]
    found = figures(judgements, tests=("G1-X", "G2-Y", "T1-X", "T2-Y"))
    assert found["tests"] == {"scored": 1, "unscored": 1, "missing": 2}
    assert found["final_provisional"] == 100
    assert found["categories"].keys() == {"code_generation"}


def test_coverage_and_bounds_stand_beside_the_score() -> None:
    judgements = [judgement(test, 3, of=3, judge=CHECKS, open_=1) for test in ("G1-X", "G2-Y")]
    found = figures(judgements, tests=("G1-X", "G2-Y"))
    assert (found["coverage"], found["bounds"]) == (0.75, {"low": 75, "high": 100})
    assert found["final_provisional"] == 100


def test_provisional_score_takes_the_dialogues_from_the_panel() -> None:
    judgements = [judgement(test, 2 if test in DIALOGUES else 4) for test in SUITE]
    found = figures(judgements)
    assert found["categories"][LCIF]["score"] == pytest.approx(50)
    assert found["final_provisional"] == pytest.approx(87.5)
    assert "final" not in found


def test_final_score_takes_the_dialogues_from_people_alone() -> None:
    found = figures(PERFECT, MARKED)
    assert found["lcif_by_people"] == pytest.approx(75)
    assert found["categories"][LCIF]["score"] == pytest.approx(100)
    assert found["with_people"]["categories"][LCIF]["score"] == pytest.approx(75)
    assert (found["completeness"], found["with_people"]["accuracy"]) == (100, pytest.approx(87.5))
    assert found["final"] == pytest.approx((100 * 3 + 75) / 4)
    assert found["final_provisional"] == pytest.approx(100)


def test_final_score_needs_no_verdicts_on_dialogues() -> None:
    found = figures([made for made in PERFECT if made.test not in DIALOGUES], MARKED)
    assert found["final"] == pytest.approx(93.75)


@pytest.mark.parametrize("left_out", DIALOGUES)
def test_one_unmarked_dialogue_leaves_the_score_provisional(left_out: str) -> None:
    found = figures(PERFECT, {test: pair for test, pair in MARKED.items() if test != left_out})
    assert "final" not in found and "lcif_by_people" not in found


@pytest.mark.parametrize("left_out", [test for test in SUITE if test not in DIALOGUES])
def test_one_test_without_score_leaves_the_score_provisional(left_out: str) -> None:
    found = figures([made for made in PERFECT if made.test != left_out], MARKED)
    assert "final" not in found
    assert found["lcif_by_people"] == pytest.approx(75)


def test_suite_without_a_category_has_no_final_score() -> None:
    assert "final" not in figures(
        PERFECT, MARKED, tests=tuple(test for test in SUITE if test[0] != "T")
    )


def test_suite_with_two_dialogues_has_no_final_score() -> None:
    two = {test: pair for test, pair in MARKED.items() if test != "Hard-Y"}
    assert "final" not in figures(
        PERFECT, two, tests=tuple(test for test in SUITE if test != "Hard-Y")
    )


def test_interval_is_there_if_every_category_can_vary() -> None:
    judgements = [judgement(test, 4 if test.endswith("X") else 2) for test in SUITE]
    found = figures(judgements)["interval"]
    assert found["low"] < figures(judgements)["final_provisional"] < found["high"]
    assert figures(judgements) == figures(judgements), "the same seed gives the same interval"


def test_category_of_one_group_gives_no_interval() -> None:
    assert "interval" not in figures(PERFECT, tests=("G1-X", "G2-Y", "T1-X"))
    assert "interval" not in figures(PERFECT, tests=("G1-X",))
    assert "interval" not in figures(PERFECT, tests=DIALOGUES)


def test_nothing_scored_is_no_score() -> None:
    found = figures([judgement("G1-X", 0, status="missing", verdicts=())], tests=("G1-X",))
    assert (found["final_provisional"], found["accuracy"], found["categories"]) == (None, None, {})
    assert found["bounds"] == {"low": 0.0, "high": 100.0}
    assert "interval" not in found


def answer(test: str = "G1-X", cost: float | None = 0.5, status: str = "answered") -> Answer:
    fields = {
        "model": "m",
        "test": test,
        "attempt": 1,
        "prompt": "p",
        "status": status,
        "cost_usd": cost,
    }
    return Answer.model_validate(fields | {"usage": Usage(input=10, output=5), "latency_s": 2.0})


def test_metrics_have_a_node_for_each_panel_and_no_judge_without_llm_judges() -> None:
    prompts = [prompt("G1-X")]

    def made(judgements: list[Judgement]) -> dict[str, Any]:
        scores: list[records.TestScore] = score_tests(prompts, judgements, "m", 0.9)
        return metrics(CONFIG, prompts, [answer()], judgements, scores, {})

    by_checks = judgement("G1-X", 1, judge=CHECKS)
    assert made([by_checks]).keys() == {"checks", "generate"}
    both = made([by_checks, judgement("G1-X", 4, cost_usd=0.25)])
    assert both.keys() == {"checks", "llm", "generate", "judge", "judging"}
    assert both["judge"]["cost_usd"] == 0.25
    assert (both["llm"]["final_provisional"], both["checks"]["final_provisional"]) == (100, 25)


def test_defects_found_are_those_of_code_analyses_alone() -> None:
    def found(test: str, passed: bool) -> Judgement:
        verdict = Verdict(
            criterion="c", metric="accuracy", weight=1.0, tags=("defect",), passed=passed
        )
        return judgement(test, 0, verdicts=(verdict,))

    analysis, other = prompt("G1-X").model_copy(update={"type": "code_analysis"}), prompt("G2-Y")
    judgements = [found("G1-X", True), found("G2-Y", False)]
    assert research([analysis, other], judgements) == {
        "tags": {"defect": 50.0},
        "defects_found": 100.0,
    }
    assert research([other], judgements[1:]) == {"tags": {"defect": 0.0}}


def test_majority_decides_scores_and_tags_of_the_llm_panel_alone() -> None:
    prompts = [prompt("G1-X")]
    judgements = [
        judgement("G1-X", passed, judge=judge) for judge, passed in (("a", 4), ("b", 4), ("c", 0))
    ]
    judgements.append(judgement("G1-X", 2, judge=CHECKS))
    config = CONFIG.model_copy(
        update={"score": CONFIG.score.model_copy(update={"panel": "majority"})}
    )
    scores = score_tests(prompts, judgements, "m", 0.9, "majority")
    found = metrics(config, prompts, [answer()], judgements, scores, {})
    assert (found["llm"]["final_provisional"], found["checks"]["final_provisional"]) == (100, 50)
    assert found["judging"].keys() == {"a", "b", "c"}


def test_summary_names_every_line_that_overrules_nothing() -> None:
    by = records.Overruling(judge_decision=True, person="Ann", reason="r")
    verdicts = tuple(
        verdict.model_copy(update={"overruled": by})
        for verdict in judgement("G1-X", 1, of=1).verdicts
    )
    notes = overrule_notes([judgement("G1-X", 1, verdicts=verdicts)], ["line one", "line two"])
    assert notes == [
        "2 verdicts are overruled by people",
        "2 lines of human/overrules.csv overrule nothing",
        "line one",
        "line two",
    ]
    assert overrule_notes([judgement("G1-X", 1)], []) == []
