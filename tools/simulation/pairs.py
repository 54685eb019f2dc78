"""How often the comparison errs, and what it finds: models of known skill on the suites.

python -m tools.simulation.pairs [--runs N]
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from stages.lib.base import paths
from stages.lib.base.config import ScoreConfig, SuiteConfig, validated
from stages.lib.base.jsonl import read_records
from stages.lib.base.records import MetricScore, TestScore
from stages.lib.base.results.leaderboard import Difference
from stages.lib.base.yaml_files import read_yaml
from stages.lib.scoring.pairs import compare_all
from stages.lib.scoring.weights import sum_of_tests
from stages.lib.statistics.max_t import LEAST_CLUSTERS, ONE_PAIR, reference
from tools.exit_code import exit_code

SKILL = 70.0
TESTS_SD = 15.0
DATASETS_SD = 6.0
NOISE_SD = 6.0
"""Standard deviations in points: of the tests' difficulty, which all models share; of how well a
data set suits a model; of everything else."""
UNLIKE = (0.5, 1.0, 2.0, 1.5)
"""What the scatter of each category is multiplied by where categories scatter differently."""
MODELS = (3, 10)
MANY = 38
"""So many models on the full suite alone, and in fewer runs: they make 703 pairs."""
SEED = 20260101
FEW = 40
"""The runs with MANY models."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tools.simulation.pairs")
    parser.add_argument("--runs", type=int, default=300)
    runs = parser.parse_args(arguments).runs
    path = paths.CONF / "score/default.yaml"
    config = validated(read_yaml(path), ScoreConfig, str(path))
    table = Table(
        title=f"{runs} runs each ({min(runs, FEW)} with {MANY} models)", title_justify="left"
    )
    for heading in (
        "tests",
        "clusters",
        "models",
        "categories",
        "family-wise error %",
        "pairs' intervals hold %",
        "scores' intervals hold %",
        "detectable, points",
        "found at that %",
    ):
        table.add_column(heading, justify="left" if heading in ("tests", "categories") else "right")
    for name, structure in structures(config).items():
        for models in (*MODELS, MANY) if name == "suite full" else MODELS:
            for scales in ((1.0,) * len(UNLIKE), UNLIKE):
                few = runs if models < MANY else min(runs, FEW)
                table.add_row(*row(config, name, structure, models, scales, few))
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def structures(config: ScoreConfig) -> dict[str, list[TestScore]]:
    """The suites with four clusters or more, and parts of the full one with 4 to 10 data sets.

    From the scores of gold, which has them all if the full suite ran last.
    """
    scores = [
        score
        for score in read_records(paths.test_scores("gold"), TestScore)
        if score.judge_group == "checks"
    ]
    found: dict[str, list[TestScore]] = {}
    for path in sorted((paths.CONF / "suite").glob("*.yaml")):
        tests = validated(read_yaml(path), SuiteConfig, str(path)).tests
        of_suite = [score for score in scores if score.test in tests]
        if sum_of_tests(of_suite, config.lcif_weights).clusters >= LEAST_CLUSTERS:
            found[f"suite {path.stem}"] = of_suite
    names = sorted({_cluster(score) for score in scores})
    for number in (4, 7, 10):
        chosen = random.Random(f"{SEED} {number}").sample(names, number)
        part = [score for score in scores if _cluster(score) in chosen]
        found[f"{number} data sets of full"] = part
    return found


def _cluster(score: TestScore) -> str:
    """What a model's taste is for: a data set, or a test without one."""
    return score.dataset or score.test


def simulated(
    structure: Sequence[TestScore],
    skills: Mapping[str, float],
    scales: Mapping[str, float],
    seed: str,
) -> dict[str, list[TestScore]]:
    """One run: the models' scores on every test. `scales` multiply the scatter by category."""
    draw = random.Random(seed)
    difficulty = {test.test: draw.gauss(0, TESTS_SD) for test in structure}
    scores: dict[str, list[TestScore]] = {}
    for model, skill in skills.items():
        taste = {name: draw.gauss(0, DATASETS_SD) for name in sorted(map(_cluster, structure))}
        of_model = []
        for test in structure:
            own = taste[_cluster(test)] + draw.gauss(0, NOISE_SD)
            value = skill + difficulty[test.test] + scales[test.category] * own
            of_model.append(_scored(test, model, value))
        scores[model] = of_model
    return scores


def _scored(test: TestScore, model: str, value: float) -> TestScore:
    score = MetricScore(score=value, coverage=1.0, low=value, high=value)
    return test.model_copy(
        update={"model": model, "status": "scored", "accuracy": score, "completeness": score}
    )


def row(
    config: ScoreConfig,
    name: str,
    structure: Sequence[TestScore],
    models: int,
    scales: Sequence[float],
    runs: int,
) -> list[str]:
    """One line of the table."""
    categories = sorted({test.category for test in structure})
    setting = Setting(config, structure, dict(zip(categories, scales, strict=False)), runs)
    equal = {f"m{number:02}": SKILL for number in range(models)}
    null = setting.comparisons(equal, f"null {name} {models}")
    pairs = [pair for of_run in null for pair in of_run]
    size = median(pair.detectable or 0.0 for pair in pairs)
    best = {**equal, "m00": SKILL + size}
    power = setting.comparisons(best, f"power {name} {models}")
    return [
        name,
        str(sum_of_tests(structure, config.lcif_weights).clusters),
        str(models),
        "alike" if len(set(scales)) == 1 else "unlike",
        _percent([any(pair.significant for pair in of_run) for of_run in null]),
        _percent(_pairs_hold(pairs)),
        _percent(setting.scores_hold(f"scores {name}")),
        f"{size:.1f}",
        _percent([of_run[0].significant for of_run in power]),
    ]


def _pairs_hold(pairs: Sequence[Difference]) -> list[bool]:
    """Whether the interval holds no difference, for each pair that has an interval."""
    return [
        pair.low <= 0 <= pair.high
        for pair in pairs
        if pair.low is not None and pair.high is not None
    ]


class Setting(NamedTuple):
    """What all runs of one line of the table share. `scales` multiply the scatter by category."""

    config: ScoreConfig
    structure: Sequence[TestScore]
    scales: Mapping[str, float]
    runs: int

    def comparisons(self, skills: Mapping[str, float], label: str) -> list[list[Difference]]:
        """All pairs of the models, decided in each run."""
        decided = []
        for run in range(self.runs):
            scores = simulated(self.structure, skills, self.scales, f"{label} {run}")
            decided.append(compare_all(self.config, SEED, scores))
        return decided

    def scores_hold(self, label: str) -> list[bool]:
        """Whether the interval of a model's score holds its true skill, in each run."""
        sum_ = sum_of_tests(self.structure, self.config.lcif_weights)
        critical = reference(sum_, 2, ONE_PAIR, SEED).critical(1 - self.config.confidence)
        holds = []
        for run in range(self.runs):
            of_run = simulated(self.structure, {"m": SKILL}, self.scales, f"{label} {run}")
            values = {
                test.test: test.accuracy.score or 0.0 for test in of_run["m"] if test.accuracy
            }
            distance = abs(sum_.value(values) - SKILL)
            holds.append(distance <= critical * sum_.error(values))
        return holds


def _percent(outcomes: Sequence[bool]) -> str:
    return f"{100 * sum(outcomes) / len(outcomes):.1f}"


if __name__ == "__main__":
    sys.exit(exit_code("pairs", main))
