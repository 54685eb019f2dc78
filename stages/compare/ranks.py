"""The leaderboard: models in order, with what the decisions on their pairs say about the ranks."""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from assay.config.settings import ScoreConfig
from assay.records.leaderboard_records import Difference, Leaderboard, LeaderboardRow
from assay.records.models import Breakdown, ModelMetrics, ModelSpending, ScoreKind
from assay.records.pipeline import AutomaticGroup, TestScore
from assay.scores.contestants import MARGIN, Contest, contest_of
from assay.scores.pairs import compare_all
from assay.scores.reliability import suite_reliability
from assay.scores.suite import scores_of


def score_kinds(
    metrics: Mapping[str, ModelMetrics], judge_group: AutomaticGroup
) -> dict[str, ScoreKind]:
    """Of each model: `final` if it has a final score, else `final_provisional`."""
    kinds: dict[str, ScoreKind] = {}
    for model, of_model in metrics.items():
        group = of_model.group(judge_group)
        is_final = group is not None and group.final is not None
        kinds[model] = "final" if is_final else "final_provisional"
    return kinds


class Run(NamedTuple):
    """The figures of all models, and which of them are rulers: gold, echo and null.

    `reasoning`: the levels of those whose files set one.
    """

    metrics: Mapping[str, ModelMetrics]
    spending: Mapping[str, ModelSpending]
    scores: Mapping[str, Sequence[TestScore]]
    rulers: Container[str]
    reasoning: Mapping[str, str] = {}

    @property
    def judge_group(self) -> AutomaticGroup:
        """The LLM judges, if every model has scores by them; else the checks."""
        return "llm" if all(of_model.llm for of_model in self.metrics.values()) else "checks"


def board_of(
    run: Run, config: ScoreConfig, seed: int, margin: float = MARGIN, baseline: str | None = None
) -> Leaderboard:
    """The leaderboard. Rulers take no part in the comparison, whatever the baseline."""
    group = run.judge_group
    kinds = score_kinds(run.metrics, group)
    contestants = [model for model in run.scores if model not in run.rulers]
    # a model without marks makes nobody else provisional: it stands below those that have them
    finals = [model for model in contestants if kinds[model] == "final"]
    compared = {
        model: scores_of(run.scores[model], group, kinds[model]) for model in finals or contestants
    }
    contest = contest_of(config, seed, compared, margin)
    pairs = compare_all(contest, baseline if baseline in compared else None)
    rows = leaderboard(run, contest, pairs)
    leaders = [row.model for row in rows if row.group == 1]
    return Leaderboard(
        judge_group=group,
        models=tuple(rows),
        pairs=tuple(pairs),
        margin=margin,
        suite=suite_reliability(contest, leaders) if leaders else None,
    )


def leaderboard(run: Run, contest: Contest, pairs: Sequence[Difference]) -> list[LeaderboardRow]:
    """The contestants from best to worst, those that are not in the contest, then the rulers.

    A `group` holds models that do not differ significantly from its first one. `best_rank` and
    `worst_rank` are the ranks that the decisions on its pairs leave a model. A model with a gap has
    its rank like any other, by its estimate.
    """
    kinds = score_kinds(run.metrics, run.judge_group)
    rows = [_row(run, model, kind, contest) for model, kind in kinds.items()]
    rows.sort(key=_order)
    ranks = _ranks([row.model for row in rows if row.estimate is not None], pairs)
    return [row.model_copy(update=ranks.get(row.model, {})) for row in rows]


def _order(row: LeaderboardRow) -> tuple[bool, bool, bool, float, str]:
    """Contestants first, the best first, ties by name; those without any score below."""
    score = row.score if row.estimate is None else row.estimate
    return row.ruler, row.estimate is None, score is None, -(score or 0.0), row.model


def _ranks(models: Sequence[str], pairs: Sequence[Difference]) -> dict[str, dict[str, int]]:
    """A row's four keys of ranks, for models that stand in order, best first.

    A model is in the first group whose first model it is not significantly behind.
    """
    decided = {(pair.better, pair.worse) for pair in pairs if pair.significant}
    ranks: dict[str, dict[str, int]] = {}
    firsts: dict[str, int] = {}
    for rank, model in enumerate(models, 1):
        open_ = (of for first, of in firsts.items() if (first, model) not in decided)
        group = next(open_, None) or firsts.setdefault(model, rank)
        better = sum((other, model) in decided for other in models)
        worse = sum((model, other) in decided for other in models)
        worst = len(models) - worse
        places = {"rank": rank, "group": group, "best_rank": 1 + better, "worst_rank": worst}
        ranks[model] = places
    return ranks


NOTHING = Breakdown(accuracy=None, completeness=None, categories={})


def _row(run: Run, model: str, kind: ScoreKind, contest: Contest) -> LeaderboardRow:
    group = run.metrics[model].group(run.judge_group)
    spending = run.spending[model].generate
    figures = group.breakdown(kind) if group else NOTHING
    score = group.score(kind) if group else None
    scored = "" if score is None else model
    best, top_three = contest.chances.get(model, (None, None))
    return LeaderboardRow(
        model=model,
        reasoning=run.reasoning.get(model, ""),
        ruler=model in run.rulers,
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
        latency_s=spending.latency_s,
        output_tokens_per_second=spending.output_tokens_per_second,
        basis=group.basis if group else None,
    )
