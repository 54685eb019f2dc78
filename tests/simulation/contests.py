"""Models of known skill on the suites, criterion by criterion: what is decided about them.

A model passes a criterion with a probability whose logit is its skill, minus the difficulty of test
and criterion, plus how well the data set and the test suit it. So scores pile up at 0 and 100 as
real ones do. The scatter is that of real models: at a mean of 75 % the score in a test lies 11.5
points (standard deviation) from what model and test let expect, and tests on one data set hardly
correlate.
"""

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from scipy.optimize import brentq
from scipy.special import expit

from assay.config.settings import ScoreConfig
from assay.content.scenarios import Test, all_tests, load_suite
from assay.errors import Problems
from assay.scores.formulas import weights_of
from assay.statistics.clustered import clusters
from assay.statistics.contest import draw, paired, proportion
from assay.statistics.jackknife import Numbers
from assay.statistics.score_model import Indices, ScoreTable, fit

SEED = 20260101
CRITERIA = 32
CRITERION_SD, TEST_SD, DATASET_SD, NOISE_SD = 1.5, 0.6, 0.1, 0.75
"""Standard deviations of logits: difficulty of criteria and tests; how data set and test suit a
model."""
UNLIKE = (0.5, 1.0, 2.0, 1.5)
"""What the scatter of each category is multiplied by where categories scatter differently."""
UNLIKE_MODELS = (0.5, 2.0)
"""The least and the largest factor of the scatter where models scatter differently."""
MODELS = (3, 10, 38)
DRAWS = 600
NODES, NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(40)
HEAD = (
    *("tests", "#data sets", "#models", "means, percent", "#runs", "#false findings, %"),
    *("#found, %", "#pairs' intervals hold, %", "#scores' intervals hold, %"),
)


class Structure(NamedTuple):
    """Which tests a score is made of, by a name to print."""

    name: str
    weights: Numbers
    category: Indices
    cluster: Indices

    @property
    def datasets(self) -> int:
        return len(set(self.cluster.tolist()))


class Field(NamedTuple):
    """Who takes part: the skill of each model, as the expected score; and how they scatter."""

    name: str
    means: tuple[float, ...]
    unlike_categories: bool = False
    unlike_models: bool = False
    missing: float = 0.0


class Outcome(NamedTuple):
    """Shares of runs, or of pairs and scores: false findings, true ones, intervals that hold."""

    false: float | None
    found: float | None
    pairs: float
    scores: float


def suite(name: str, config: ScoreConfig) -> Structure:
    return _structure(f"suite {name}", _tests_of(name), config)


def part_of_full(config: ScoreConfig, size: int, number: int = 0) -> Structure:
    """A part of the full suite with so many data sets, drawn once. Seeded."""
    full = _tests_of("full")
    names = sorted({test.dataset or test.id for test in full})
    chosen = random.Random(f"{SEED} {size} {number}").sample(names, size)
    part = [test for test in full if (test.dataset or test.id) in chosen]
    return _structure(f"{size} data sets of full", part, config)


def _tests_of(name: str) -> list[Test]:
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    return [tests[id_] for id_ in load_suite(name)]


def _structure(name: str, tests: Sequence[Test], config: ScoreConfig) -> Structure:
    categories = {test.id: test.scenario.head.category for test in tests}
    weights = weights_of(categories, categories, config.lcif_weights)
    names = sorted(set(categories.values()))
    number = clusters({test.id: test.dataset for test in tests})
    return Structure(
        name,
        np.array([weights[test] for test in categories]),
        np.array([names.index(category) for category in categories.values()]),
        np.array([number[test] for test in categories]),
    )


def skills(structure: Structure, field: Field, scatter: Numbers) -> Numbers:
    """The logit at which each model's expected score is the mean that it should have."""
    spread = np.sqrt(CRITERION_SD**2 + TEST_SD**2 + (DATASET_SD**2 + NOISE_SD**2) * scatter**2)
    share = NODE_WEIGHTS / NODE_WEIGHTS.sum()

    def skill(target: float, of_model: Numbers) -> float:
        def off(place: float) -> float:
            expected = expit(place + of_model[:, None] * NODES) @ share
            return float(structure.weights @ expected) - target

        return float(brentq(off, -30, 30))

    return np.array([skill(mean, row) for mean, row in zip(field.means, spread, strict=True)])


def scatter_of(structure: Structure, field: Field) -> Numbers:
    """By how much each model scatters in each test, relative to what is usual."""
    models = len(field.means)
    by_test = np.array(UNLIKE)[structure.category] if field.unlike_categories else 1.0
    by_model = np.geomspace(*UNLIKE_MODELS, models) if field.unlike_models else np.ones(models)
    return np.asarray(by_model[:, None] * np.broadcast_to(by_test, structure.weights.shape))


def invented(
    structure: Structure, field: Field, generator: np.random.Generator, skill: Numbers
) -> ScoreTable:
    """The scores of one run."""
    models, tests = len(field.means), len(structure.weights)
    difficulty = generator.normal(0, CRITERION_SD, (tests, CRITERIA))
    difficulty += generator.normal(0, TEST_SD, (tests, 1))
    suits = generator.normal(0, DATASET_SD, (models, structure.datasets))[:, structure.cluster]
    suits = (suits + generator.normal(0, NOISE_SD, (models, tests))) * scatter_of(structure, field)
    likely = expit(skill[:, None, None] + suits[:, :, None] + difficulty)
    scores = (generator.random(likely.shape) < likely).mean(axis=2)
    scores[generator.random(scores.shape) < field.missing] = np.nan
    count = np.full(tests, float(CRITERIA))
    return ScoreTable(scores, structure.weights, structure.category, structure.cluster, count)


def outcome(
    structure: Structure, field: Field, runs: int, level: float, apart: float | None = None
) -> Outcome:
    """What so many runs of the field decide. `found`: of pairs that differ (by `apart`)."""
    generator = np.random.default_rng([SEED, len(field.means), structure.datasets])
    skill = skills(structure, field, scatter_of(structure, field))
    means = np.array(field.means)
    first, second = np.array(list(combinations(range(len(means)), 2))).T
    true = means[first] - means[second]
    alike = true == 0
    sought = ~alike if apart is None else np.isclose(np.abs(true), apart)
    false, found, pairs, scores = [], [], [], []
    for run in range(runs):
        table = invented(structure, field, generator, skill)
        fitted = fit(table)
        pair = paired(fitted, draw(fitted, DRAWS, run), first, second)
        significant = pair.corrected(pair.observed, "step-down") < level
        right = significant & (np.sign(pair.difference) == np.sign(true))
        false.append(bool((significant & ~right).any()))
        found.append(right[sought].mean() if sought.any() else np.nan)
        off = np.abs(pair.difference - true)
        pairs.append((off <= np.quantile(np.abs(pair.t), 1 - level, axis=0) * pair.error).mean())
        sampled = fit(table, same_tests=False)
        low, high = proportion(sampled, draw(sampled, DRAWS, run), 1 - level)
        scores.append(((low <= means) & (means <= high)).mean())
    return Outcome(
        false=float(np.mean(false)) if alike.any() else None,
        found=float(np.mean(found)) if sought.any() else None,
        pairs=float(np.mean(pairs)),
        scores=float(np.mean(scores)),
    )


def fields(models: int) -> list[Field]:
    """The fields among whose equal models nothing must be found."""
    half = models // 2
    alike = [Field(f"{100 * mean:.0f}", (mean,) * models) for mean in (0.99, 0.95, 0.75, 0.05)]
    usual = (0.75,) * models
    return [
        *alike,
        Field("half 95, half 50", (0.95,) * half + (0.5,) * (models - half)),
        Field("75, categories unlike", usual, unlike_categories=True),
        Field("75, models unlike", usual, unlike_models=True),
        Field("75, 5 % of tests missing", usual, missing=0.05),
    ]


def apart(mean: float, points: float, models: int) -> Field:
    """All but two models have this mean; the two lie on either side of it, so far apart.

    Near the ceiling one of them has the mean itself.
    """
    better = mean if mean + points / 2 > 0.995 else mean + points / 2
    pair = (better, better - points)
    text = " and ".join(f"{100 * one:.0f}" for one in pair)
    return Field(f"{100 * mean:.0f}, two have {text}", (mean,) * (models - 2) + pair)


RUNS = 200
"""Of each line: with 5 % false findings 4 to 16 of them have one."""


def rows(config: ScoreConfig) -> Iterator[tuple[str, ...]]:
    """A line for each structure and field."""
    level = 1 - config.confidence
    full, smoke = suite("full", config), suite("smoke", config)
    work: list[tuple[Structure, Field, float | None]] = []
    for structure in (full, smoke, part_of_full(config, 5)):
        work += [(structure, field, None) for models in MODELS for field in fields(models)]
    for mean in (0.75, 0.95):
        work += [(full, apart(mean, 0.1, models), 0.1) for models in (10, 38)]
    work.append((smoke, apart(0.75, 0.2, 10), 0.2))
    for structure, field, points in work:
        models = len(field.means)
        found = outcome(structure, field, RUNS, level, points)
        figures = (found.false, found.found, found.pairs, found.scores)
        yield (
            *(structure.name, str(structure.datasets), str(models), field.name, str(RUNS)),
            *("–" if figure is None else f"{100 * figure:.1f}" for figure in figures),
        )
