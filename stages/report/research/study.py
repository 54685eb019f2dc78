"""What every research question works with: scores by model and test, and means over tests."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean as mean
from typing import NamedTuple, TypeVar

import numpy as np

from assay.records.dataset_figures import DatasetMetrics
from assay.records.pipeline import Interval, Prompt
from assay.statistics.clustered import LEAST_CLUSTERS, clusters
from assay.statistics.jackknife import Ends, Jackknife, share
from stages.report.model_digest import ModelDigest
from stages.report.run_evidence import Evidence

LEVELS = ("low", "average", "high")
UNKNOWN = "not recorded"
ByTest = Mapping[str, float]
"""A figure for each test, by test id."""
Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)


class Mean(NamedTuple):
    """A mean over tests. `interval` is over data sets; None with fewer than four.

    `datasets` counts a test without a data set as one of its own.
    """

    value: float
    interval: Interval | None
    tests: int
    datasets: int


class ShareColumn(NamedTuple):
    """A figure over some tests (`over`: made of what): that of all models, and each by rank."""

    name: str
    over: str
    all_models: Mean | None
    by_model: tuple[Mean | None, ...]


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

    def of_dataset(self, test: str, figure: Callable[[DatasetMetrics], str]) -> str:
        """What is recorded of the test's data set, or that nothing is."""
        metrics = self.evidence.datasets.get(self.prompts[test].dataset or "")
        return (metrics and figure(metrics)) or UNKNOWN

    def scores(self, model: str, tests: Iterable[str]) -> dict[str, float]:
        """The model's score in those of the tests that are scored."""
        of_model = self.evidence.results[model]
        return {test: of_model[test].score for test in tests if test in of_model}

    def scores_of_all(self, tests: Iterable[str]) -> dict[str, float]:
        """The mean over the real models that have a score in the test."""
        return mean_of_models(self.scores(model, tests) for model in self.real)

    def mean(
        self, figures: ByTest, weights: ByTest | None = None, ends: Ends = (0.0, 100.0)
    ) -> Mean | None:
        """The mean over tests; None without any. Tests on one data set count as one cluster."""
        number = clusters({test: self.prompts[test].dataset for test in figures})
        datasets = len(set(number.values()))
        rows = []
        for test, figure in figures.items():
            weight = weights[test] if weights else 1.0
            rows.append((weight * figure, weight))
        how = Jackknife(self.evidence.config.score.confidence)
        cluster = np.array([number[test] for test in figures], dtype=np.int64)
        value, low, high = how.estimate(cluster, np.array(rows), share, ends)
        if value is None:
            return None
        interval = None
        if low is not None and high is not None and datasets >= LEAST_CLUSTERS:
            interval = Interval(low=low, high=high)
        return Mean(value, interval, len(figures), datasets)

    def column(self, name: str, tests: Sequence[str]) -> ShareColumn:
        """The scores in these tests."""
        datasets = {self.prompts[test].dataset for test in tests} - {None}
        return ShareColumn(
            name=name,
            over=f"{_plural(len(tests), 'test')}, {_plural(len(datasets), 'data set')}",
            all_models=self.mean(self.scores_of_all(tests)),
            by_model=tuple(self.mean(self.scores(model, tests)) for model in self.models),
        )


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def grouped(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    """The items by their key, in order of first appearance."""
    found: dict[Key, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


def mean_known(values: Iterable[float | None]) -> float | None:
    """The plain mean of the values that are known; None without any."""
    known = [value for value in values if value is not None]
    return mean(known) if known else None


def mean_of_models(figures: Iterable[ByTest]) -> dict[str, float]:
    """The mean over the models that have a figure for the test."""
    by_test: dict[str, list[float]] = {}
    for of_model in figures:
        for test, value in of_model.items():
            by_test.setdefault(test, []).append(value)
    return {test: mean(values) for test, values in by_test.items()}
