"""The figures find what is planted in simulated judges, as often as they promise."""

from dataclasses import replace
from functools import cache

import pytest

from assay.content.criteria import Criterion
from assay.records.leaderboard_records import Leaderboard
from assay.records.pipeline import Prompt
from stages.validity.review import review
from stages.validity.verdicts import Key
from tests.stages.validity.small_run import board, criterion, prompt
from tests.stages.validity.small_run import value as value_of
from tools.simulation.invented_verdicts import PLANTER, Simulated, simulated
from tools.simulation.planted_faults import Finding, coverage, findings

SEED = 11


@cache
def run() -> Simulated:
    return simulated(SEED)


@cache
def findings_by_key() -> dict[tuple[str, str], Finding]:
    return {
        (item.figure, item.judge): item for item in findings(run()) if item.figure != "own family"
    }


def value(figure: str, judge: str) -> float:
    return value_of(findings_by_key()[figure, judge].measured)


@pytest.mark.parametrize(
    ("figure", "judge", "within"),
    [
        *[(f"false {way}, by execution", "careful", 0.012) for way in ("passes", "fails")],
        *[(f"false {way}, by execution", "lenient", 0.06) for way in ("passes", "fails")],
        *[(f"false {way}, by execution", "lazy", 0) for way in ("passes", "fails")],
        ("false passes, by checks that err", "careful", 0.03),
        ("overconfidence", "boastful", 0.03),
        ("overconfidence", "careful", 0.03),
        ("the same, corrected", "lenient", 0.04),
        ("Cohen's kappa", "careful and lenient", 0.05),
    ],
)
def test_what_is_planted_is_found(figure: str, judge: str, within: float) -> None:
    assert value(figure, judge) == pytest.approx(findings_by_key()[figure, judge].true, abs=within)


def test_an_obedient_judge_is_found_by_the_model_that_commands_it() -> None:
    assert value("false passes, answers with planted instructions", "obedient") == 1


def test_a_lazy_judge_agrees_with_nobody_beyond_chance() -> None:
    assert value("Cohen's kappa", "careful and lazy") == 0
    assert value("kappa with people, 400 audited", "lazy") == 0
    assert value("kappa with people, 400 audited", "careful") > 0.75


def preferences() -> dict[tuple[str, str], float]:
    """The figure by judge and by what was planted."""
    items = [item for item in findings(run()) if item.figure == "own family"]
    return {(item.judge, item.planted): value_of(item.measured) for item in items}


def test_a_planted_preference_is_found_and_strength_is_not_taken_for_it() -> None:
    by_planted = preferences()
    assert by_planted["partial", "0.10 more passes on its family, the weakest"] == pytest.approx(
        0.10, abs=0.03
    )
    for strength in ("weakest", "strongest"):
        assert abs(by_planted["lenient", f"0.00, its family is the {strength}"]) < 0.025


def test_references_that_err_together_lead_the_figure_astray_in_a_known_direction() -> None:
    """A strong family seems preferred, a weak one the opposite: docs/validity.md says so."""
    by_planted = preferences()
    together = "the references err together"
    assert by_planted["impartial", f"0.00, its family is the weakest; {together}"] < -0.02
    assert by_planted["impartial", f"0.00, its family is the strongest; {together}"] > 0.02


def test_a_mild_judges_score_is_too_high_before_it_is_corrected() -> None:
    item = findings_by_key()["the same, corrected", "lenient"]
    assert item.true is not None
    assert value("score of the weakest model", "lenient") > item.true + 0.08


def test_a_judge_taken_by_length_stands_out() -> None:
    assert value("score and length", "taken by length") > 0.3
    assert abs(value("score and length", "careful")) < 0.15


@pytest.mark.slow
def test_intervals_hold_what_was_planted_nearly_as_often_as_they_promise() -> None:
    """95 % are promised."""
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
