"""Whether the suite separates the models: Cronbach's alpha, and what all leaders pass."""

from collections.abc import Sequence

import numpy as np

from assay.records.leaderboard_records import SuiteReliability
from assay.scores.contestants import Contest
from assay.statistics.jackknife import Numbers

MOST_LEADERS = 10
SEPARATES = 0.7
"""From this alpha on a suite separates groups (Nunnally, *Psychometric Theory*, 1978)."""
LEAST_MODELS = 3


def cronbach_alpha(items: Numbers) -> float | None:
    """Of models × items; None for fewer than three models, or if they do not differ.

    Cronbach, "Coefficient alpha and the internal structure of tests", Psychometrika 16 (1951).
    """
    models, count = items.shape
    if models < LEAST_MODELS or count < 2:
        return None
    total = float(items.sum(axis=1).var(ddof=1))
    if total < 1e-12:
        return None
    return float(count / (count - 1) * (1 - items.var(axis=0, ddof=1).sum() / total))


def suite_reliability(contest: Contest, leaders: Sequence[str]) -> SuiteReliability:
    """`leaders`: the models that are not significantly behind the first, the best first."""
    chosen = list(leaders[:MOST_LEADERS])
    weighed = contest.fit.filled * contest.table.weights
    rows = [contest.names.index(model) for model in chosen]
    passed = _passed_by_all(contest, chosen)
    share = 100 * float(np.mean(passed)) if passed and chosen else None
    alpha = cronbach_alpha(weighed[rows])
    return SuiteReliability(
        models=len(contest.names),
        alpha=cronbach_alpha(weighed),
        leaders=tuple(chosen),
        leaders_alpha=alpha,
        criteria=len(passed),
        passed_by_leaders=share,
        sentence=_sentence(len(chosen), alpha, share),
    )


def _passed_by_all(contest: Contest, models: Sequence[str]) -> list[bool]:
    """Of each criterion that all of these models were judged on, whether all of them pass it."""
    passed = []
    for test in contest.suite:
        records = [contest.scores[model].get(test) for model in models]
        shares = [record.criteria if record else {} for record in records]
        common = set.intersection(*map(set, shares)) if shares else set()
        for criterion in sorted(common):
            passed.append(all(of_model[criterion] == 1 for of_model in shares))
    return passed


def _sentence(leaders: int, alpha: float | None, share: float | None) -> str:
    if leaders < 2 or share is None or (alpha is not None and alpha >= SEPARATES):
        return ""
    who = "both leading models" if leaders == 2 else f"all {leaders} leading models"
    return (
        f"{share:.0f} % of the criteria are passed by {who}: this suite cannot separate them, so "
        "take a harder one."
    )
