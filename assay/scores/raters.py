"""How far the raters of dialogues agree with one another, and with a judge group."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from assay.records.leaderboard_records import (
    PeopleCorrelation,
    RaterAgreement,
    RaterFigures,
    RaterPair,
)
from assay.records.models import ModelMetrics
from assay.records.pipeline import AutomaticGroup, Metric, TestScore
from assay.scores.formulas import results
from assay.statistics.correlation import pearson
from assay.statistics.ordinal_agreement import ordinal_alpha, weighted_kappa


class RaterPoints(NamedTuple):
    """One rater's mark of one dialogue (model, test, id), on one metric, 0 to 4."""

    rater: str
    dialogue: tuple[str, str, str]
    points: float


def raters_figures(
    metrics: Mapping[str, ModelMetrics],
    scores: Mapping[str, Sequence[TestScore]],
    judge_group: AutomaticGroup,
) -> RaterFigures:
    """Agreement between raters by metric, and between people and the judge group."""
    return RaterFigures(
        accuracy=rater_agreement(_points(metrics, "accuracy")),
        completeness=rater_agreement(_points(metrics, "completeness")),
        judge_group=people_correlation(scores, judge_group),
    )


def _points(metrics: Mapping[str, ModelMetrics], metric: Metric) -> list[RaterPoints]:
    points = []
    for model, of_model in sorted(metrics.items()):
        tests = of_model.people.dialogues if of_model.people else {}
        for test, of_test in tests.items():
            for dialogue, marks in of_test.marks.items():
                for rater, mark in sorted(marks.items()):
                    value = mark.accuracy if metric == "accuracy" else mark.completeness
                    points.append(RaterPoints(rater, (model, test, dialogue), value))
    return points


def rater_agreement(marks: Sequence[RaterPoints]) -> RaterAgreement:
    """Alpha over all raters and kappa of each two, with the dialogues that each rests on."""
    by_dialogue: dict[tuple[str, str, str], dict[str, float]] = {}
    for mark in marks:
        by_dialogue.setdefault(mark.dialogue, {})[mark.rater] = mark.points
    shared = [of_dialogue for of_dialogue in by_dialogue.values() if len(of_dialogue) > 1]
    raters = sorted({rater for of_dialogue in shared for rater in of_dialogue})
    pairs = [_rater_pair(first, second, shared) for first, second in combinations(raters, 2)]
    return RaterAgreement(
        dialogues=len(shared),
        alpha=ordinal_alpha([[*of_dialogue.values()] for of_dialogue in shared]),
        pairs=tuple(pair for pair in pairs if pair.dialogues),
    )


def _rater_pair(first: str, second: str, dialogues: Sequence[Mapping[str, float]]) -> RaterPair:
    both = [
        (points[first], points[second])
        for points in dialogues
        if first in points and second in points
    ]
    kappa = weighted_kappa(both) if both else None
    return RaterPair(first=first, second=second, dialogues=len(both), kappa=kappa)


def people_correlation(
    scores: Mapping[str, Sequence[TestScore]], judge_group: AutomaticGroup
) -> PeopleCorrelation:
    """Pearson's r of people's and the group's scores over the dialogues that both scored."""
    both = []
    for of_model in scores.values():
        people = results(score for score in of_model if score.judge_group == "people")
        judges = results(score for score in of_model if score.judge_group == judge_group)
        for test in sorted(people.keys() & judges.keys()):
            both.append((people[test].score, judges[test].score))
    return PeopleCorrelation(dialogues=len(both), correlation=pearson(both))
