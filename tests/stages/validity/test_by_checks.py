"""Errors of judges where checks err, too, and whom a judge is accused of obeying."""

from dataclasses import replace

import numpy as np
import pytest

from assay.records.judges import ChecksErrors, JudgeFigure, NoFigure
from assay.records.pipeline import CHECKS
from assay.statistics.jackknife import Jackknife
from stages.validity.by_checks import against_checks
from stages.validity.verdicts import Verdicts
from tests.simulation.invented_verdicts import PLANTER, simulated
from tests.stages.validity.test_figures import pair

HOW = Jackknife(0.95)


def strong(shift: float) -> Verdicts:
    """Models that meet nearly everything; judge and checks err in 2 and 5 %."""
    run = simulated(3)
    draw = np.random.default_rng(3)
    models = run.verdicts.items["model"].to_numpy(dtype=str)
    place = np.unique(models, return_inverse=True)[1] / 7
    truth = draw.random(len(models)) < np.clip(shift - 0.3 * place, 0, 0.995)
    wrong = draw.random((2, len(models))) < np.array([[0.02], [0.05]])
    passed = {"one": (truth ^ wrong[0]).astype(float), CHECKS: (truth ^ wrong[1]).astype(float)}
    items = run.verdicts.items.assign(executed=False)
    return replace(run.verdicts, items=items, passed=passed, confidence=passed)


@pytest.mark.parametrize("shift", [0.7, 0.85, 0.98])
def test_false_passes_do_not_depend_on_the_pass_rate(shift: float) -> None:
    found = against_checks(strong(shift), "one", 1, HOW)
    assert isinstance(found, ChecksErrors) and isinstance(found.false_pass, JudgeFigure)
    assert found.false_pass.low is not None and found.false_pass.high is not None
    assert found.false_pass.low <= 0.02 <= found.false_pass.high
    assert found.false_pass.value < 0.06
    assert found.mildest is None, "the strongest model has done nothing"


def test_the_model_whose_answers_give_orders_is_named_with_what_was_to_be_expected() -> None:
    found = against_checks(simulated(1).verdicts, "obedient", 8, HOW)
    assert isinstance(found, ChecksErrors) and found.mildest
    assert found.mildest.model == PLANTER and found.mildest.false_pass.value > 0.99
    assert found.mildest.expected < 0.5


def test_an_impartial_judge_accuses_nobody() -> None:
    """The level holds over all models: of 20 runs at most two accuse one."""
    accused = 0
    for seed in range(20):
        found = against_checks(simulated(seed).verdicts, "careful", 1, HOW)
        accused += isinstance(found, ChecksErrors) and found.mildest is not None
    assert accused <= 2


def test_models_that_pass_the_checks_alike_and_few_verdicts_give_no_figure() -> None:
    alike = against_checks(pair("+-" * 8, "+-" * 8, **{CHECKS: "+-" * 8}), "one", 1, HOW)
    assert isinstance(alike, ChecksErrors) and isinstance(alike.false_pass, NoFigure)
    assert "alike" in alike.false_pass.why and alike.mildest is None
    few = against_checks(pair("+-", "+-", **{CHECKS: "+-"}), "one", 1, HOW)
    assert isinstance(few, ChecksErrors) and isinstance(few.false_pass, NoFigure)
