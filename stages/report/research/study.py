"""What every research question works with: scores by model and test, and means over tests."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from assay.records.pipeline import Interval, Prompt
from assay.scores.intervals import unbounded_interval
from assay.statistics.bootstrap import clusters
from assay.statistics.clustered import clustered_sum
from assay.statistics.means import mean
from stages.report.model_digest import ModelDigest
from stages.report.run_evidence import Evidence

ByTest = Mapping[str, float]
"""A figure for each test, by test id."""


class Mean(NamedTuple):
    """A mean over tests. `interval` is over data sets; None with fewer than four.

    `datasets` counts a test without a data set as one of its own.
    """

    value: float
    interval: Interval | None
    tests: int
    datasets: int


@dataclass(frozen=True)
class Study:
    """The evidence of all models, and what is kept of each of them, in the same order."""

    evidence: Evidence
    digests: Sequence[ModelDigest]

    @cached_property
    def prompts(self) -> dict[str, Prompt]:
        return {prompt.test: prompt for prompt in self.evidence.prompts}

    @property
    def models(self) -> list[str]:
        return self.evidence.ranked

    @cached_property
    def real(self) -> list[str]:
        """The models that were asked. All of them where the run has built-in models alone."""
        return [digest.model for digest in self.digests if digest.was_asked] or self.models

    def tests(self, belongs: Callable[[Prompt], bool]) -> list[str]:
        return [test for test, prompt in self.prompts.items() if belongs(prompt)]

    def scores(self, model: str, tests: Iterable[str]) -> dict[str, float]:
        """The model's score in those of the tests that are scored."""
        of_model = self.evidence.results[model]
        return {test: of_model[test].score for test in tests if test in of_model}

    def scores_of_all(self, tests: Iterable[str]) -> dict[str, float]:
        """The mean over the real models that have a score in the test."""
        return mean_of_models(self.scores(model, tests) for model in self.real)

    def mean(self, figures: ByTest, weights: ByTest | None = None) -> Mean | None:
        """The mean over tests; None without any. Tests on one data set count as one cluster."""
        if not figures:
            return None
        shares = _shares(figures, weights)
        groups = clusters({test: self.prompts[test].dataset for test in figures})
        structure = clustered_sum(groups, shares, dict.fromkeys(figures, "all"))
        return Mean(
            value=structure.value(figures),
            interval=unbounded_interval(
                structure, figures, self.evidence.config.confidence, self.evidence.seed
            ),
            tests=len(figures),
            datasets=structure.clusters,
        )

    def score_mean(self, model: str, tests: Sequence[str]) -> Mean | None:
        """The mean of the model's scores, the interval within 0 to 100."""
        return bounded(self.mean(self.scores(model, tests)))

    def score_mean_of_all(self, tests: Sequence[str]) -> Mean | None:
        return bounded(self.mean(self.scores_of_all(tests)))


def mean_of_models(figures: Iterable[ByTest]) -> dict[str, float]:
    """The mean over the models that have a figure for the test."""
    by_test: dict[str, list[float]] = {}
    for of_model in figures:
        for test, value in of_model.items():
            by_test.setdefault(test, []).append(value)
    return {test: mean(values) for test, values in by_test.items()}


def _shares(figures: ByTest, weights: ByTest | None) -> dict[str, float]:
    weighed = {test: weights[test] if weights else 1.0 for test in figures}
    total = sum(weighed.values())
    return {test: weight / total for test, weight in weighed.items()}


def bounded(mean: Mean | None) -> Mean | None:
    """The mean with its interval cut at 0 and 100 percent."""
    if mean is None or mean.interval is None:
        return mean
    low = max(0.0, mean.interval.low)
    high = min(100.0, mean.interval.high)
    return mean._replace(interval=Interval(low=low, high=high))
