"""Compare some models with each other, and decide these pairs alone.

Fewer pairs need smaller differences. The leaderboard's decisions, which are on all pairs, stay.

python -m tools.compare.chosen_models MODEL MODEL [MODEL ...]
"""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from assay.config import paths
from assay.config.config_files import load_score
from assay.config.params import load_params
from assay.config.settings import did_you_mean
from assay.errors import AssayError
from assay.records.jsonl import read_records, read_result
from assay.records.leaderboard import Difference, Leaderboard
from assay.records.pipeline import TestScore
from assay.scores.pairs import compare_all
from assay.scores.suite import scores_of
from tools.exit_code import exit_code


def run(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.compare.chosen_models")
    parser.add_argument("models", nargs="+", metavar="MODEL")
    pairs = decided(parser.parse_args(arguments).models)
    console = Console(width=None if sys.stdout.isatty() else 140)
    console.print(table(pairs))


def decided(models: Sequence[str]) -> list[Difference]:
    """The pairs of these models, decided together. AssayError for a name that did not run."""
    params = load_params()
    for model in models:
        if model not in params.models:
            hint = did_you_mean(model, params.models)
            raise AssayError(f"'{model}' is not among the models of params.yaml{hint}")
    if len(set(models)) < 2:
        raise AssayError("name two models or more")
    board = read_result(paths.LEADERBOARD, Leaderboard)
    config = load_score()
    scores = {
        model: scores_of(
            read_records(paths.test_scores(model), TestScore),
            board.judge_group,
            board.models[0].kind,
        )
        for model in set(models)
    }
    return compare_all(config, params.seed, scores)


def table(pairs: Sequence[Difference]) -> Table:
    """A line for each pair, the better model first."""
    title = f"{len(pairs)} pairs, decided together: points of the overall score"
    printed = Table(title=title if len(pairs) > 1 else "One pair: points of the overall score")
    for heading in ("models", "difference", "interval", "p", "corrected", "decision", "needed"):
        is_text = heading in ("models", "decision")
        printed.add_column(heading, justify="left" if is_text else "right")
    for pair in pairs:
        printed.add_row(*_cells(pair))
    return printed


def _cells(pair: Difference) -> tuple[str, ...]:
    sign = 1 if pair.better == pair.first else -1
    ends = sorted(sign * end for end in (pair.low, pair.high) if end is not None)
    more = pair.needed.datasets if pair.needed else None
    return (
        f"{pair.better} – {pair.worse}",
        _number(pair.difference and abs(pair.difference)),
        f"{ends[0]:+.1f} to {ends[1]:+.1f}" if ends else "–",
        _number(pair.p, 4),
        _number(pair.p_corrected, 4),
        pair.decision,
        f"{more} more data sets" if more else "–",
    )


def _number(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


if __name__ == "__main__":
    sys.exit(exit_code("compare", run))
