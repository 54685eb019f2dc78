"""Yes or no for a pull request: is any model worse than at BASE? Nobody is asked anything.

python -m tools.gate BASE [--margin POINTS]

The pipeline runs from the ledger alone. gate.md has the decision and its reasons. Exit code 0: no
model is more than the margin worse; 1: one is worse; 2: the results cannot tell; 3: answers are
missing, or the committed results do not follow from what they are made of.
"""

import os
import subprocess
import sys
from argparse import ArgumentTypeError
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from assay.config import paths
from assay.config.config_files import load_model, load_score
from assay.config.params import load_params
from assay.config.settings import ScoreConfig
from assay.errors import AssayError
from assay.records.change import KeptChange
from assay.records.jsonl import read_records, write_text
from assay.records.leaderboard_records import Difference
from assay.records.pipeline import TestScore
from assay.scores.contestants import contest_of
from assay.scores.pairs import compare_all
from assay.scores.suite import scores_of
from tools.command_line import ToolParser
from tools.compare.comparison import compare, lists
from tools.compare.git_revision import checked_out
from tools.exit_code import exit_code

WRITTEN = Path("gate.md")
MARGIN = 2.0
EQUIVALENT, WORSE, UNKNOWN, MISSING = range(4)
DECISIONS = ("equivalent or better", "worse", "cannot tell", "missing or not reproduced")
SHOWN = 20
REPLAY = {"ASSAY_CALLS": "replay"}


class Gated(NamedTuple):
    """One model by one judge group at BASE and now. `code`: the exit code that it asks for."""

    model: str
    judged_by: str
    base: float
    head: float
    pair: Difference
    code: int


def parser() -> ToolParser:
    added = ToolParser(prog="python -m tools.gate", description="Is any model worse than at BASE?")
    added.add_argument("base", metavar="BASE", help="the git revision to compare with")
    margin = f"points that a model may be worse (default: {MARGIN:g})"
    added.add_argument("--margin", type=_points, default=MARGIN, metavar="POINTS", help=margin)
    return added


def _points(text: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 < points < 100:
        raise ArgumentTypeError(f"'{text}' is no number of points between 0 and 100")
    return points


def run(arguments: Sequence[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    if problem := not_reproduced():
        return _write_and_print(f"# Gate: {DECISIONS[MISSING]}\n\n{problem}\n", MISSING)
    with checked_out(options.base) as base, checked_out(None) as head:
        compared = compare(base, head)
        scores = {}
        for side in (base, head):
            with side.entered():
                models = load_params().models
                scores[side.name] = {
                    model: read_records(paths.test_scores(model), TestScore) for model in models
                }
    common = set.intersection(*map(set, scores.values()))
    contestants = {model for model in common if not load_model(model).is_ruler}
    if not contestants:
        raise AssayError(
            f"nothing to decide: {options.base} and the working tree have no model in common but "
            "the built-in ones"
        )
    gates = gated(compared, scores, contestants, options.margin)
    if lost := sorted(contestants - {item.model for item in gates}):
        problem = f"These models have no score that both revisions have: {', '.join(lost)}."
        return _write_and_print(f"# Gate: {DECISIONS[MISSING]}\n\n{problem}\n", MISSING)
    return _write_and_print(as_markdown(compared, gates, options.margin), code_of(gates))


def _write_and_print(text: str, code: int) -> int:
    write_text(WRITTEN, text)
    print(text, end="")
    return code


def not_reproduced() -> str:
    """Run the pipeline from the ledger. Returns why its results are not those in git, or ''."""
    run_again = subprocess.run(
        ["dvc", "repro", "--quiet"], env={**os.environ, **REPLAY}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    if run_again.returncode:
        plan = subprocess.run(
            [sys.executable, "-m", "tools.show_plan"], capture_output=True, text=True, check=False
        )
        errors = [line for line in run_again.stderr.splitlines() if ": error: " in line]
        said = "\n".join(errors) or run_again.stderr.strip()[-2000:]
        return f"The ledger is not enough:\n\n```\n{said}\n\n{plan.stdout.strip()}\n```"
    changed = subprocess.run(
        ["git", "status", "--porcelain", "--", "dvc.lock", "metrics"],
        capture_output=True, text=True, check=True,
    ).stdout.split("\n")  # fmt: skip
    names = [line[3:] for line in changed if line]
    if not names:
        return ""
    return (
        f"A run gives other results than those in git ({', '.join(names[:SHOWN])}): run `dvc "
        "repro` and commit what it writes."
    )


def gated(
    compared: KeptChange,
    scores: Mapping[str, Mapping[str, Sequence[TestScore]]],
    contestants: Container[str],
    margin: float,
) -> list[Gated]:
    """Each contestant, decided from the noise of its own tests (docs/comparing.md)."""
    config, seed = load_score(), load_params().seed
    gates = []
    for change in compared.scores:
        if change.model not in contestants:
            continue
        before, after = (
            scores_of(scores[name][change.model], change.judge_group, change.kind)
            for name in (compared.base, compared.head)
        )
        pair, code = decided(before, after, config, seed, margin)
        gates.append(Gated(change.model, change.judge_group, change.base, change.head, pair, code))
    return gates


def decided(
    before: Sequence[TestScore],
    after: Sequence[TestScore],
    config: ScoreConfig,
    seed: int,
    margin: float,
) -> tuple[Difference, int]:
    """A model at BASE and now as two contestants, and the exit code that they ask for."""
    contest = contest_of(config, seed, {"base": before, "head": after}, margin)
    (pair,) = compare_all(contest)
    differs = pair.first_better or pair.second_better
    if not differs and pair.tests == len(contest.suite):
        return pair, EQUIVALENT  # every test has the same score
    if pair.decision == "undecided":  # what is missing could turn it
        return pair, UNKNOWN
    if (pair.second_not_worse_probability or 0.0) >= config.confidence:
        return pair, EQUIVALENT
    is_worse = pair.significant and (pair.difference or 0.0) > 0
    return pair, WORSE if is_worse else UNKNOWN


def code_of(gates: Sequence[Gated]) -> int:
    """One that is worse decides; else one of which nothing is known."""
    codes = {item.code for item in gates}
    return WORSE if WORSE in codes else max(codes)


def as_markdown(compared: KeptChange, gates: Sequence[Gated], margin: float) -> str:
    lines = [
        f"# Gate: {DECISIONS[code_of(gates)]}",
        "",
        f"{compared.base} against {compared.head}; a model may be {margin:g} points worse.",
        "",
        "| model | judged by | before | after | change | within margin | decision |",
        "|---|---|--:|--:|--:|--:|---|",
    ]
    for item in gates:
        chance = item.pair.second_not_worse_probability
        lines.append(
            f"| {item.model} | {item.judged_by} | {item.base:.2f} | {item.head:.2f} "
            f"| {item.head - item.base:+.2f} | {'' if chance is None else f'{chance:.1%}'} "
            f"| {DECISIONS[item.code]} |"
        )
    for item in gates:
        tests = [f"{test} {-points:+.1f}" for test, points in item.pair.largest.items()]
        if tests:
            lines += ["", f"{item.model}, {item.judged_by}: {', '.join(tests)}"]
    for title, listed in lists(compared).items():
        lines += ["", f"{title}.", *(f"- {line}" for line in listed[:SHOWN])]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(exit_code("gate", run))
