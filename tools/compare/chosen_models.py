"""Compare some models with each other, and decide these pairs alone.

Fewer pairs need smaller differences. The leaderboard's decisions, which are on all pairs, stay.

python -m tools.compare.chosen_models MODEL MODEL [MODEL ...]
"""

import sys
from collections.abc import Sequence

from assay.config import paths
from assay.config.config_files import load_score
from assay.config.params import load_params
from assay.config.settings import did_you_mean
from assay.errors import AssayError
from assay.records.jsonl import read_records, read_result
from assay.records.leaderboard_records import Difference, Leaderboard
from assay.records.pipeline import TestScore
from assay.scores.contestants import contest_of
from assay.scores.pairs import compare_all
from assay.scores.suite import scores_of
from tools.exit_code import exit_code
from tools.terminal_tables import console, table

HEADINGS = ("models", "difference", "interval", "p", "corrected", "decision", "better")


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
    return compare_all(contest_of(load_score(), params.seed, scores, params.margin))


def row(pair: Difference) -> list[str]:
    """The better model first; `better` is how probable it is that it is."""
    sign = 1 if pair.better == pair.first else -1
    likely = pair.first_better_probability
    ends = sorted(sign * end for end in (pair.low, pair.high) if end is not None)
    return [
        f"{pair.better} – {pair.worse}",
        "–" if pair.difference is None else f"{abs(pair.difference):.1f}",
        f"{ends[0]:+.1f} to {ends[1]:+.1f}" if ends else "–",
        "–" if pair.p is None else f"{pair.p:.4f}",
        "–" if pair.p_corrected is None else f"{pair.p_corrected:.4f}",
        pair.decision,
        "–" if likely is None else f"{likely if sign == 1 else 1 - likely:.2f}",
    ]


def main(models: Sequence[str]) -> None:
    pairs = decided(models)
    which = f"{len(pairs)} pairs, decided together" if len(pairs) > 1 else "One pair"
    title = f"{which}: points of the overall score"
    console().print(table(HEADINGS, map(row, pairs), ("models", "decision"), title))


if __name__ == "__main__":
    sys.exit(exit_code("compare", lambda: main(sys.argv[1:])))
