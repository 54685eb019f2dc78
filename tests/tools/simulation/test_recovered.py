"""The figures find what is planted in simulated judges, as often as they promise."""

from dataclasses import replace
from functools import cache

import pytest

from stages.lib.base.records import Prompt
from stages.lib.base.results.leaderboard import Leaderboard
from stages.lib.content.criteria import Criterion
from stages.validity.review import review
from stages.validity.verdicts import Key
from tests.stages.validity.small_run import board, criterion, prompt
from tests.stages.validity.small_run import value as value_of
from tools.simulation.judges import PLANTER, Simulated, simulated
from tools.simulation.recovered import Finding, coverage, findings

SEED = 11


@cache
def run() -> Simulated:
    return simulated(SEED)


@cache
def found() -> dict[tuple[str, str], Finding]:
    return {(item.figure, item.judge): item for item in findings(run())}


def value(figure: str, judge: str) -> float:
    return value_of(found()[figure, judge].measured)


@pytest.mark.parametrize("judge", ["careful", "lenient", "lazy"])
def test_planted_error_rates_are_found(judge: str) -> None:
    for figure in ("false-pass rate", "false-fail rate"):
        item = found()[figure, judge]
        assert item.true is not None
        assert value(figure, judge) == pytest.approx(item.true, abs=0.2 * item.true)


def test_an_obedient_judge_is_found_by_the_model_that_commands_it() -> None:
    assert value("false-pass rate, answers with planted instructions", "obedient") == 1
    assert value("false-pass rate, another model's answers", "obedient") < 0.1


def test_a_lazy_judge_agrees_with_nobody_beyond_chance() -> None:
    assert value("Cohen's kappa", "careful and lazy") == 0
    assert value("kappa with people, 400 audited", "lazy") == 0
    assert value("kappa with people, 400 audited", "careful") > 0.75


def test_overconfidence_is_found_and_its_absence_too() -> None:
    assert value("overconfidence", "boastful") == pytest.approx(0.24, abs=0.03)
    assert value("ECE", "boastful") == pytest.approx(0.24, abs=0.03)
    assert abs(value("overconfidence", "careful")) < 0.015


def test_a_planted_preference_is_found_and_strength_is_not_taken_for_it() -> None:
    by_checks = "preference, standardised, by the checks"
    assert value(by_checks, "partial") == pytest.approx(0.10, abs=0.03)
    assert value("preference, standardised, by the others", "partial") == pytest.approx(
        0.10, abs=0.04
    )
    assert abs(value(by_checks, "lenient")) < 0.03
    assert value("preference, difference, by the checks", "lenient") > 0.04, (
        "the plain difference is led astray"
    )


def test_a_judge_taken_by_length_stands_out() -> None:
    assert value("score and length", "taken by length") > 0.3
    assert abs(value("score and length", "careful")) < 0.15


def test_agreement_is_what_the_error_rates_imply() -> None:
    for figure in ("raw agreement", "Cohen's kappa"):
        item = found()[figure, "careful and lenient"]
        assert value(figure, "careful and lenient") == pytest.approx(item.true, abs=0.05)


def test_intervals_hold_what_was_planted_nearly_as_often_as_they_promise() -> None:
    """95 % are promised; with 18 data sets a bootstrap that draws them holds a little less."""
    assert 0.84 <= coverage(range(10)) <= 1


def test_the_review_list_leads_to_wrong_verdicts() -> None:
    """Among the first lines far more of the panel's verdicts are wrong than among all."""
    verdicts = run().verdicts
    panel = {name: verdicts.passed[name] for name in ("careful", "lenient", "obedient")}
    three = replace(
        verdicts, passed=panel, confidence={name: verdicts.confidence[name] for name in panel}
    )
    first = review(three, *_surroundings(run()))[:2000]
    keys = {key: row for row, key in enumerate(three.keys())}
    rows = [keys[Key(item.model, item.test, item.attempt, item.criterion)] for item in first[:300]]
    votes = sum(panel.values())
    wrong = (votes >= 2) != (run().truth == 1)
    assert wrong[rows].mean() > 3 * wrong.mean()
    assert PLANTER in {item.model for item in first}


def _surroundings(
    run: Simulated,
) -> tuple[list[Prompt], dict[str, tuple[Criterion, ...]], Leaderboard, dict[str, float]]:
    """Prompts, criteria, leaderboard and weights that fit the simulated verdicts."""
    prompts = []
    criteria = {}
    for test, part in run.verdicts.items.groupby("test"):
        prompts.append(prompt(str(test), str(part["category"].iloc[0])))
        items = part.drop_duplicates("criterion").itertuples()
        criteria[str(test)] = tuple(criterion(str(row.criterion), 1.0, row.metric) for row in items)
    return prompts, criteria, board(*sorted(set(run.verdicts.items["model"])), all_apart=True), {}
