"""How often the comparison of models errs, on the structure of the suite that was run last.

The models have known skill.

python -m tools.simulation.pairs
"""

import random
from collections.abc import Mapping, Sequence
from statistics import median

from stages.lib.base import paths
from stages.lib.base.config import ScoreConfig, read_yaml, validated
from stages.lib.base.jsonl import read_records
from stages.lib.base.progress import tracked
from stages.lib.base.records import MetricScore, TestScore
from stages.lib.base.results.leaderboard import Difference
from stages.lib.scoring.pairs import compare_all

RUNS = 200
SKILL = 70.0
TESTS_SD, DATASETS_SD, NOISE_SD = 15.0, 6.0, 6.0
"""Standard deviations, in points.

Of the tests' difficulty, which all models share; of a model's preference for a data set; of all
other noise.
"""


def simulated(
    structure: Sequence[TestScore], skills: Mapping[str, float], seed: int
) -> dict[str, list[TestScore]]:
    """One run: the models' scores on every test."""
    draw = random.Random(seed)
    difficulty = {test.test: draw.gauss(0, TESTS_SD) for test in structure}
    found: dict[str, list[TestScore]] = {}
    for model, skill in skills.items():
        taste = {group: draw.gauss(0, DATASETS_SD) for group in sorted(map(_group, structure))}
        found[model] = [
            _scored(
                test,
                model,
                skill + difficulty[test.test] + taste[_group(test)] + draw.gauss(0, NOISE_SD),
            )
            for test in structure
        ]
    return found


def _group(test: TestScore) -> str:
    """The unit of a model's preference: a data set, or a test without one."""
    return test.dataset or test.test


def _scored(test: TestScore, model: str, value: float) -> TestScore:
    score = MetricScore(score=value, coverage=1.0, low=value, high=value)
    return test.model_copy(
        update={"model": model, "status": "scored", "accuracy": score, "completeness": score}
    )


def main() -> None:
    path = paths.CONF / "score" / "default.yaml"
    config = validated(read_yaml(path), ScoreConfig, str(path))
    structure = [
        score
        for score in read_records(paths.test_scores("gold"), TestScore)
        if score.judge_group == "checks"
    ]

    def runs(label: str, *skills: float) -> list[list[Difference]]:
        named = {f"m{number}": skill for number, skill in enumerate(skills)}
        seeds = tracked(label, list(range(RUNS)))
        return [compare_all(config, seed, simulated(structure, named, seed)) for seed in seeds]

    def told(found: list[list[Difference]]) -> str:
        return f"{sum(any(pair.significant for pair in pairs) for pairs in found) / RUNS:.0%}"

    equal = runs("four equal models", *[SKILL] * 4)
    alone = (
        sum(
            any(pair.low and pair.high and pair.low * pair.high > 0 for pair in pairs)
            for pairs in equal
        )
        / RUNS
    )
    print(
        f"{RUNS} runs, four equal models: some pair is significant in {told(equal)}, by intervals alone in {alone:.0%}"
    )
    size = median(
        pair.detectable or 0.0 for pairs in runs("two equal models", SKILL, SKILL) for pair in pairs
    )
    for factor in (1.0, 1.1):
        found = told(runs(f"difference × {factor}", SKILL, SKILL + factor * size))
        print(
            f"{RUNS} runs, two models apart by {factor:g} × detectable, {factor * size:.1f} points: found in {found}"
        )


if __name__ == "__main__":
    main()
