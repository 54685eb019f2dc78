"""The leaderboard: models in order, with what the decisions on their pairs say about the ranks."""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from assay.config.settings import ScoreConfig
from assay.records.leaderboard_records import Difference, Leaderboard, LeaderboardRow
from assay.records.models import (
    Breakdown,
    GroupFigures,
    ModelMetrics,
    ModelSpending,
    ScoreKind,
    Spending,
)
from assay.records.pipeline import AutomaticGroup, TestScore
from assay.scores.contestants import MARGIN, Contest, contest_of
from assay.scores.pairs import compare_all
from assay.scores.raters import raters_figures
from assay.scores.reliability import suite_reliability
from assay.scores.suite import scores_of


def score_kind(metrics: Mapping[str, ModelMetrics], judge_group: AutomaticGroup) -> ScoreKind:
    """`final` if every model has a final score; else all are compared by provisional ones."""
    groups = [of_model.group(judge_group) for of_model in metrics.values()]
    whole = all(group is not None and group.final is not None for group in groups)
    return "final" if whole else "final_provisional"


class Run(NamedTuple):
    """The figures of all models, and which of them are rulers: gold, echo and null."""

    metrics: Mapping[str, ModelMetrics]
    spending: Mapping[str, ModelSpending]
    scores: Mapping[str, Sequence[TestScore]]
    rulers: Container[str]

    @property
    def judge_group(self) -> AutomaticGroup:
        """The LLM judges, if every model has scores by them; else the checks."""
        return "llm" if all(of_model.llm for of_model in self.metrics.values()) else "checks"


def board_of(
    run: Run, config: ScoreConfig, seed: int, margin: float = MARGIN, baseline: str | None = None
) -> Leaderboard:
    """The leaderboard. Rulers take no part in the comparison, whatever the baseline."""
    group = run.judge_group
    kind = score_kind(run.metrics, group)
    compared = {
        model: scores_of(of_model, group, kind)
        for model, of_model in run.scores.items()
        if model not in run.rulers
    }
    contest = contest_of(config, seed, compared, margin)
    pairs = compare_all(contest, baseline if baseline in compared else None)
    rows = leaderboard(run.metrics, run.spending, group, contest, pairs)
    leaders = [row.model for row in rows if row.group == 1]
    return Leaderboard(
        judge_group=group,
        models=tuple(rows),
        pairs=tuple(pairs),
        margin=margin,
        suite=suite_reliability(contest, leaders) if leaders else None,
        raters=raters_figures(run.metrics, run.scores, group),
    )


def leaderboard(
    metrics: Mapping[str, ModelMetrics],
    spending: Mapping[str, ModelSpending],
    judge_group: AutomaticGroup,
    contest: Contest,
    pairs: Sequence[Difference],
) -> list[LeaderboardRow]:
    """The contestants from best to worst, then the rulers: the models that are not in the contest.

    A `group` holds models that do not differ significantly from its first one. `best_rank` and
    `worst_rank` are the ranks that the decisions on its pairs leave a model. A model with a gap has
    its rank like any other, by its estimate.
    """
    kind = score_kind(metrics, judge_group)
    rows = [
        _row(model, spending[model].generate, of_model.group(judge_group), kind, contest)
        for model, of_model in metrics.items()
    ]
    rows.sort(key=_order)
    ranks = _ranks([row.model for row in rows if row.estimate is not None], pairs)
    return [row.model_copy(update=ranks.get(row.model, {})) for row in rows]


def _order(row: LeaderboardRow) -> tuple[bool, bool, float, str]:
    """Contestants first, the best first, ties by name; those without any score below."""
    score = row.score if row.estimate is None else row.estimate
    return row.ruler, score is None, -(score or 0.0), row.model


def _ranks(models: Sequence[str], pairs: Sequence[Difference]) -> dict[str, dict[str, int]]:
    """A row's four keys of ranks, for models that stand in order, best first."""
    decided = {(pair.better, pair.worse) for pair in pairs if pair.significant}
    ranks: dict[str, dict[str, int]] = {}
    group = 0
    first_of_group = ""
    for rank, model in enumerate(models, 1):
        if not first_of_group or (first_of_group, model) in decided:
            group = rank
            first_of_group = model
        better = sum((other, model) in decided for other in models)
        worse = sum((model, other) in decided for other in models)
        worst = len(models) - worse
        places = {"rank": rank, "group": group, "best_rank": 1 + better, "worst_rank": worst}
        ranks[model] = places
    return ranks


NOTHING = Breakdown(accuracy=None, completeness=None, categories={})


def _row(
    model: str,
    spending: Spending,
    group: GroupFigures | None,
    kind: ScoreKind,
    contest: Contest,
) -> LeaderboardRow:
    """A model's row, without its ranks."""
    figures = group.breakdown(kind) if group else NOTHING
    score = group.score(kind) if group else None
    scored = "" if score is None else model
    chances = contest.chances.get(model)
    best, top_three = (chances.best, chances.top_three) if chances else (None, None)
    return LeaderboardRow(
        model=model,
        ruler=model not in contest.scores,
        rank=None,
        group=None,
        best_rank=None,
        worst_rank=None,
        chance_best=best,
        chance_top_three=top_three,
        score=score,
        estimate=contest.estimates.get(scored),
        kind=kind,
        interval=contest.intervals.get(scored),
        accuracy=figures.accuracy,
        completeness=figures.completeness,
        coverage=group.coverage if group else None,
        categories={name: category.score for name, category in figures.categories.items()},
        mentioned=group.mentioned if group else {},
        tests=group.tests if group else None,
        complete=group is not None and group.tests.complete,
        tokens=spending.tokens.input + spending.tokens.output,
        cost_usd=spending.cost_usd,
        seconds=spending.seconds,
        basis=group.basis if group else None,
    )
