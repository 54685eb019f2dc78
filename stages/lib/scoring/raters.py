"""How far raters of dialogues agree with one another and with the panel: small figures over few, ordered marks.

Weighted kappa: J. Cohen, Weighted kappa, Psychological Bulletin 70 (1968), with squared distances as weights.
Alpha: K. Krippendorff, Computing Krippendorff's alpha-reliability (2011), with the metric of ordinal data.
Both are 1 for full agreement and 0 for what chance would give; None where they are not defined.
"""

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from math import fsum
from typing import Any, NamedTuple

from stages.lib.base.records import METRICS, TestScore
from stages.lib.scoring.scores import results


class Given(NamedTuple):
    """One rater's mark of one dialogue, on one metric, 0 to 4."""

    rater: str
    dialogue: tuple[str, str, str]
    points: float


def raters_figures(
    figures: Mapping[str, Any], scores: Mapping[str, Sequence[TestScore]], panel: str
) -> dict[str, Any]:
    """Agreement between raters by metric, and between people and the panel, from the metrics and scores by model."""
    given = {metric: _given(figures, metric) for metric in METRICS}
    return {metric: agreement(marks) for metric, marks in given.items()} | {
        "panel": by_both(scores, panel)
    }


def _given(figures: Mapping[str, Any], metric: str) -> list[Given]:
    return [
        Given(rater, (model, test, dialogue), points[metric])
        for model, of_model in sorted(figures.items())
        for test, found in of_model.get("people", {}).get("dialogues", {}).items()
        for dialogue, marks in found.get("marks", {}).items()
        for rater, points in sorted(marks.items())
    ]


def agreement(marks: Sequence[Given]) -> dict[str, Any]:
    """Alpha over all raters and kappa of each two, with the number of dialogues that each rests on."""
    units: dict[tuple[str, str, str], dict[str, float]] = {}
    for mark in marks:
        units.setdefault(mark.dialogue, {})[mark.rater] = mark.points
    shared = [unit for unit in units.values() if len(unit) > 1]
    pairs = []
    for first, second in combinations(sorted({rater for unit in shared for rater in unit}), 2):
        both = [(unit[first], unit[second]) for unit in shared if first in unit and second in unit]
        if both:
            pairs.append(
                {
                    "first": first,
                    "second": second,
                    "dialogues": len(both),
                    "kappa": weighted_kappa(both),
                }
            )
    return {
        "dialogues": len(shared),
        "alpha": ordinal_alpha([[*unit.values()] for unit in shared]),
        "pairs": pairs,
    }


def weighted_kappa(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Cohen's kappa of two raters with quadratic weights; None if both always gave one and the same mark."""
    observed = fsum((one - two) ** 2 for one, two in pairs) / len(pairs)
    expected = fsum((one - two) ** 2 for one, _ in pairs for _, two in pairs) / len(pairs) ** 2
    return 1 - observed / expected if expected else None


def ordinal_alpha(units: Sequence[Sequence[float]]) -> float | None:
    """Krippendorff's alpha of any number of raters; units with one value are left out. None if no value differs."""
    units = [unit for unit in units if len(unit) > 1]
    counts = Counter(value for unit in units for value in unit)
    total = sum(counts.values())
    distance = {
        (low, high): _ordinal(counts, low, high) for low, high in combinations(sorted(counts), 2)
    }
    observed = fsum(
        distance[min(pair), max(pair)] / (len(unit) - 1)
        for unit in units
        for pair in permutations(unit, 2)
        if pair[0] != pair[1]
    )
    expected = fsum(
        2 * counts[low] * counts[high] * apart for (low, high), apart in distance.items()
    )
    return 1 - (total - 1) * observed / expected if expected else None


def _ordinal(counts: Mapping[float, int], low: float, high: float) -> float:
    """The squared distance of two ranks: the values between them, with half of those at both ends."""
    between = sum(count for value, count in counts.items() if low <= value <= high)
    return (between - (counts[low] + counts[high]) / 2) ** 2


def by_both(scores: Mapping[str, Sequence[TestScore]], panel: str) -> dict[str, Any]:
    """Pearson's correlation of people's and the panel's scores over the dialogues that both scored."""
    both = []
    for listed in scores.values():
        people = results(score for score in listed if score.judge_group == "people")
        judged = results(score for score in listed if score.judge_group == panel)
        both += [
            (people[test].score, judged[test].score)
            for test in sorted(people.keys() & judged.keys())
        ]
    return {"dialogues": len(both), "correlation": correlation(both)}


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's r; None for fewer than two pairs, or where one side never varies."""
    try:
        return statistics.correlation(*zip(*pairs, strict=True)) if len(pairs) > 1 else None
    except statistics.StatisticsError:
        return None
