"""What each pair of models differs by, whether significantly, and how probable which is better."""

from collections.abc import Sequence
from itertools import combinations
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from assay.errors import AssayError
from assay.records.leaderboard_records import Decision, Difference
from assay.scores.contestants import Contest
from assay.scores.formulas import results
from assay.statistics.contest import Pairs, paired

LARGEST = 5
"""How many of the tests on which two models differ most a pair names."""
POWER = NormalDist().inv_cdf(0.8)


def compare_all(contest: Contest, baseline: str | None = None) -> list[Difference]:
    """The difference of every two models, or of each with the baseline, decided together.

    AssayError for a baseline that is none of the models.
    """
    names = contest.names
    if baseline is not None and baseline not in names:
        raise AssayError(f"baseline: there is no model '{baseline}' among {', '.join(names)}")
    chosen = list(combinations(names, 2))
    if baseline is not None:
        chosen = [pair for pair in chosen if baseline in pair]
    plain = [_plain(contest, *pair) for pair in chosen]
    if not chosen or not contest.decidable:
        return plain
    numbers = np.array([[names.index(name) for name in pair] for pair in chosen])
    compared = paired(contest.fit, contest.noise, numbers[:, 0], numbers[:, 1])
    return _decided(contest, plain, compared)


def _plain(contest: Contest, first: str, second: str) -> Difference:
    """What is known of a pair without any statistics."""
    apart = _apart(contest, first, second)
    by_size = sorted(apart, key=lambda test: (-abs(apart[test]), test))
    estimates = contest.estimates
    return Difference(
        first=first,
        second=second,
        tests=len(apart),
        difference=estimates[first] - estimates[second] if apart else None,
        first_better=tuple(test for test, points in apart.items() if points > 0),
        second_better=tuple(test for test, points in apart.items() if points < 0),
        largest={test: apart[test] for test in by_size[:LARGEST] if apart[test]},
    )


def _apart(contest: Contest, first: str, second: str) -> dict[str, float]:
    """The difference on each test that both models have, in points, by test id."""
    one, two = (results(contest.scores[name].values()) for name in (first, second))
    common = [test for test in contest.suite if test in one and test in two]
    return {test: one[test].score - two[test].score for test in common}


def _decided(contest: Contest, plain: Sequence[Difference], compared: Pairs) -> list[Difference]:
    """The pairs with their figures; those without a common test stay as they are."""
    level = 1 - contest.config.confidence
    correction = contest.config.correction
    t = compared.observed
    corrected = compared.corrected(t, correction)
    critical = compared.critical(level)
    decisions = _decisions(contest, compared, corrected < level, critical)
    margin = contest.margin / 100
    not_below, above = compared.probability(-margin), compared.probability(margin)
    share = contest.attempt_share
    figures = {
        "low": np.maximum(-100, 100 * (compared.difference - critical * compared.error)),
        "high": np.minimum(100, 100 * (compared.difference + critical * compared.error)),
        "detectable": 100 * (critical + POWER) * compared.error,
        "p": compared.p(t),
        "p_corrected": corrected,
        "first_better_probability": compared.probability(0.0),
        "first_not_worse_probability": not_below,
        "second_not_worse_probability": 1 - above,
    }
    if share:
        figures["p_on_these_tests"] = compared.corrected(t / np.sqrt(share), correction)
    pairs = []
    for number, pair in enumerate(plain):
        if not pair.tests:
            pairs.append(pair)
            continue
        of_pair = {name: float(column[number]) for name, column in figures.items()}
        decision = decisions[number]
        more = {
            "decision": decision,
            "significant": decision == "significant",
            "equivalent": bool(not_below[number] >= 1 - level and above[number] <= level),
            "noise": share,
        }
        pairs.append(pair.model_copy(update={**of_pair, **more}))
    return pairs


def _decisions(
    contest: Contest, compared: Pairs, significant: NDArray[np.bool_], critical: float
) -> list[Decision]:
    """A pair is undecided if there are results of its missing tests that turn the decision."""
    low, high = contest.bounds
    size = np.abs(compared.observed)
    least = min([critical, *size[significant].tolist()])
    ends = np.stack(
        [
            (low[compared.first] - high[compared.second]) / compared.error,
            (high[compared.first] - low[compared.second]) / compared.error,
        ]
    )
    side = np.sign(compared.difference)
    holds = (ends * side >= least).all(axis=0)
    never = (np.abs(ends) < least).all(axis=0)
    open_ended = (np.ptp(ends, axis=0) > 1e-9) & ~np.where(significant, holds, never)
    plain = np.where(significant, "significant", "not significant")
    decisions: list[Decision] = np.where(open_ended, "undecided", plain).tolist()
    return decisions
