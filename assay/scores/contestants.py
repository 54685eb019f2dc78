"""Everything that is decided about the contestants of a run, from one model of all their scores.

Two questions are told apart. *On code bases like these* takes the data sets as a sample: all that
varies from test to test, beyond what every model finds hard, is noise. *On these tests* takes the
tests as they are: only what varies between attempts is noise. All decisions are of the first kind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import stdev

import numpy as np

from assay.config.settings import ScoreConfig
from assay.records.pipeline import Interval, TestScore
from assay.scores.formulas import results, weights_of
from assay.statistics.clustered import LEAST_CLUSTERS, clusters
from assay.statistics.contest import DRAWS, best_chances, draw, proportion
from assay.statistics.jackknife import Numbers
from assay.statistics.score_model import Fit, ScoreTable, fit

CRITERIA = 30
"""The criteria of a test whose record does not list them, such as one that people marked."""
MOST_OPEN = 0.5
"""The share of a test without a verdict up to which the others say what it earned."""
MARGIN = 3.0
"""Points within which two models count as equivalent, unless params.yaml says otherwise."""


@dataclass(frozen=True)
class Contest:
    """The contestants, their scores by test and the settings. `margin` is in points."""

    config: ScoreConfig
    seed: int
    scores: Mapping[str, Mapping[str, TestScore]]
    margin: float = MARGIN

    @cached_property
    def names(self) -> list[str]:
        return sorted(self.scores)

    @cached_property
    def suite(self) -> dict[str, TestScore]:
        """A record of each test that weighs anything and that some model has a score in."""
        scored: dict[str, TestScore] = {}
        for of_model in self.scores.values():
            for test in results(of_model.values()):
                scored.setdefault(test, of_model[test])
        return {test: scored[test] for test in sorted(_weights(self.config, scored))}

    @cached_property
    def table(self) -> ScoreTable:
        """The scores as one table, in the order of `names` and `suite`."""
        weights = _weights(self.config, self.suite)
        number = clusters({test: record.dataset for test, record in self.suite.items()})
        categories = sorted({record.category for record in self.suite.values()})
        cells = []
        for model in self.names:
            cells.append([_share(self.scores[model].get(test)) for test in self.suite])
        return ScoreTable(
            scores=np.array(cells, dtype=float).reshape(len(self.names), len(self.suite)),
            weights=np.array([weights[test] for test in self.suite]),
            category=np.array([categories.index(one.category) for one in self.suite.values()]),
            cluster=np.array([number[test] for test in self.suite], dtype=np.int64),
            criteria=np.array([self._criteria(test) for test in self.suite], dtype=float),
        )

    def _criteria(self, test: str) -> int:
        records = [of_model[test] for of_model in self.scores.values() if test in of_model]
        return max((len(record.criteria) for record in records), default=0) or CRITERIA

    @property
    def decidable(self) -> bool:
        """Whether there are enough data sets to decide anything."""
        return len(set(self.table.cluster.tolist())) >= LEAST_CLUSTERS

    @cached_property
    def fit(self) -> Fit:
        return fit(self.table)

    @cached_property
    def noise(self) -> Numbers:
        return draw(self.fit, DRAWS, self.seed)

    @cached_property
    def estimates(self) -> dict[str, float]:
        """Each model's overall score, percent; missing tests as the fit of all scores has them."""
        if not self.suite:
            return {}
        scores = 100 * (self.fit.filled @ self.table.weights)
        return dict(zip(self.names, scores.tolist(), strict=True))

    @cached_property
    def bounds(self) -> tuple[Numbers, Numbers]:
        """The least and the largest a score can be, whatever missing tests would give; shares."""
        ends = []
        for model in self.names:
            ends.append([_ends(self.scores[model].get(test)) for test in self.suite])
        shares = np.array(ends).reshape(len(self.names), len(self.suite), 2)
        low, high = np.moveaxis(shares, 2, 0)
        return low @ self.table.weights, high @ self.table.weights

    @cached_property
    def attempt_share(self) -> float | None:
        """The share of the noise that is between attempts, 0 to 1; None with one attempt."""
        between = all_noise = 0.0
        for row, model in enumerate(self.names):
            for column, test in enumerate(self.suite):
                record = self.scores[model].get(test)
                if record is None or len(record.attempts) < 2:
                    continue
                spread = stdev(record.attempts) / 100
                weight = self.table.weights[column] ** 2
                between += weight * spread**2 / len(record.attempts)
                all_noise += weight * self.fit.variance[row, column]
        return min(1.0, between / all_noise) if all_noise else None

    @cached_property
    def chances(self) -> dict[str, tuple[float, float]]:
        """How probable each is the best, and one of the best three; empty if nothing is decided."""
        if not self.decidable or len(self.names) < 2:
            return {}
        best, three = best_chances(self.fit, self.noise)
        both = zip(best.tolist(), three.tolist(), strict=True)
        return dict(zip(self.names, both, strict=True))

    @cached_property
    def intervals(self) -> dict[str, Interval]:
        """The interval of each score on code bases like these; empty with too few data sets.

        The tests are a sample here: their difficulty is a part of the noise.
        """
        if not self.decidable:
            return {}
        sampled = fit(self.table, same_tests=False)
        low, high = proportion(sampled, draw(sampled, DRAWS, self.seed), self.config.confidence)
        return {
            model: Interval(low=100 * low[row], high=100 * high[row])
            for row, model in enumerate(self.names)
        }


def _ends(record: TestScore | None) -> tuple[float, float]:
    """The least and the largest share that the test can have when all of it is judged."""
    if record is None or record.accuracy is None or record.completeness is None:
        return 0.0, 1.0
    pairs = results([record])
    if pairs:
        return (pairs[record.test].score / 100,) * 2
    low = record.accuracy.low + record.completeness.low
    return low / 200, (record.accuracy.high + record.completeness.high) / 200


def _share(record: TestScore | None) -> float:
    """The share earned. If most was judged, of what was: the rest is left to the bounds."""
    low, high = _ends(record)
    if low == high:
        return low
    return low / (1 - high + low) if high - low < MOST_OPEN else np.nan


def _weights(config: ScoreConfig, records: Mapping[str, TestScore]) -> dict[str, float]:
    categories = {test: record.category for test, record in records.items()}
    return weights_of(records, categories, config.lcif_weights)


def contest_of(
    config: ScoreConfig, seed: int, tests: Mapping[str, Sequence[TestScore]], margin: float = MARGIN
) -> Contest:
    """The contest of these models, each with the records of its tests."""
    scores = {}
    for model, records in tests.items():
        scores[model] = {record.test: record for record in records}
    return Contest(config, seed, scores, margin)
