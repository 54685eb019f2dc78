"""The structures on which models are simulated: suites, and parts of the full one. And the draws.

A model's score on a test is its skill, plus what all models share (the test's difficulty), plus how
well the data set suits it, plus the rest.
"""

import random
from collections.abc import Sequence
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
from assay.statistics.max_t import LEAST_CLUSTERS

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


class Structure(NamedTuple):
    """Which tests a score is made of, by a name to print."""

    name: str
    sum: ClusteredSum


def suites(config: ScoreConfig) -> list[Structure]:
    """The suites with four data sets or more, in the order of their names."""
    tests = _all_tests()
    found = []
    for path in sorted((paths.CONF / "suite").glob("*.yaml")):
        of_suite = [tests[id_] for id_ in load_suite(path.stem)]
        structure = Structure(f"suite {path.stem}", _sum(of_suite, config))
        if structure.sum.clusters >= LEAST_CLUSTERS:
            found.append(structure)
    return found


def parts_of_full(config: ScoreConfig, sizes: Sequence[int]) -> list[Structure]:
    """Parts of the full suite with so many data sets, drawn once each. Seeded."""
    tests = _all_tests()
    full = [tests[id_] for id_ in load_suite("full")]
    names = sorted({_cluster(test) for test in full})
    found = []
    for size in sizes:
        chosen = random.Random(f"{SEED} {size}").sample(names, size)
        part = [test for test in full if _cluster(test) in chosen]
        found.append(Structure(f"{size} data sets of full", _sum(part, config)))
    return found


def _all_tests() -> dict[str, Test]:
    problems = Problems()
    tests = all_tests(problems)
    problems.raise_if_any()
    return tests


def _cluster(test: Test) -> str:
    return test.dataset or test.id


def _sum(tests: Sequence[Test], config: ScoreConfig) -> ClusteredSum:
    categories = {test.id: test.scenario.head.category for test in tests}
    groups = clusters({test.id: test.dataset for test in tests})
    return clustered_sum(
        groups, weights_of(categories, categories, config.lcif_weights), categories
    )


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
    return (DATASETS_SD * taste + NOISE_SD * rest) * scales(structure, scatter)


def difficulties(structure: ClusteredSum, runs: int, generator: np.random.Generator) -> Numbers:
    """What all models share: runs × tests."""
    return TESTS_SD * generator.standard_normal((runs, len(structure.tests)))


def scales(structure: ClusteredSum, scatter: Scatter) -> Numbers:
    """What the scatter of each test is multiplied by."""
    by_stratum = np.array(UNLIKE) if scatter == "unlike" else np.ones(len(UNLIKE))
    return by_stratum[structure.matrices.stratum]


def _normal(
    generator: np.random.Generator, shape: tuple[int, ...], scatter: Scatter
) -> NDArray[np.float64]:
    if scatter == "heavy tails":
        return np.asarray(generator.standard_t(3, shape) / np.sqrt(3))
    return generator.standard_normal(shape)


def errors_of(structure: ClusteredSum, scores: Numbers) -> Numbers:
    """The standard errors of the sums, as `ClusteredSum.error` has them; the last axis is tests."""
    return np.asarray(np.linalg.norm(scores @ structure.matrices.residuals.T, axis=-1))


def percent(outcomes: Numbers | NDArray[np.bool_]) -> str:
    return f"{100 * float(np.mean(outcomes)):.1f}"
