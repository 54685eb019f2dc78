"""How often the interval of a model's score holds the truth: models of known skill on the suites.

python -m tools.simulation.intervals [--runs N]
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console
from rich.table import Table

from assay.config.config_files import load_score
from assay.statistics.max_t import ONE_PAIR, reference
from tools.exit_code import exit_code
from tools.simulation.structures import (
    SCATTERS,
    SEED,
    Scatter,
    Structure,
    difficulties,
    drawn,
    errors_of,
    parts_of_full,
    percent,
    suites,
)

PARTS = (4, 5, 6, 8, 10, 14, 20)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.simulation.intervals")
    parser.add_argument("--runs", type=int, default=10_000)
    runs = parser.parse_args(arguments).runs
    config = load_score()
    table = Table()
    for heading in ("tests", "clusters", *(f"{scatter}, hold %" for scatter in SCATTERS)):
        table.add_column(heading, justify="left" if heading == "tests" else "right")
    for structure in [*suites(config), *parts_of_full(config, PARTS)]:
        shares = [holds(structure, scatter, runs, 1 - config.confidence) for scatter in SCATTERS]
        table.add_row(structure.name, str(structure.sum.clusters), *shares)
    Console(width=None if sys.stdout.isatty() else 100).print(table)


def holds(structure: Structure, scatter: Scatter, runs: int, level: float) -> str:
    """The share of runs in which the interval holds the model's skill."""
    generator = np.random.default_rng([SEED, structure.sum.clusters])
    own = drawn(structure.sum, runs, 1, scatter, generator)[:, 0]
    scores = own + difficulties(structure.sum, runs, generator)
    critical = reference(structure.sum, 2, ONE_PAIR, SEED).critical(level)
    distance = np.abs(scores @ structure.sum.matrices.weights)
    return percent(distance <= critical * errors_of(structure.sum, scores))


if __name__ == "__main__":
    sys.exit(exit_code("intervals", main))
