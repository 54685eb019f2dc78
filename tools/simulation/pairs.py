"""How often the comparison errs, and what it finds: models of known skill on the suites.

python -m tools.simulation.pairs [--runs N]
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from assay.config.config_files import load_score
from assay.statistics.clustered import Numbers
from assay.statistics.max_t import ONE_PAIR, family_of_all, reference
from tools.exit_code import exit_code
from tools.simulation.structures import (
    SCATTERS,
    SEED,
    Scatter,
    Structure,
    drawn,
    errors_of,
    parts_of_full,
    percent,
    suites,
)

MODELS = (3, 10, 38, 100)
PART_MODELS = (3, 10)
PARTS = (4, 7, 10)
RUN_MODELS = 20_000
"""Runs × models at most: with many models fewer runs do, because each run has many pairs."""
CHUNK = 100
"""So many runs are drawn at once."""
HEADINGS = (
    "tests",
    "clusters",
    "models",
    "scatter",
    "runs",
    "family-wise error %",
    "pairs' intervals hold %",
    "detectable, points",
    "found at that %",
)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.simulation.pairs")
    parser.add_argument("--runs", type=int, default=2000)
    most = parser.parse_args(arguments).runs
    config = load_score()
    level = 1 - config.confidence
    table = Table()
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in ("tests", "scatter") else "right")
    work = [(structure, models) for structure in suites(config) for models in MODELS]
    work += [
        (structure, models) for structure in parts_of_full(config, PARTS) for models in PART_MODELS
    ]
    for structure, models in work:
        for scatter in SCATTERS:
            runs = min(most, RUN_MODELS // models)
            table.add_row(*row(structure, models, scatter, runs, level))
    Console(width=None if sys.stdout.isatty() else 140).print(table)


def row(structure: Structure, models: int, scatter: Scatter, runs: int, level: float) -> list[str]:
    """One line of the table."""
    chance = reference(structure.sum, models, family_of_all(models), SEED)
    critical = chance.critical(level)
    alone = reference(structure.sum, 2, ONE_PAIR, SEED).critical(level)
    generator = np.random.default_rng([SEED, models, structure.sum.clusters])
    largest = []
    holds = []
    stated = []
    found = []
    for start in range(0, runs, CHUNK):
        size = min(CHUNK, runs - start)
        t = studentised(structure, drawn(structure.sum, size, models, scatter, generator))
        largest.append(t.max(axis=1))
        holds.append((t <= alone).mean(axis=1))
        first = drawn(structure.sum, size, 2, scatter, generator)
        again = drawn(structure.sum, size, 2, scatter, generator)
        points = chance.distance(level) * errors_of(structure.sum, first[:, 0] - first[:, 1])
        stated.append(points)
        found.append(shifted(structure, again, points) >= critical)
    return [
        structure.name,
        str(structure.sum.clusters),
        str(models),
        scatter,
        str(runs),
        percent(np.concatenate(largest) >= critical),
        percent(np.concatenate(holds)),
        f"{np.median(np.concatenate(stated)):.1f}",
        percent(np.concatenate(found)),
    ]


def studentised(structure: Structure, scores: Numbers) -> Numbers:
    """|t| of every pair of models: runs × pairs."""
    models = scores.shape[1]
    first, second = np.array(family_of_all(models)).T
    matrix = structure.sum.matrices
    sums = scores @ matrix.weights
    distances = scores @ matrix.residuals.T
    squares = np.einsum("rmc,rmc->rm", distances, distances)
    products = distances @ distances.transpose(0, 2, 1)
    square = squares[:, first] + squares[:, second] - 2 * products[:, first, second]
    return np.asarray(np.abs(sums[:, first] - sums[:, second]) / np.sqrt(square))


def shifted(structure: Structure, scores: Numbers, points: Numbers) -> Numbers:
    """|t| of two models of which the first is better by so many points, run by run."""
    apart = scores[:, 0] - scores[:, 1]
    difference = apart @ structure.sum.matrices.weights + points
    return np.asarray(np.abs(difference) / errors_of(structure.sum, apart))


if __name__ == "__main__":
    sys.exit(exit_code("pairs", main))
