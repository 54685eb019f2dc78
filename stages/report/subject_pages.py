"""What the page of one model, one judge, one data set or one category shows."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from assay.records.dataset_figures import DatasetMetrics
from assay.records.leaderboard import Difference
from assay.records.models import CategoryScore
from assay.records.pipeline import Interval
from assay.scores.intervals import score_interval
from assay.scores.leaderboard_table import BoardRow
from assay.scores.pairs import compare_all
from stages.report.first_screen import CategoryLeader
from stages.report.model_digest import AnswerLine, ModelDigest, sum_of_known
from stages.report.results import (
    OverviewLine,
    PairPoints,
    Pairs,
    ScoreCell,
    ScoreCells,
    overview_lines,
    pairs_by_names,
    seen_from,
)
from stages.report.run_evidence import Evidence


class AgainstLine(NamedTuple):
    """The model of the page minus another one, and in how many tests it is better and worse."""

    other: str
    points: PairPoints
    better_in: int
    worse_in: int
    pair: Difference


class ModelPage(NamedTuple):
    """`categories`: the model's score in each, None without a scored test."""

    line: BoardRow
    categories: Mapping[str, CategoryScore | None]
    pairs: tuple[AgainstLine, ...]
    tests: tuple[AnswerLine, ...]


def model_page(evidence: Evidence, digest: ModelDigest, line: BoardRow) -> ModelPage:
    model = digest.model
    pairs = [pair for pair in evidence.leaderboard.pairs if model in (pair.first, pair.second)]
    return ModelPage(
        line=line,
        categories={name: evidence.category_score(model, name) for name in evidence.categories},
        pairs=tuple(_against(model, pair) for pair in pairs),
        tests=tuple(digest.lines.values()),
    )


def _against(model: str, pair: Difference) -> AgainstLine:
    better, worse = len(pair.first_better), len(pair.second_better)
    other = pair.second
    if model == pair.second:
        better, worse = worse, better
        other = pair.first
    return AgainstLine(other, seen_from(model, pair), better, worse, pair)


class DatasetPage(NamedTuple):
    """A data set, the tests of the suite on it, and each model's scores in them."""

    dataset: str
    metrics: DatasetMetrics
    tests: tuple[str, ...]
    scores: tuple[tuple[str, tuple[ScoreCell, ...]], ...]


def dataset_pages(evidence: Evidence, cells: ScoreCells) -> list[DatasetPage]:
    """The data sets measured, by name."""
    pages = []
    for name, metrics in sorted(evidence.datasets.items()):
        tests = tuple(prompt.test for prompt in evidence.prompts if prompt.dataset == name)
        scores = []
        for model in evidence.ranked if tests else ():
            scores.append((model, tuple(cells[test, model] for test in tests)))
        pages.append(DatasetPage(name, metrics, tests, tuple(scores)))
    return pages


class MeanUsage(NamedTuple):
    """What one answer of the category took on average."""

    cost_usd: float | None
    tokens: float
    seconds: float
    tokens_per_second: float | None


class CategoryPlace(NamedTuple):
    """One model in the category.

    `against_best`: it minus the best one, None for that one.
    """

    model: str
    scores: CategoryScore | None
    interval: Interval | None
    against_best: PairPoints | None
    took: MeanUsage


class CategoryPage(NamedTuple):
    """One category: the models from best to worst, and its tests with a cell for each of them."""

    leader: CategoryLeader
    lines: tuple[CategoryPlace, ...]
    tests: tuple[OverviewLine, ...]
    pairs: Pairs

    @property
    def category(self) -> str:
        return self.leader.category


def category_page(
    evidence: Evidence, digests: Sequence[ModelDigest], cells: ScoreCells, category: str
) -> CategoryPage:
    """The category's own ranking: intervals and pairs are worked out on its tests alone."""
    scores = {}
    for model in evidence.ranked:
        scores[model] = [
            score
            for score in evidence.scores[model]
            if score.category == category and score.judge_group == evidence.judge_group
        ]
    pairs = pairs_by_names(compare_all(evidence.config, evidence.seed, scores))
    found = {model: evidence.category_score(model, category) for model in evidence.ranked}

    def order(digest: ModelDigest) -> float:
        of_model = found[digest.model]
        return -of_model.score if of_model else 1.0

    ranked = sorted(digests, key=order)
    best = ranked[0].model
    lines = []
    for digest in ranked:
        pair = pairs.get(frozenset((best, digest.model)))
        place = CategoryPlace(
            model=digest.model,
            scores=found[digest.model],
            interval=score_interval(evidence.config, evidence.seed, scores[digest.model]),
            against_best=seen_from(digest.model, pair) if pair else None,
            took=_took(digest, category),
        )
        lines.append(place)
    models = [line.model for line in lines]
    tests = overview_lines(evidence, cells, category, models)
    return CategoryPage(_leader(category, lines), tuple(lines), tests, pairs)


def _leader(category: str, lines: Sequence[CategoryPlace]) -> CategoryLeader:
    best = lines[0]
    tied = [
        line.model
        for line in lines
        if line.scores and line.against_best and line.against_best.decision != "significant"
    ]
    score = best.scores.score if best.scores else None
    return CategoryLeader(category, best.model, score, best.interval, tuple(tied))


def _took(digest: ModelDigest, category: str) -> MeanUsage:
    lines = [line for line in digest.lines.values() if line.category == category]
    answers = max(sum(line.attempts for line in lines), 1)
    cost = sum_of_known([line.cost_usd for line in lines])
    seconds = sum(line.seconds for line in lines)
    output = sum(line.output_tokens for line in lines)
    return MeanUsage(
        cost_usd=None if cost is None else cost / answers,
        tokens=sum(line.tokens for line in lines) / answers,
        seconds=seconds / answers,
        tokens_per_second=output / seconds if seconds else None,
    )
