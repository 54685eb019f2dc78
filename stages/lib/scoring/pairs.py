"""What each pair of models differs by, whether significantly, and what would decide it if not."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from stages.lib.base.config import ScoreConfig
from stages.lib.base.progress import tracked
from stages.lib.base.records import TestScore
from stages.lib.base.results.leaderboard import Difference
from stages.lib.scoring.attempts import attempt_variance
from stages.lib.scoring.draws import drawable, drawn_scores
from stages.lib.scoring.formulas import Results, category_scores, overall, results
from stages.lib.scoring.power import Spread, needed
from stages.lib.scoring.weights import weights_of
from stages.lib.statistics.bootstrap import clusters, interval, multiplicities
from stages.lib.statistics.significance import holm, power_factor, sign_flip_p
from stages.lib.statistics.standard_error import standard_error

LARGEST = 5
"""How many of the tests on which two models differ most a pair names."""


class ModelDraws(NamedTuple):
    """One model on some tests: records, results, the overall score, and that in each draw.

    A draw that leaves out a category is not a number.
    """

    scores: dict[str, TestScore]
    results: Results
    overall: float | None
    draws: NDArray[np.float64]

    @property
    def categories(self) -> dict[str, str]:
        return {test: score.category for test, score in self.scores.items()}

    @property
    def groups(self) -> list[list[str]]:
        """The tests by data set, dialogues included."""
        return clusters({test: score.dataset for test, score in self.scores.items()})


def compare_all(
    config: ScoreConfig, seed: int, tests: Mapping[str, Sequence[TestScore]]
) -> list[Difference]:
    """The paired difference of every two models, decided for all pairs together.

    A model's scores over the draws are worked out once for all the models that it has the same
    tests in common with.
    """
    scored = {model: results(of_model) for model, of_model in tests.items()}

    @cache
    def draws_of(model: str, common: tuple[str, ...]) -> ModelDraws:
        records = {score.test: score for score in tests[model] if score.test in common}
        return over_draws(config, seed, records, {test: scored[model][test] for test in common})

    pairs = []
    for first, second in tracked("compare", list(combinations(sorted(tests), 2))):
        common = tuple(sorted(scored[first].keys() & scored[second].keys()))
        sides = (draws_of(first, common), draws_of(second, common))
        pairs.append(compared(config, seed, (first, second), sides))
    return decided(pairs, 1 - config.confidence)


def over_draws(
    config: ScoreConfig, seed: int, scores: dict[str, TestScore], pairs: Results
) -> ModelDraws:
    """The same tests give the same draws for every model, so two models' draws are paired."""
    categories = {test: score.category for test, score in scores.items()}
    datasets = {test: score.dataset for test, score in scores.items()}
    groups = drawable(pairs, categories, datasets)
    times = multiplicities(len(groups), config.bootstrap_draws, seed)
    draws = drawn_scores(pairs, categories, groups, config.lcif_weights, times)
    whole = overall(category_scores(pairs, categories, pairs, config.lcif_weights))
    return ModelDraws(scores, pairs, whole, draws)


class UndecidedPair(NamedTuple):
    """A pair on its own: its difference, and its spread (None where a category could not vary)."""

    difference: Difference
    spread: Spread | None


def compared(
    config: ScoreConfig, seed: int, names: tuple[str, str], sides: tuple[ModelDraws, ModelDraws]
) -> UndecidedPair:
    """The paired difference of two models with its interval, its p, and what it could show."""
    one, two = sides
    of_draws = one.draws - two.draws
    bounds = interval(sorted(of_draws[~np.isnan(of_draws)].tolist()), config.confidence)
    apart = {
        test: one.results[test].score - two.results[test].score for test in sorted(one.results)
    }
    weights = weights_of(one.results, one.categories, config.lcif_weights)
    spread = _spread(sides, apart, weights) if bounds else None
    difference = Difference(
        first=names[0],
        second=names[1],
        tests=len(apart),
        difference=_difference(one.overall, two.overall),
        low=bounds.low if bounds else None,
        high=bounds.high if bounds else None,
        detectable=power_factor(1 - config.confidence) * spread.standard_error if spread else None,
        p=sign_flip_p(_parts(one.groups, apart, weights), seed) if bounds else None,
        p_corrected=None,
        significant=False,
        noise=spread.noise if spread else None,
        needed=None,
        first_better=tuple(test for test, points in apart.items() if points > 0),
        second_better=tuple(test for test, points in apart.items() if points < 0),
        largest=_largest(apart),
    )
    return UndecidedPair(difference, spread)


def _difference(one: float | None, two: float | None) -> float | None:
    return None if one is None or two is None else one - two


def _largest(apart: Mapping[str, float]) -> dict[str, float]:
    """The tests that differ most, by test id; ties go by name."""
    differing = [test for test, points in apart.items() if points]
    order = sorted(differing, key=lambda test: (-abs(apart[test]), test))
    return {test: apart[test] for test in order[:LARGEST]}


def _parts(
    groups: Sequence[Sequence[str]], apart: Mapping[str, float], weights: Mapping[str, float]
) -> list[float]:
    """What each data set, dialogues included, contributes to the difference of overall scores."""
    return [fsum(weights.get(test, 0.0) * apart[test] for test in group) for group in groups]


def _spread(
    sides: tuple[ModelDraws, ModelDraws], apart: Mapping[str, float], weights: Mapping[str, float]
) -> Spread:
    one, two = sides
    scores = [*one.scores.values(), *two.scores.values()]
    return Spread(
        standard_error=standard_error(one.groups, apart, weights, one.categories),
        groups=len(one.groups),
        tests=len(apart),
        attempts=max(len(score.attempts) for score in scores),
        between_attempts=_between_attempts(scores, weights),
    )


def _between_attempts(scores: Sequence[TestScore], weights: Mapping[str, float]) -> float | None:
    """The variance of the difference that comes from attempts; None if a test does not show it."""
    parts = []
    for score in scores:
        if score.test not in weights:
            continue
        variance = attempt_variance(score)
        if variance is None:
            return None
        parts.append(weights[score.test] ** 2 * variance)
    return fsum(parts)


def decided(pairs: Sequence[UndecidedPair], level: float) -> list[Difference]:
    """The pairs with p corrected for all of them, and a decision at the level."""
    tested = [pair.difference.p for pair in pairs if pair.difference.p is not None]
    corrected = iter(holm(tested))
    return [
        pair.difference
        if pair.difference.p is None
        else _decided(pair, next(corrected), level, level / len(tested))
        for pair in pairs
    ]


def _decided(pair: UndecidedPair, p_corrected: float, level: float, strictest: float) -> Difference:
    """The pair's decision, and what an undecided one needs at Holm's strictest step."""
    more = None
    significant = p_corrected < level
    if pair.spread and not significant:
        more = needed(pair.difference.difference or 0.0, pair.spread, strictest)
    return pair.difference.model_copy(
        update={"p_corrected": p_corrected, "significant": significant, "needed": more}
    )
