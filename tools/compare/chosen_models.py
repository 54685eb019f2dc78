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

HEADINGS = ("models", "difference", "interval", "p", "corrected", "decision", "needed")


def run(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.compare.chosen_models")
    parser.add_argument("models", nargs="+", metavar="MODEL")
    pairs = decided(parser.parse_args(arguments).models)
    Console(width=None if sys.stdout.isatty() else 140).print(table(pairs))


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
    kind = board.models[0].kind
    scores = {}
    for model in set(models):
        of_model = read_records(paths.test_scores(model), TestScore)
        scores[model] = scores_of(of_model, board.judge_group, kind)
    return compare_all(load_score(), params.seed, scores)


def table(pairs: Sequence[Difference]) -> Table:
    """A line for each pair, the better model first."""
    which = f"{len(pairs)} pairs, decided together" if len(pairs) > 1 else "One pair"
    printed = Table(title=f"{which}: points of the overall score")
    for heading in HEADINGS:
        is_text = heading in ("models", "decision")
        printed.add_column(heading, justify="left" if is_text else "right")
    for pair in pairs:
        sign = 1 if pair.better == pair.first else -1
        ends = sorted(sign * end for end in (pair.low, pair.high) if end is not None)
        printed.add_row(
            f"{pair.better} – {pair.worse}",
            _number(pair.difference and abs(pair.difference)),
            f"{ends[0]:+.1f} to {ends[1]:+.1f}" if ends else "–",
            _number(pair.p, 4),
            _number(pair.p_corrected, 4),
            pair.decision,
            f"{pair.needed.datasets} more data sets" if pair.needed else "–",
        )
    return printed


def _number(value: float | None, digits: int = 1) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


if __name__ == "__main__":
    sys.exit(exit_code("compare", run))
