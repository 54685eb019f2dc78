"""What each pair of models differs by, whether significantly, and what would decide it if not."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import fsum, inf
from typing import NamedTuple

from assay.config.settings import ScoreConfig
from assay.errors import AssayError
from assay.records.leaderboard import Decision, Difference, Needed
from assay.records.pipeline import TestScore
from assay.scores.attempts import attempt_variance
from assay.scores.formulas import Results, category_scores, overall, results
from assay.scores.power import Reach, Spread, detectable, needed
from assay.scores.weights import sum_of_tests
from assay.statistics.clustered import ClusteredSum
from assay.statistics.max_t import (
    LEAST_CLUSTERS,
    ONE_PAIR,
    MaxTReference,
    family_of_all,
    family_with,
    reference,
)

LARGEST = 5
"""How many of the tests on which two models differ most a pair names."""
WHOLE_SCALE = 100.0


class ModelResults(NamedTuple):
    """One model: the records of its scored tests, and their results."""

    scores: dict[str, TestScore]
    results: Results


class FamilyChance(NamedTuple):
    """What chance does to the largest of all pairs, and the reach that it leaves to each."""

    largest: MaxTReference
    reach: Reach

    @classmethod
    def of(cls, largest: MaxTReference, level: float) -> "FamilyChance":
        return cls(largest, Reach(largest.distance(level), largest.least_distance(level)))


class Comparison(NamedTuple):
    """How pairs are decided: the settings, the seed, and the reference of the whole family.

    `whole` is the structure of the suite that the models were scored on, `family` what chance does
    to the pairs on it; None with too few data sets.
    """

    config: ScoreConfig
    seed: int
    whole: ClusteredSum
    level: float
    family: FamilyChance | None


def compare_all(
    config: ScoreConfig,
    seed: int,
    tests: Mapping[str, Sequence[TestScore]],
    baseline: str | None = None,
) -> list[Difference]:
    """The paired difference of every two models, or of each with the baseline, decided together.

    The chance of even one false finding among them is 1 - config.confidence. AssayError for a
    baseline that is none of the models.
    """
    names = sorted(tests)
    if baseline is not None and baseline not in names:
        raise AssayError(f"baseline: there is no model '{baseline}' among {', '.join(names)}")
    models = {model: _results(of_model) for model, of_model in tests.items()}
    how = _comparison(config, seed, models, baseline)
    pairs = [pair for pair in combinations(names, 2) if baseline is None or baseline in pair]
    return [compared(how, pair, (models[pair[0]], models[pair[1]])) for pair in pairs]


def _results(scores: Sequence[TestScore]) -> ModelResults:
    pairs = results(scores)
    return ModelResults({score.test: score for score in scores if score.test in pairs}, pairs)


def _comparison(
    config: ScoreConfig, seed: int, models: Mapping[str, ModelResults], baseline: str | None
) -> Comparison:
    union = {test: score for model in models.values() for test, score in model.scores.items()}
    whole = sum_of_tests(union.values(), config.lcif_weights)
    level = 1 - config.confidence
    if len(models) < 2 or whole.clusters < LEAST_CLUSTERS:
        return Comparison(config, seed, whole, level, None)
    family = family_of_all(len(models))
    if baseline is not None:
        family = family_with(sorted(models).index(baseline), len(models))
    chance = FamilyChance.of(reference(whole, len(models), family, seed), level)
    return Comparison(config, seed, whole, level, chance)


def compared(
    how: Comparison, names: tuple[str, str], models: tuple[ModelResults, ModelResults]
) -> Difference:
    """The paired difference of two models on the tests that both have."""
    one, two = models
    common = sorted(one.results.keys() & two.results.keys())
    apart = {test: one.results[test].score - two.results[test].score for test in common}
    scores = [model.scores[test] for model in models for test in common]
    difference = _difference(how.config, one, two, common)
    certainty = _certainty(how, difference, apart, scores)
    return Difference(
        first=names[0],
        second=names[1],
        tests=len(common),
        difference=difference,
        low=certainty.low,
        high=certainty.high,
        detectable=certainty.detectable,
        p=certainty.p,
        p_corrected=certainty.p_corrected,
        significant=certainty.decision == "significant",
        decision=certainty.decision,
        noise=certainty.spread.noise if certainty.spread else None,
        needed=certainty.needed(difference),
        first_better=tuple(test for test, points in apart.items() if points > 0),
        second_better=tuple(test for test, points in apart.items() if points < 0),
        largest=_largest(apart),
    )


def _difference(
    config: ScoreConfig, one: ModelResults, two: ModelResults, common: Sequence[str]
) -> float | None:
    """The difference of the overall scores over the common tests."""
    ends = []
    for model in (one, two):
        pairs = {test: model.results[test] for test in common}
        categories = {test: model.scores[test].category for test in common}
        ends.append(overall(category_scores(pairs, categories, pairs, config.lcif_weights)))
    first, second = ends
    return None if first is None or second is None else first - second


class Certainty(NamedTuple):
    """What is known of a difference beside its size; nothing with too few data sets."""

    decision: Decision = "too few data sets"
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_corrected: float | None = None
    spread: Spread | None = None
    reach: Reach | None = None

    @property
    def detectable(self) -> float | None:
        return detectable(self.spread, self.reach) if self.spread and self.reach else None

    def needed(self, difference: float | None) -> Needed | None:
        """What would decide the pair; None where it is decided."""
        if self.decision == "significant" or not (self.spread and self.reach and difference):
            return None
        return needed(difference, self.spread, self.reach)


def _certainty(
    how: Comparison,
    difference: float | None,
    apart: Mapping[str, float],
    scores: Sequence[TestScore],
) -> Certainty:
    structure = sum_of_tests(scores[: len(apart)], how.config.lcif_weights)
    if difference is None or how.family is None or structure.clusters < LEAST_CLUSTERS:
        return Certainty()
    alone = reference(structure, 2, ONE_PAIR, how.seed)
    error = structure.error(apart)
    margin = alone.critical(how.level) * error
    t = _studentised(difference, error)
    p = alone.p(t)
    p_corrected = max(p, how.family.largest.p(_on_the_whole(how, structure, alone, t)))
    spread = _spread(structure, error, scores)
    return Certainty(
        decision=_decision(p_corrected < how.level, spread, how.family.reach),
        low=max(-WHOLE_SCALE, difference - margin),
        high=min(WHOLE_SCALE, difference + margin),
        p=p,
        p_corrected=p_corrected,
        spread=spread,
        reach=how.family.reach,
    )


def _studentised(difference: float, error: float) -> float:
    """|t|; endless where the difference is the same on all data sets."""
    if error:
        return abs(difference) / error
    return inf if abs(difference) > 1e-9 else 0.0


def _on_the_whole(
    how: Comparison, structure: ClusteredSum, alone: MaxTReference, t: float
) -> float:
    """The t that is as rare on the whole suite as this one is on the tests that the pair shares."""
    if structure == how.whole:
        return t
    return reference(how.whole, 2, ONE_PAIR, how.seed).as_rare_as(t, alone)


def _decision(significant: bool, spread: Spread, reach: Reach) -> Decision:
    """Too few data sets are those on which not even the whole scale would be found."""
    if significant:
        return "significant"
    if detectable(spread, reach) > WHOLE_SCALE:
        return "too few data sets"
    return "not significant"


def _largest(apart: Mapping[str, float]) -> dict[str, float]:
    """The tests that differ most, by test id; ties go by name."""
    differing = [test for test, points in apart.items() if points]
    order = sorted(differing, key=lambda test: (-abs(apart[test]), test))
    return {test: apart[test] for test in order[:LARGEST]}


def _spread(structure: ClusteredSum, error: float, scores: Sequence[TestScore]) -> Spread:
    return Spread(
        error=error,
        groups=structure.clusters,
        tests=len(structure.tests),
        attempts=max(1, *(len(score.attempts) for score in scores)),
        between_attempts=_between_attempts(structure, scores),
    )


def _between_attempts(structure: ClusteredSum, scores: Sequence[TestScore]) -> float | None:
    """The variance of the difference that comes from attempts; None if a test does not show it."""
    weights = {test.name: test.weight for test in structure.tests}
    parts = []
    for score in scores:
        if score.test not in weights:
            continue
        variance = attempt_variance(score)
        if variance is None:
            return None
        parts.append(weights[score.test] ** 2 * variance)
    return fsum(parts)
