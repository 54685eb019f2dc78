"""One model of all scores: score of model m on test t = model + test + model × data set + rest.

The share of criteria passed is fitted once over all models, on the logit scale, by quasi-likelihood
(McCullagh and Nelder, *Generalized Linear Models*, 1989, chapter 9): logit of the expected share =
effect of the model + effect of the test. A missing test is a missing cell. What is left over is the
noise, and all models together say how large it is:

- its variance follows the expected share p: φ V + τ² V² with V = p (1 - p) (Williams,
  "Extra-binomial variation in logistic linear models", Applied Statistics 31, 1982); so it shrinks
  towards 0 and 100;
- each category and each model has a factor of its own, which is squeezed towards 1 (moderated
  variances: Smyth, "Linear models and empirical Bayes methods", Statistical Applications in
  Genetics and Molecular Biology 3, 2004);
- tests on one data set may correlate; the correlation is estimated from the residuals.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls
from scipy.special import expit, logit

from assay.statistics.jackknife import Numbers

Indices = NDArray[np.int64]

STEPS = 30
MOST_LEVERAGE = 0.9
"""A cell that the fit follows closer than this says nothing about the noise."""
LEAST_PHI = 0.5
"""The least noise of a test, as a share of what independent criteria would have: never 0."""
MOST_PRIOR = 1e4


class ScoreTable(NamedTuple):
    """What is compared: models × tests, shares of 0 to 1, NaN where a test is missing.

    By test: its `weights` in the overall score, the numbers of its `category` and of its `cluster`
    (the data set), and how many `criteria` it has.
    """

    scores: Numbers
    weights: Numbers
    category: Indices
    cluster: Indices
    criteria: Numbers

    @property
    def known(self) -> NDArray[np.bool_]:
        return ~np.isnan(self.scores)


class Means(NamedTuple):
    """The fitted shares; `information` is V of each cell, `inverse` that of the information matrix.

    `effects`: which effect beside the model's each test has, one column for each.
    """

    share: Numbers
    information: Numbers
    inverse: Numbers
    effects: Numbers

    @property
    def leverage(self) -> Numbers:
        """How far each cell determines its own fit, 0 to 1: the diagonal of the hat matrix."""
        models = len(self.share)
        own = np.diag(self.inverse)
        both = self.inverse[:models, models:]
        spread = own[:models, None] + (own[models:] + 2 * both) @ self.effects.T
        return np.clip(self.information * spread, 0, MOST_LEVERAGE)


def fit_means(table: ScoreTable, effects: Numbers) -> Means:
    """Newton's method for the effects of models and of `effects` (tests × columns).

    One criterion of each model and of each effect counts as half passed, so that a perfect column
    has a finite effect.
    """
    models, columns = len(table.scores), effects.shape[1]
    known = table.known
    share = np.where(known, table.scores, 0.5)
    prior = np.full(models + columns, 1 / table.criteria.mean())
    means = np.where(known, table.scores, 0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
    place = np.concatenate([logit(np.clip(means, 0.005, 0.995)), np.zeros(columns)])
    for _ in range(STEPS):
        expected = expit(place[:models, None] + effects @ place[models:])
        information = expected * (1 - expected)
        off = (share - expected) * known
        half = expit(place)
        score = np.concatenate([off.sum(axis=1), off.sum(axis=0) @ effects])
        score += prior * (0.5 - half)
        weighed = information * known
        matrix = np.diag(
            np.concatenate([weighed.sum(axis=1), weighed.sum(axis=0) @ effects])
            + prior * half * (1 - half)
            + 1e-9
        )
        matrix[:models, models:] = weighed @ effects
        matrix[models:, :models] = matrix[:models, models:].T
        step = np.clip(np.linalg.solve(matrix, score), -2, 2)
        place += step
        if np.abs(step).max() < 1e-6:
            break
    expected = expit(place[:models, None] + effects @ place[models:])
    return Means(expected, expected * (1 - expected), np.linalg.inv(matrix), effects)


class Factors(NamedTuple):
    """By how much the noise of groups (categories, or models) differs from the common one.

    `freedom`: the degrees of freedom of each factor, from its own squares and from all groups.
    """

    factor: Numbers
    freedom: Numbers


def _factors(squares: Numbers, expected: Numbers, freedom: Numbers) -> Factors:
    """The factor of each group, squeezed towards 1, from its squares and what they should be.

    The weight of the common noise is by the method of moments: how much more the groups differ than
    chance explains. One standard error is added, because few groups say little about that.
    """
    own = squares / np.maximum(expected, 1e-12)
    prior = MOST_PRIOR
    seen = freedom > 0
    groups = int(seen.sum())
    if groups > 1:
        chance = 2 / freedom[seen]
        spread = ((own[seen] - 1) ** 2 - chance).mean() + np.sqrt(2 / groups) * chance.mean()
        prior = float(2 / max(spread, 2 / MOST_PRIOR))
    return Factors((freedom * own + prior) / (freedom + prior), freedom + prior)


class Fit(NamedTuple):
    """The fitted table. `variance` is the noise of each cell, 0 to 1 squared.

    `freedom`: the degrees of freedom of the noise that all have in common.
    """

    table: ScoreTable
    means: Means
    variance: Numbers
    freedom: float
    categories: Factors
    models: Factors
    correlation: float

    @property
    def filled(self) -> Numbers:
        """The scores, and the fitted share where a test is missing."""
        return np.where(self.table.known, self.table.scores, self.means.share)

    @property
    def errors(self) -> Numbers:
        """The squared standard error of each model's overall score."""
        parts = self.table.weights * np.sqrt(self.variance)
        together = ((parts @ one_hot(self.table.cluster)) ** 2).sum(axis=1)
        return np.asarray(self.independent + self.correlation * (together - self.independent))

    @property
    def independent(self) -> Numbers:
        """The same if no two tests correlated."""
        return np.asarray(self.variance @ self.table.weights**2)


def one_hot(index: Indices) -> Numbers:
    """Tests × groups: 1 where the test belongs to the group."""
    return np.asarray(np.eye(int(index.max(initial=-1)) + 1)[index])


def fit(table: ScoreTable, same_tests: bool = True) -> Fit:
    """The model of all contestants.

    `same_tests`: models are compared on the very same tests, so that a test's difficulty is none of
    the noise. Without it the tests are a sample, too: their difficulty within a category is a part
    of the noise of each score.
    """
    in_category = one_hot(table.category)
    means = fit_means(table, np.eye(len(table.weights)) if same_tests else in_category)
    left = 1 - means.leverage
    counted = table.known & (means.leverage < MOST_LEVERAGE)
    off = np.where(counted, table.scores - means.share, 0.0)
    squares = off**2 / left
    least = LEAST_PHI / float(table.criteria.mean())
    base = _variance_function(squares, means.information, counted, least)
    expected = base * counted
    told = _worth(squares / base, left, counted)
    shared = told / _alike(off / np.sqrt(base * left), counted)
    categories = _factors(
        squares.sum(axis=0) @ in_category,
        expected.sum(axis=0) @ in_category,
        shared * _cells(expected.T[:, None, :] * in_category[:, :, None], (0, 2)),
    )
    factor = base * (categories.factor @ in_category.T)
    own = (squares * base / factor).sum(axis=1)
    models = _factors(own, expected.sum(axis=1), told * _cells(expected, (1,)))
    variance = factor * models.factor[:, None]
    correlation = _correlation(table, off / np.sqrt(variance * left), counted)
    freedom = float(shared * _cells(expected, (0, 1)))
    return Fit(table, means, variance, freedom, categories, models, correlation)


def _cells(expected: Numbers, axes: tuple[int, ...]) -> Numbers:
    """As many cells of equal noise as would be as certain (Satterthwaite, 1946)."""
    return np.asarray(expected.sum(axes) ** 2 / np.maximum((expected**2).sum(axes), 1e-24))


def _alike(ratio: Numbers, counted: NDArray[np.bool_]) -> float:
    """How many models say together what one says: 1, and more if they scatter alike on a test."""
    models = len(ratio)
    ratio = np.where(counted, ratio, 0.0)
    alone = (ratio**2).sum()
    if models < 2 or not alone:
        return 1.0
    together = (ratio.sum(axis=0) ** 2).sum() - alone
    return float(1 + max(0.0, together / alone))


def _worth(ratio: Numbers, left: Numbers, counted: NDArray[np.bool_]) -> float:
    """The degrees of freedom of one cell: less than 1 by the fit, and with heavy tails."""
    if not counted.any():
        return 0.0
    seen = ratio[counted]
    peak = float(np.clip((seen**2).mean() / max(seen.mean() ** 2, 1e-12), 2, 20))
    return float(left[counted].mean()) * 2 / (peak - 1)


def _variance_function(
    squares: Numbers, information: Numbers, counted: NDArray[np.bool_], least: float
) -> Numbers:
    """φ V + τ² V² by weighted least squares, neither of them negative, φ at least `least`."""
    v, target = information[counted], squares[counted]
    parts = np.stack([v, v**2], axis=1)
    found = np.array([2 * least, 0.0])
    for _ in range(5):
        weight = 1 / np.maximum(parts @ found, 1e-9)
        found = nnls(parts * weight[:, None], target * weight)[0] if len(v) else found
        found[0] = max(found[0], least)
    return np.asarray(found[0] * information + found[1] * information**2)


def _correlation(table: ScoreTable, ratio: Numbers, counted: NDArray[np.bool_]) -> float:
    """The correlation of two tests on one data set within a model, 0 to 1; 0 where none has two.

    Residuals of a fit correlate a little by the fit itself: what pairs of tests on different data
    sets show is taken off.
    """
    ratio = np.where(counted, ratio, 0.0)
    same = one_hot(table.cluster) @ one_hot(table.cluster).T
    np.fill_diagonal(same, 0)
    other = 1 - same
    np.fill_diagonal(other, 0)
    products = ratio.T @ ratio
    pairs = counted.T.astype(float) @ counted.astype(float)
    within, between = (pairs * same).sum(), (pairs * other).sum()
    if not within:
        return 0.0
    found = (products * same).sum() / within
    found -= (products * other).sum() / between if between else 0.0
    return float(np.clip(found, 0, 1))
