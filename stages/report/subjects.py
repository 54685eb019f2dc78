"""What the page of one model, one judge, one data set or one category shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from assay.config.settings import ScoreConfig
from assay.records.leaderboard import Decision, Difference
from assay.records.models import CategoryScore
from assay.records.pipeline import Answer, Interval, TestScore
from assay.records.totals import total_usage, total_usd
from assay.scores.intervals import score_interval
from assay.scores.pairs import compare_all
from stages.report.evidence import Evidence
from stages.report.judge_figures import FigureCell, Unit
from stages.report.judging import JudgeLine
from stages.report.measured import DatasetLine
from stages.report.results import (
    BoardLine,
    OverviewLine,
    ScoreCell,
    better_in,
    overview_lines,
    pairs_by_names,
    score_cells,
)
from stages.report.summary import CategoryLeader, category_sentences
from stages.report.tables import Tables


class CategoryScores(NamedTuple):
    category: str
    scores: CategoryScore | None


class AgainstLine(NamedTuple):
    """The model of the page minus another one."""

    other: str
    difference: float | None
    decision: Decision
    better_in: int
    worse_in: int


class ModelTestLine(NamedTuple):
    """One test of one model: its score, and what all its attempts took."""

    cell: ScoreCell
    cost_usd: float | None
    tokens: int
    seconds: float


@dataclass(frozen=True)
class ModelPage:
    line: BoardLine
    categories: tuple[CategoryScores, ...]
    pairs: tuple[AgainstLine, ...]
    tests: tuple[ModelTestLine, ...]


def model_page(evidence: Evidence, tables: Tables, line: BoardLine) -> ModelPage:
    model = line.row.model
    breakdown = evidence.breakdown(model)
    categories = breakdown.categories if breakdown else {}
    cells = score_cells(evidence)
    tests = []
    for prompt in evidence.prompts:
        answers = [item for item in evidence.answers[model] if item.test == prompt.test]
        tests.append(_model_test(cells[prompt.test, model], answers))
    pairs = [pair for pair in evidence.leaderboard.pairs if model in (pair.first, pair.second)]
    return ModelPage(
        line=line,
        categories=tuple(
            CategoryScores(name, categories.get(name)) for name in evidence.categories
        ),
        pairs=tuple(_against(model, pair) for pair in pairs),
        tests=tuple(tests),
    )


def _model_test(cell: ScoreCell, answers: Sequence[Answer]) -> ModelTestLine:
    usage = total_usage(answers)
    seconds = sum(answer.latency_s for answer in answers)
    return ModelTestLine(cell, total_usd(answers), usage.input + usage.output, seconds)


def _against(model: str, pair: Difference) -> AgainstLine:
    other = pair.second if model == pair.first else pair.first
    difference = pair.difference
    if difference is not None and model == pair.second:
        difference = -difference
    return AgainstLine(
        other,
        difference,
        pair.decision,
        len(better_in(pair, model)),
        len(better_in(pair, other)),
    )


class JudgeFigureLine(NamedTuple):
    name: str
    of: str
    unit: Unit
    advice: str
    cell: FigureCell


@dataclass(frozen=True)
class JudgePage:
    judge: str
    line: JudgeLine
    figures: tuple[JudgeFigureLine, ...]
    passed: tuple[tuple[str, float | None], ...]


def judge_page(evidence: Evidence, tables: Tables, line: JudgeLine) -> JudgePage:
    number = evidence.judges.index(line.judge)
    figures = tuple(
        JudgeFigureLine(kind.name, kind.of, kind.unit, kind.advice, kind.cells[number])
        for kind in tables.trust.figures
    )
    passed = tuple(zip(evidence.ranked, line.passed_by_model, strict=True))
    return JudgePage(line.judge, line, figures, passed)


@dataclass(frozen=True)
class DatasetPage:
    """`tests`: each model with its scores in the tests on the data set."""

    line: DatasetLine
    tests: tuple[tuple[str, tuple[ScoreCell, ...]], ...]


def dataset_page(evidence: Evidence, line: DatasetLine) -> DatasetPage:
    if not line.tests:
        return DatasetPage(line, ())
    cells = score_cells(evidence)
    by_model = []
    for model in evidence.ranked:
        by_model.append((model, tuple(cells[test, model] for test in line.tests)))
    return DatasetPage(line, tuple(by_model))


class MeanUsage(NamedTuple):
    """What one answer of the category took on average."""

    cost_usd: float | None
    tokens: float
    seconds: float
    tokens_per_second: float | None


class CategoryPlace(NamedTuple):
    """One model in the category.

    `against_best` is the pair with the best one, None for that one.
    """

    model: str
    scores: CategoryScore | None
    interval: Interval | None
    against_best: Difference | None
    took: MeanUsage

    @property
    def behind(self) -> float:
        """The paired difference to the best model in points; below zero this one is worse."""
        if self.against_best is None or self.against_best.difference is None:
            return 0.0
        difference = self.against_best.difference
        return difference if self.against_best.first == self.model else -difference


CategoryPairs = Mapping[frozenset[str], Difference]
"""Each pair of models on the tests of the category alone, by both names."""


@dataclass(frozen=True)
class CategoryPage:
    """One category: the models from best to worst, and its tests with a cell for each of them."""

    leader: CategoryLeader
    lines: tuple[CategoryPlace, ...]
    tests: tuple[OverviewLine, ...]
    pairs: CategoryPairs

    @property
    def category(self) -> str:
        return self.leader.category

    @property
    def sentences(self) -> tuple[str, ...]:
        return category_sentences(self.leader)


def category_page(
    evidence: Evidence, config: ScoreConfig, seed: int, category: str
) -> CategoryPage:
    """The category's own ranking: intervals and pairs are worked out on its tests alone."""
    scores = {model: _scores(evidence, model, category) for model in evidence.ranked}
    pairs = pairs_by_names(compare_all(config, seed, scores))
    intervals = {model: score_interval(config, seed, scores[model]) for model in evidence.ranked}
    lines = _category_lines(evidence, category, pairs, intervals)
    models = [line.model for line in lines]
    tests = overview_lines(evidence, score_cells(evidence), category, models)
    return CategoryPage(_category_leader(category, lines), lines, tests, pairs)


def _category_lines(
    evidence: Evidence,
    category: str,
    pairs: CategoryPairs,
    intervals: Mapping[str, Interval | None],
) -> tuple[CategoryPlace, ...]:
    """A line for each model, the one with the best score in the category first."""
    by_model = {model: evidence.category_score(model, category) for model in evidence.ranked}

    def order(model: str) -> float:
        of_model = by_model[model]
        return -of_model.score if of_model else 1.0

    ranked = sorted(evidence.ranked, key=order)
    return tuple(
        CategoryPlace(
            model=model,
            scores=by_model[model],
            interval=intervals[model],
            against_best=pairs.get(frozenset((ranked[0], model))),
            took=_took(evidence, model, category),
        )
        for model in ranked
    )


def _category_leader(category: str, lines: Sequence[CategoryPlace]) -> CategoryLeader:
    best = lines[0]
    tied = [
        line.model
        for line in lines
        if line.scores and line.against_best and not line.against_best.significant
    ]
    return CategoryLeader(
        category=category,
        model=best.model,
        score=best.scores.score if best.scores else None,
        interval=best.interval,
        tied=tuple(tied),
    )


def _scores(evidence: Evidence, model: str, category: str) -> list[TestScore]:
    return [
        score
        for score in evidence.scores[model]
        if score.category == category and score.judge_group == evidence.judge_group
    ]


def _took(evidence: Evidence, model: str, category: str) -> MeanUsage:
    tests = {prompt.test for prompt in evidence.prompts if prompt.category == category}
    answers = [item for item in evidence.answers[model] if item.test in tests]
    count = max(len(answers), 1)
    usage = total_usage(answers)
    seconds = sum(answer.latency_s for answer in answers)
    cost = total_usd(answers)
    return MeanUsage(
        cost_usd=None if cost is None else cost / count,
        tokens=(usage.input + usage.output) / count,
        seconds=seconds / count,
        tokens_per_second=usage.output / seconds if seconds else None,
    )
