"""Models of known skill on the suites: how often intervals hold, what comparisons find and miss.

The structures are the suites, and parts of the full one. A model's score on a test is its skill,
plus what all models share (the test's difficulty), plus how well the data set suits it, plus the
rest.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from assay.config import paths
from assay.config.settings import ScoreConfig
from assay.content.scenarios import Test, all_tests, load_suite
from assay.errors import Problems
from assay.scores.weights import weights_of
from assay.statistics.bootstrap import clusters
from assay.statistics.clustered import ClusteredSum, Numbers, clustered_sum
from assay.statistics.max_t import LEAST_CLUSTERS, ONE_PAIR, family_of_all, reference

SEED = 20260101
TESTS_SD = 15.0
DATASETS_SD = 6.0
NOISE_SD = 6.0
"""Standard deviations in points: of the tests' difficulty, which all models share; of how well a
data set suits a model; of everything else."""
UNLIKE = (0.5, 1.0, 2.0, 1.5)
"""What the scatter of each category is multiplied by where categories scatter differently."""
Scatter = Literal["alike", "unlike", "heavy tails"]
SCATTERS: tuple[Scatter, ...] = ("alike", "unlike", "heavy tails")
"""Categories scatter alike or unlike. Heavy tails: alike, by Student's t with 3 degrees."""
MODELS = (3, 10, 38, 100)
PARTS = {4: (3, 10), 7: (3, 10), 10: (3, 10)}
"""Numbers of data sets, and of models that are compared on them."""
INTERVAL_PARTS = (4, 5, 6, 8, 10, 14, 20)
INTERVAL_RUNS = 10_000
PAIR_RUNS = 2000
RUN_MODELS = 20_000
"""Runs × models at most: with many models fewer runs do, because each run has many pairs."""
CHUNK = 100
"""So many runs are drawn at once."""
INTERVALS_HEAD = ("tests", "#data sets", *(f"#{scatter}, %" for scatter in SCATTERS))
PAIRS_HEAD = (
    *("tests", "#data sets", "#models", "#runs"),
    f"family-wise error, %: {' / '.join(SCATTERS)}",
    *("pairs' intervals hold, %", "detectable, points", "found at that, %"),
)


class Structure(NamedTuple):
    """Which tests a score is made of, by a name to print."""

    name: str
    sum: ClusteredSum


def suites(config: ScoreConfig) -> list[Structure]:
    """The suites with enough data sets to compare on, in the order of their names."""
    names = sorted(path.stem for path in (paths.CONF / "suite").glob("*.yaml"))
    found = [Structure(f"suite {name}", _sum(_tests_of(name), config)) for name in names]
    return [structure for structure in found if structure.sum.clusters >= LEAST_CLUSTERS]


def part_of_full(config: ScoreConfig, size: int) -> Structure:
    """A part of the full suite with so many data sets, drawn once. Seeded."""
    full = _tests_of("full")
    names = sorted({test.dataset or test.id for test in full})
    chosen = random.Random(f"{SEED} {size}").sample(names, size)
    part = [test for test in full if (test.dataset or test.id) in chosen]
    return Structure(f"{size} data sets of full", _sum(part, config))


def _tests_of(suite: str) -> list[Test]:
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    return [tests[id_] for id_ in load_suite(suite)]


def _sum(tests: Sequence[Test], config: ScoreConfig) -> ClusteredSum:
    categories = {test.id: test.scenario.head.category for test in tests}
    groups = clusters({test.id: test.dataset for test in tests})
    weights = weights_of(categories, categories, config.lcif_weights)
    return clustered_sum(groups, weights, categories)


def drawn(
    structure: ClusteredSum,
    runs: int,
    models: int,
    scatter: Scatter,
    generator: np.random.Generator,
) -> Numbers:
    """The distances of scores from the models' skill, without the tests' difficulty.

    An array of runs × models × tests.
    """
    cluster = np.array([test.cluster for test in structure.tests])
    taste = _normal(generator, (runs, models, structure.clusters), scatter)[:, :, cluster]
    rest = _normal(generator, (runs, models, len(structure.tests)), scatter)
    by_stratum = np.array(UNLIKE) if scatter == "unlike" else np.ones(len(UNLIKE))
    return (DATASETS_SD * taste + NOISE_SD * rest) * by_stratum[structure.matrices.stratum]


def _normal(
    generator: np.random.Generator, shape: tuple[int, ...], scatter: Scatter
) -> NDArray[np.float64]:
    if scatter == "heavy tails":
        return np.asarray(generator.standard_t(3, shape) / np.sqrt(3))
    return generator.standard_normal(shape)


def errors_of(structure: ClusteredSum, scores: Numbers) -> Numbers:
    """The standard errors of the sums, as `ClusteredSum.error` has them; the last axis is tests."""
    return np.asarray(np.linalg.norm(scores @ structure.matrices.residuals.T, axis=-1))


# The interval of one model's score


def intervals_rows(config: ScoreConfig) -> Iterator[tuple[str, ...]]:
    """In what percentage of runs the interval of a score holds the model's skill."""
    parts = [part_of_full(config, size) for size in INTERVAL_PARTS]
    for structure in [*suites(config), *parts]:
        shares = [
            f"{100 * holds(structure, scatter, INTERVAL_RUNS, 1 - config.confidence):.1f}"
            for scatter in SCATTERS
        ]
        yield structure.name, str(structure.sum.clusters), *shares


def holds(structure: Structure, scatter: Scatter, runs: int, level: float) -> float:
    """The share of runs in which the interval holds the model's skill."""
    generator = np.random.default_rng([SEED, structure.sum.clusters])
    own = drawn(structure.sum, runs, 1, scatter, generator)[:, 0]
    difficulty = TESTS_SD * generator.standard_normal((runs, len(structure.sum.tests)))
    scores = own + difficulty
    critical = reference(structure.sum, 2, ONE_PAIR, SEED).critical(level)
    distance = np.abs(scores @ structure.sum.matrices.weights)
    return float(np.mean(distance <= critical * errors_of(structure.sum, scores)))


# The comparison of many models


class PairFigures(NamedTuple):
    """Shares of runs, and points: error among equal models, intervals that hold, power."""

    error: float
    hold: float
    detectable: float
    power: float


def pairs_rows(config: ScoreConfig) -> Iterator[tuple[str, ...]]:
    """A line for each structure and number of models, with each figure by scatter."""
    work = [(structure, models) for structure in suites(config) for models in MODELS]
    for size, counts in PARTS.items():
        work += [(part_of_full(config, size), models) for models in counts]
    for structure, models in work:
        runs = min(PAIR_RUNS, RUN_MODELS // models)
        figures = [
            pair_figures(structure, models, scatter, runs, 1 - config.confidence)
            for scatter in SCATTERS
        ]
        yield (
            *(structure.name, str(structure.sum.clusters), str(models), str(runs)),
            " / ".join(f"{100 * figure.error:.1f}" for figure in figures),
            " / ".join(f"{100 * figure.hold:.1f}" for figure in figures),
            " / ".join(f"{figure.detectable:.1f}" for figure in figures),
            " / ".join(f"{100 * figure.power:.1f}" for figure in figures),
        )


def pair_figures(
    structure: Structure, models: int, scatter: Scatter, runs: int, level: float
) -> PairFigures:
    """What the comparison of so many models finds and misses."""
    chance = reference(structure.sum, models, family_of_all(models), SEED)
    alone = reference(structure.sum, 2, ONE_PAIR, SEED).critical(level)
    generator = np.random.default_rng([SEED, models, structure.sum.clusters])
    largest, hold, stated, found = [], [], [], []
    for start in range(0, runs, CHUNK):
        size = min(CHUNK, runs - start)
        t = studentised(structure, drawn(structure.sum, size, models, scatter, generator))
        largest.append(t.max(axis=1))
        hold.append((t <= alone).mean(axis=1))
        first = drawn(structure.sum, size, 2, scatter, generator)
        again = drawn(structure.sum, size, 2, scatter, generator)
        points = chance.distance(level) * errors_of(structure.sum, first[:, 0] - first[:, 1])
        stated.append(points)
        found.append(_shifted(structure, again, points) >= chance.critical(level))
    return PairFigures(
        error=float(np.mean(np.concatenate(largest) >= chance.critical(level))),
        hold=float(np.mean(np.concatenate(hold))),
        detectable=float(np.median(np.concatenate(stated))),
        power=float(np.mean(np.concatenate(found))),
    )


def studentised(structure: Structure, scores: Numbers) -> Numbers:
    """|t| of every pair of models: runs × pairs."""
    first, second = np.array(family_of_all(scores.shape[1])).T
    matrix = structure.sum.matrices
    sums = scores @ matrix.weights
    distances = scores @ matrix.residuals.T
    squares = np.einsum("rmc,rmc->rm", distances, distances)
    products = distances @ distances.transpose(0, 2, 1)
    square = squares[:, first] + squares[:, second] - 2 * products[:, first, second]
    return np.asarray(np.abs(sums[:, first] - sums[:, second]) / np.sqrt(square))


def _shifted(structure: Structure, scores: Numbers, points: Numbers) -> Numbers:
    """|t| of two models of which the first is better by so many points, run by run."""
    apart = scores[:, 0] - scores[:, 1]
    difference = apart @ structure.sum.matrices.weights + points
    return np.asarray(np.abs(difference) / errors_of(structure.sum, apart))
