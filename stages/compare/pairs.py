"""What each pair of models differs by, whether the data can tell them apart, and what would if they cannot."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import fsum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stages.compare.power import Needed, Spread, needed
from stages.lib.base.config import ScoreConfig
from stages.lib.base.progress import tracked
from stages.lib.base.records import TestScore
from stages.lib.scoring.attempts import attempt_variance
from stages.lib.scoring.draws import counts, drawn_scores
from stages.lib.scoring.scores import Pair, category_scores, drawable, overall, results
from stages.lib.scoring.significance import holm, power_factor, sign_flip_p
from stages.lib.scoring.statistics import clusters, interval, standard_error
from stages.lib.scoring.weights import weights_of

LARGEST = 5
"""So many tests are listed as those on which two models differ most."""


class Difference(NamedTuple):
    """How far apart two models are on the tests that both have: percentage points of the overall score.

    `p` is of this pair alone, `p_corrected` for all pairs together (Holm), and decides `told_apart`. `low` and `high`
    are the interval of this pair alone, `detectable` the difference that it would show with 80 % power. `noise` is the
    share of the variance that is between attempts. All of them are None where a category could not vary.
    """

    first: str
    second: str
    tests: int
    difference: float | None
    low: float | None
    high: float | None
    detectable: float | None
    p: float | None
    p_corrected: float | None
    told_apart: bool
    noise: float | None
    needed: Needed | None
    first_better: list[str]
    second_better: list[str]
    largest: dict[str, float]

    @property
    def better(self) -> str:
        return self.first if (self.difference or 0.0) >= 0 else self.second

    @property
    def worse(self) -> str:
        return self.second if self.better == self.first else self.first

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "needed": self.needed and self.needed._asdict()}


class Entry(NamedTuple):
    """One model on some tests: records, results, the overall score, and that in each draw (or not a number)."""

    scores: dict[str, TestScore]
    results: dict[str, Pair]
    overall: float | None
    draws: NDArray[np.float64]


def compare_all(
    config: ScoreConfig, seed: int, tests: Mapping[str, Sequence[TestScore]]
) -> list[Difference]:
    """The paired difference of every two models, decided for all pairs together.

    A model's scores over the draws are worked out once for all the models that it has the same tests in common with.
    """
    scored = {model: results(listed) for model, listed in tests.items()}

    @cache
    def entry(model: str, common: tuple[str, ...]) -> Entry:
        records = {score.test: score for score in tests[model] if score.test in common}
        return over_draws(config, seed, records, {test: scored[model][test] for test in common})

    found = []
    for first, second in tracked("compare", list(combinations(sorted(tests), 2))):
        common = tuple(sorted(scored[first].keys() & scored[second].keys()))
        found.append(
            compared(config, seed, (first, second), (entry(first, common), entry(second, common)))
        )
    return decided(found, 1 - config.confidence)


def over_draws(
    config: ScoreConfig, seed: int, scores: dict[str, TestScore], found: dict[str, Pair]
) -> Entry:
    """The same tests give the same draws, whatever the model: the differences of two models' draws are paired."""
    categories = {test: score.category for test, score in scores.items()}
    groups = drawable(found, categories, {test: score.dataset for test, score in scores.items()})
    draws = counts(len(groups), config.bootstrap_draws, seed)
    whole = overall(category_scores(found, categories, found, config.lcif_weights))
    return Entry(
        scores, found, whole, drawn_scores(found, categories, groups, config.lcif_weights, draws)
    )


class Undecided(NamedTuple):
    """A pair on its own: its difference, and the spread of it (None where a category could not vary)."""

    difference: Difference
    spread: Spread | None


def compared(
    config: ScoreConfig, seed: int, names: tuple[str, str], entries: tuple[Entry, Entry]
) -> Undecided:
    """The paired difference of two models with its interval, p, and the smallest difference the tests could show."""
    one, two = entries
    apart_in_draws = one.draws - two.draws
    values = sorted(apart_in_draws[~np.isnan(apart_in_draws)].tolist())
    bounds = interval(values, config.confidence)
    apart = {
        test: one.results[test].score - two.results[test].score for test in sorted(one.results)
    }
    spread = _spread(config, entries, apart) if bounds else None
    difference = Difference(
        first=names[0],
        second=names[1],
        tests=len(one.results),
        difference=_difference(one.overall, two.overall),
        low=bounds.low if bounds else None,
        high=bounds.high if bounds else None,
        detectable=power_factor(1 - config.confidence) * spread.standard_error if spread else None,
        p=sign_flip_p(_parts(config, one, apart), seed) if bounds else None,
        p_corrected=None,
        told_apart=False,
        noise=spread.noise if spread else None,
        needed=None,
        first_better=[test for test, value in apart.items() if value > 0],
        second_better=[test for test, value in apart.items() if value < 0],
        largest=_largest(apart),
    )
    return Undecided(difference, spread)


def _difference(one: float | None, two: float | None) -> float | None:
    return None if one is None or two is None else one - two


def _largest(apart: Mapping[str, float]) -> dict[str, float]:
    """The tests that differ most, by test id; ties go by name."""
    order = sorted(
        (test for test in apart if apart[test]), key=lambda test: (-abs(apart[test]), test)
    )
    return {test: apart[test] for test in order[:LARGEST]}


def _weights(config: ScoreConfig, entry: Entry) -> dict[str, float]:
    categories = {test: score.category for test, score in entry.scores.items()}
    return weights_of(entry.results, categories, config.lcif_weights)


def _parts(config: ScoreConfig, entry: Entry, apart: Mapping[str, float]) -> list[float]:
    """What each data set, dialogues included, contributes to the difference of the overall scores."""
    weights = _weights(config, entry)
    return [
        fsum(weights.get(test, 0.0) * apart[test] for test in group) for group in _groups(entry)
    ]


def _groups(entry: Entry) -> list[list[str]]:
    return clusters({test: score.dataset for test, score in entry.scores.items()})


def _spread(
    config: ScoreConfig, entries: tuple[Entry, Entry], apart: Mapping[str, float]
) -> Spread:
    one = entries[0]
    weights, groups = _weights(config, one), _groups(one)
    noise = [
        (weight, attempt_variance(entry.scores[test]))
        for entry in entries
        for test, weight in weights.items()
    ]
    known = [weight**2 * variance for weight, variance in noise if variance is not None]
    return Spread(
        standard_error=standard_error(
            groups, apart, weights, {test: one.scores[test].category for test in apart}
        ),
        groups=len(groups),
        tests=len(apart),
        attempts=max(len(score.attempts) for entry in entries for score in entry.scores.values()),
        between_attempts=fsum(known) if len(known) == len(noise) else None,
    )


def decided(pairs: Sequence[Undecided], level: float) -> list[Difference]:
    """The pairs with p corrected for all of them, the decision at the level, and what an undecided one needs."""
    found = [pair.difference.p for pair in pairs if pair.difference.p is not None]
    corrected = iter(holm(found))
    return [
        _decided(*pair, level, len(found), None if pair.difference.p is None else next(corrected))
        for pair in pairs
    ]


def _decided(
    found: Difference, spread: Spread | None, level: float, pairs: int, p: float | None
) -> Difference:
    told_apart = p is not None and p < level
    undecided = p is not None and not told_apart
    more = needed(found.difference or 0.0, spread, level / pairs) if spread and undecided else None
    return found._replace(p_corrected=p, told_apart=told_apart, needed=more)
