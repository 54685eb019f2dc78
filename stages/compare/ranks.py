"""The leaderboard: models in order, with what the decisions on their pairs say about the ranks."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assay.records.leaderboard import Difference, LeaderboardRow
from assay.records.models import (
    Breakdown,
    GroupFigures,
    ModelMetrics,
    ModelSpending,
    ScoreKind,
    Spending,
)
from assay.records.pipeline import AutomaticGroup


def score_kind(metrics: Mapping[str, ModelMetrics], judge_group: AutomaticGroup) -> ScoreKind:
    """`final` if every model has a final score; else all are compared by provisional ones."""
    groups = [of_model.group(judge_group) for of_model in metrics.values()]
    whole = all(group is not None and group.final is not None for group in groups)
    return "final" if whole else "final_provisional"


def leaderboard(
    metrics: Mapping[str, ModelMetrics],
    spending: Mapping[str, ModelSpending],
    judge_group: AutomaticGroup,
    pairs: Sequence[Difference],
) -> list[LeaderboardRow]:
    """The models from best to worst, by final scores if all have one, else all by provisional ones.

    A `group` holds models that do not differ significantly from its first one. `best_rank` and
    `worst_rank` are the ranks that the decisions on its pairs leave a model. A model with tests
    missing or unscored stands below the others without a rank: its score is over fewer tests.
    """
    kind = score_kind(metrics, judge_group)
    rows = [
        _row(model, spending[model].generate, of_model.group(judge_group), kind)
        for model, of_model in metrics.items()
    ]
    rows.sort(key=_order)
    ranks = _ranks([row.model for row in rows if row.complete], pairs)
    return [
        row.model_copy(update=ranks[row.model]._asdict()) if row.complete else row for row in rows
    ]


def _order(row: LeaderboardRow) -> tuple[bool, float, str]:
    """Complete models first, the best first, ties by name."""
    score = -math.inf if row.score is None else row.score
    return not row.complete, -score, row.model


class RankRange(NamedTuple):
    """A model's place on the leaderboard, and what the decisions leave open of it."""

    rank: int
    group: int
    best_rank: int
    worst_rank: int


def _ranks(models: Sequence[str], pairs: Sequence[Difference]) -> dict[str, RankRange]:
    """The ranks of models that stand in order, best first."""
    decided = {(pair.better, pair.worse) for pair in pairs if pair.significant}
    ranks: dict[str, RankRange] = {}
    group = 0
    first_of_group = ""
    for rank, model in enumerate(models, 1):
        apart = {(first_of_group, model), (model, first_of_group)} & decided
        if not first_of_group or apart:
            group = rank
            first_of_group = model
        better = sum((other, model) in decided for other in models)
        worse = sum((model, other) in decided for other in models)
        ranks[model] = RankRange(rank, group, 1 + better, len(models) - worse)
    return ranks


NOTHING = Breakdown(accuracy=None, completeness=None, categories={})


def _row(
    model: str, spending: Spending, group: GroupFigures | None, kind: ScoreKind
) -> LeaderboardRow:
    """A model's row, without its ranks."""
    figures = group.breakdown(kind) if group else NOTHING
    return LeaderboardRow(
        model=model,
        rank=None,
        group=None,
        best_rank=None,
        worst_rank=None,
        score=group.score(kind) if group else None,
        kind=kind,
        interval=figures.interval,
        accuracy=figures.accuracy,
        completeness=figures.completeness,
        coverage=group.coverage if group else None,
        categories={name: category.score for name, category in figures.categories.items()},
        tests=group.tests if group else None,
        complete=group is not None and group.tests.complete,
        tokens=spending.tokens.input + spending.tokens.output,
        cost_usd=spending.cost_usd,
        seconds=spending.seconds,
        basis=group.basis if group else None,
    )
