"""The simulation of comparisons decides as the stage compare does, and holds what docs say."""

from pathlib import Path

import numpy as np
import pytest

from assay.config.config_files import load_score
from assay.records.pipeline import MetricScore, TestScore
from assay.scores.pairs import compare_all
from assay.scores.weights import sum_of_tests
from assay.statistics.max_t import family_of_all, reference
from tools.simulation.known_skills import (
    SEED,
    Scatter,
    Structure,
    drawn,
    holds,
    pair_figures,
    studentised,
    suites,
)

CONFIG = load_score()


@pytest.fixture
def full(product: Path, monkeypatch: pytest.MonkeyPatch) -> Structure:
    monkeypatch.chdir(product)
    return next(item for item in suites(CONFIG) if item.name == "suite full")


def scored(test: str, model: str, value: float) -> TestScore:
    score = MetricScore(score=value, coverage=1.0, low=value, high=value)
    name, _, dataset = test.partition("-")
    category = {"G": "code_generation", "T": "code_translation"}[name[0]]
    return TestScore(
        model=model, test=test, category=category, dataset=dataset, judge_group="checks",
        status="scored", accuracy=score, completeness=score,
    )  # fmt: skip


def test_simulated_decisions_are_those_of_the_stage() -> None:
    tests = [f"{kind}{number}-D{number % 6}" for kind in "GT" for number in range(9)]
    blank = [scored(test, "", 0.0) for test in tests]
    structure = Structure("small", sum_of_tests(blank, CONFIG.lcif_weights))
    names = [test.name for test in structure.sum.tests]
    scores = 70.0 + drawn(structure.sum, 20, 3, "unlike", np.random.default_rng(3))
    scores[:, 0] += 15
    critical = reference(structure.sum, 3, family_of_all(3), SEED).critical(1 - CONFIG.confidence)
    ours = studentised(structure, scores) > critical
    decided = []
    for run in scores:
        models = {}
        for number, values in enumerate(run.tolist()):
            model = f"m{number}"
            of_tests = zip(names, values, strict=True)
            models[model] = [scored(test, model, value) for test, value in of_tests]
        decided.append([pair.significant for pair in compare_all(CONFIG, SEED, models)])
    assert ours.tolist() == decided
    assert 0 < ours.mean() < 1


@pytest.mark.parametrize("scatter", ["alike", "unlike"])
def test_level_power_and_intervals_hold_on_the_full_suite(
    scatter: Scatter, full: Structure
) -> None:
    level = 1 - CONFIG.confidence
    found = pair_figures(full, 3, scatter, 600, level)
    assert found.error <= 0.08, "5 % and what chance adds in 600 runs"
    assert found.hold >= 0.93 and 0.72 <= found.power <= 0.88
    assert holds(full, scatter, 2000, level) >= 0.93
