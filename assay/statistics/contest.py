"""What one model of all scores says about every two contestants, every rank and every score.

The reference of all figures is a parametric bootstrap (Davison and Hinkley, *Bootstrap Methods and
their Application*, 1997, chapter 4): noise is drawn for each cell with the fitted mean and
variance (beta distributed, so that it piles up at 0 and 100 as scores do). The variances are
estimates themselves, so each draw has its own, from their posterior distribution; that makes the
moderated t of Smyth (2004) of each difference / standard error. All pairs of a draw share the
noise, so the largest |t| of a draw says how far chance takes the most different of them.
"""

from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np
from scipy.special import betaincinv

from assay.statistics.jackknife import Numbers
from assay.statistics.score_model import Fit, Indices

DRAWS = 4000
CHUNK = 2_000_000
"""So many drawn numbers are in memory at once."""
LEAST_FREEDOM = 2.0
Correction = Literal["step-down", "fdr"]
"""How many pairs are decided together: Westfall and Young's step-down max-t, with a family-wise
error; or Benjamini and Hochberg's false discovery rate."""


def draw(fit: Fit, draws: int, seed: int) -> Numbers:
    """The noise of overall scores in so many runs: draws × models, shares. Seeded."""
    generator = np.random.default_rng(seed)
    step = max(1, CHUNK // fit.variance.size)
    parts = [_drawn(fit, min(step, draws - start), generator) for start in range(0, draws, step)]
    return np.asarray(np.concatenate(parts) * np.sqrt(fit.errors / fit.independent))


def _drawn(fit: Fit, draws: int, generator: np.random.Generator) -> Numbers:
    """Each draw has variances of its own, as likely as the scores leave them: scaled inverse χ²."""

    def uncertain(freedom: Numbers) -> Numbers:
        least = np.maximum(np.broadcast_to(freedom, (draws, len(freedom))), LEAST_FREEDOM)
        return np.asarray(least / generator.chisquare(least))

    common = uncertain(np.array([fit.freedom]))
    of_tests = uncertain(fit.categories.freedom)[:, fit.table.category] * common
    of_models = uncertain(fit.models.freedom)
    variance = fit.variance * of_tests[:, None, :] * of_models[:, :, None]
    share = fit.means.share
    size = np.maximum(fit.means.information / np.maximum(variance, 1e-12) - 1, 0.05)
    noise = generator.beta(share * size, (1 - share) * size) - share
    return np.asarray(noise @ fit.table.weights)


class Pairs(NamedTuple):
    """Pairs of contestants, by their numbers; `t` of each draw is draws × pairs."""

    first: Indices
    second: Indices
    difference: Numbers
    error: Numbers
    t: Numbers

    @property
    def observed(self) -> Numbers:
        return np.asarray(self.difference / self.error)

    def critical(self, level: float) -> float:
        """The |t| that the largest of all pairs exceeds with this chance: single-step max-t."""
        return float(np.quantile(np.abs(self.t).max(axis=1), 1 - level))

    def p(self, observed: Numbers) -> Numbers:
        """Of each pair alone, two-sided."""
        reached = (np.abs(self.t) >= np.abs(observed)).sum(axis=0)
        return np.asarray((1 + reached) / (1 + len(self.t)))

    def corrected(self, observed: Numbers, correction: Correction) -> Numbers:
        """p of each pair among all of them; for `fdr` its q."""
        if correction == "fdr":
            from scipy.stats import false_discovery_control

            return np.asarray(false_discovery_control(self.p(observed)))
        size = np.abs(observed)
        order = np.argsort(size)
        at_most = np.maximum.accumulate(np.abs(self.t[:, order]), axis=1)
        reached = (at_most >= size[order]).sum(axis=0)
        p = (1 + reached) / (1 + len(self.t))
        found = np.empty(len(order))
        found[order] = np.maximum.accumulate(p[::-1])[::-1]
        return np.maximum(self.p(observed), found)

    def probability(self, points: float) -> Numbers:
        """The probability that the true difference of each pair is above this one (flat prior)."""
        limit = (self.difference - points) / self.error
        reached = (self.t <= limit).sum(axis=0) + (-self.t <= limit).sum(axis=0)
        return np.asarray((0.5 + reached / 2) / (1 + len(self.t)))


def paired(fit: Fit, noise: Numbers, first: Indices, second: Indices) -> Pairs:
    """The pairs of these numbers: first minus second, in shares of 0 to 1."""
    scores = fit.filled @ fit.table.weights
    error = np.sqrt(fit.errors[first] + fit.errors[second])
    return Pairs(
        first,
        second,
        scores[first] - scores[second],
        error,
        (noise[:, first] - noise[:, second]) / error,
    )


def best_chances(fit: Fit, noise: Numbers, top: int = 3) -> tuple[Numbers, Numbers]:
    """The probability of each model to be the best, and to be among the `top` best (flat prior)."""
    likely = fit.filled @ fit.table.weights - noise
    above = np.argsort(np.argsort(-likely, axis=1), axis=1)
    return (above == 0).mean(axis=0), (above < top).mean(axis=0)


def proportion(fit: Fit, noise: Numbers, confidence: float) -> tuple[Numbers, Numbers]:
    """The bounds of each score as a share, within 0 and 1, also where all or nothing was passed.

    The exact interval of a binomial share (Clopper and Pearson) for as many independent criteria as
    would have the same standard error (Korn and Graubard, "Confidence intervals for proportions
    with small expected number of positive counts estimated from survey data", Survey Methodology
    24, 1998); at most for as many as there are. For a perfect score it is the rule of three.
    """
    score = fit.filled @ fit.table.weights
    fitted = np.clip(fit.means.share @ fit.table.weights, 0, 1)
    t = np.quantile(np.abs(noise), confidence, axis=0) / np.sqrt(fit.errors)
    tail = (1 - confidence) / 2
    shrink = (NormalDist().inv_cdf(1 - tail) / t) ** 2
    most = 1 / (fit.table.weights**2 / fit.table.criteria).sum()
    count = np.clip(fitted * (1 - fitted) / fit.errors * shrink, 1, most)
    passed = score * count
    low = np.where(score <= 0, 0, betaincinv(passed, count - passed + 1, tail))
    high = np.where(score >= 1, 1, betaincinv(passed + 1, count - passed, 1 - tail))
    return np.nan_to_num(low), np.nan_to_num(high, nan=1.0)
