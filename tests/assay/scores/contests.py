"""Scores of invented models on sixteen tests and eight data sets."""

import random
from collections.abc import Mapping

from assay.config.settings import ScoreConfig
from assay.records.models import GroupFigures, ModelMetrics, ScoreBounds, TestCounts
from assay.records.pipeline import MetricScore, TestScore

SCORE = ScoreConfig(min_coverage=0.9, lcif_weights={"Hard": 1.0}, confidence=0.95)
NAMES = [f"T{number}-D{number % 8}" for number in range(16)]
VALUES = {test: 5.0 + number * 5.5 for number, test in enumerate(NAMES)}


def score(
    model: str, test: str, value: float | None, category: str = "code_generation"
) -> TestScore:
    """A test's score; None: it is missing."""
    made = None if value is None else MetricScore(score=value, coverage=1, low=value, high=value)
    return TestScore(
        model=model,
        test=test,
        category=category,
        dataset=test.split("-")[1],
        judge_group="llm",
        status="scored" if made else "missing",
        accuracy=made,
        completeness=made,
    )


def scores(model: str, values: Mapping[str, float | None]) -> list[TestScore]:
    return [score(model, test, value) for test, value in values.items()]


def noisy(seed: int) -> dict[str, float]:
    """Scores around 60 that scatter by 8 points."""
    generator = random.Random(seed)
    return {test: min(85.0, max(5.0, generator.gauss(60, 8))) for test in NAMES}


def judged(
    provisional: float | None, tests: TestCounts, final: float | None = None
) -> ModelMetrics:
    """A model that has these scores by LLM judges."""
    group = GroupFigures(
        final_provisional=provisional,
        final=final,
        accuracy=None,
        completeness=None,
        categories={},
        tests=tests,
        coverage=1.0,
        bounds=ScoreBounds(low=None, high=None),
        tags={},
    )
    return ModelMetrics(llm=group)
