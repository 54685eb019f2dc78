"""The tables of the report that are not of a single test, model, judge or data set."""

from dataclasses import dataclass

from stages.report.discrimination import (
    DiscriminationView,
    ReviewView,
    discrimination,
    review,
)
from stages.report.evidence import Evidence
from stages.report.health import ExecutionLine, HealthLine, executions, health
from stages.report.judging import JudgeLine, judges
from stages.report.measured import DatasetLine, ImprovementTable, datasets, improvement
from stages.report.missing import MissingLine, missing
from stages.report.people import MarksView, marks
from stages.report.results import (
    AttemptLine,
    BoardLine,
    CategoryTable,
    GroupLine,
    Neighbours,
    OverviewTable,
    PairLine,
    PeopleLine,
    TagLine,
    attempts,
    categories,
    groups,
    leaderboard,
    neighbours,
    overview,
    pairs,
    people,
    tags,
)
from stages.report.scrutiny import (
    ConductLine,
    FlagLine,
    OverruledLine,
    conduct_lines,
    flags,
    overruled,
)
from stages.report.trust import TrustView, trust


@dataclass(frozen=True)
class Tables:
    """The tables by name; templates read their attributes."""

    leaderboard: list[BoardLine]
    neighbours: list[Neighbours]
    pairs: list[PairLine]
    attempts: list[AttemptLine]
    categories: list[CategoryTable]
    people: list[PeopleLine]
    marks: MarksView | None
    tags: list[TagLine]
    groups: list[GroupLine]
    judges: list[JudgeLine]
    trust: TrustView
    review: ReviewView
    discrimination: DiscriminationView
    conduct: list[ConductLine]
    flags: list[FlagLine]
    overruled: list[OverruledLine]
    unused: tuple[str, ...]
    missing: list[MissingLine]
    datasets: list[DatasetLine]
    improvement: list[ImprovementTable]
    overview: list[OverviewTable]
    health: list[HealthLine]
    proofs: list[ExecutionLine]


def all_tables(evidence: Evidence) -> Tables:
    return Tables(
        leaderboard=leaderboard(evidence),
        neighbours=neighbours(evidence),
        pairs=pairs(evidence),
        attempts=attempts(evidence),
        categories=categories(evidence),
        people=people(evidence),
        marks=marks(evidence),
        tags=tags(evidence),
        groups=groups(evidence),
        judges=judges(evidence),
        trust=trust(evidence),
        review=review(evidence),
        discrimination=discrimination(evidence),
        conduct=conduct_lines(evidence),
        flags=flags(evidence),
        overruled=overruled(evidence),
        unused=evidence.unused,
        missing=missing(evidence),
        datasets=datasets(evidence),
        improvement=improvement(evidence),
        overview=overview(evidence),
        health=health(evidence),
        proofs=executions(health(evidence)),
    )
