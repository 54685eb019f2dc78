"""How far the raters of dialogues agree with one another, and with a judge group."""

from collections.abc import Mapping, Sequence

from assay.records.leaderboard_records import PeopleCorrelation, RaterAgreement, RaterFigures
from assay.records.models import ModelMetrics
from assay.records.pipeline import AutomaticGroup, Metric, TestScore
from assay.scores.formulas import results
from assay.statistics.correlation import pearson
from assay.statistics.ordinal_agreement import ordinal_alpha


def raters_figures(
    metrics: Mapping[str, ModelMetrics],
    scores: Mapping[str, Sequence[TestScore]],
    judge_group: AutomaticGroup,
) -> RaterFigures:
    """Agreement between raters by metric, and between people and the judge group."""
    return RaterFigures(
        accuracy=_agreement(metrics, "accuracy"),
        completeness=_agreement(metrics, "completeness"),
        judge_group=people_correlation(scores, judge_group),
    )


def _agreement(metrics: Mapping[str, ModelMetrics], metric: Metric) -> RaterAgreement:
    """Alpha over all raters, with the dialogues that it rests on."""
    shared = []
    for of_model in metrics.values():
        tests = of_model.people.dialogues if of_model.people else {}
        for of_test in tests.values():
            for marks in of_test.marks.values():
                points: list[float] = [getattr(mark, metric) for mark in marks.values()]
                if len(points) > 1:
                    shared.append(points)
    return RaterAgreement(dialogues=len(shared), alpha=ordinal_alpha(shared))


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
