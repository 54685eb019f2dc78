"""The results as lines of tables: pairs of models, tags, scores by test.

A missing figure is None, which no template can print: it has to say in words what is missing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from assay.records.leaderboard import Decision, Difference
from assay.records.pipeline import Interval, TestScore
from stages.report.run_evidence import Evidence

LEAST_FOR_A_TAG = 10
"""A tag that fewer criteria carry has no line: its share would say little."""
Pairs = Mapping[frozenset[str], Difference]
"""Each pair of models by both names."""


def pairs_by_names(pairs: Iterable[Difference]) -> Pairs:
    return {frozenset((pair.first, pair.second)): pair for pair in pairs}


class PairPoints(NamedTuple):
    """One model of a pair minus the other, in points of the score; None: not known."""

    difference: float | None
    interval: Interval | None
    decision: Decision


def seen_from(first: str, pair: Difference) -> PairPoints:
    """The difference as seen from one model, whichever way round it was worked out."""
    interval = None
    if pair.low is not None and pair.high is not None:
        interval = Interval(low=pair.low, high=pair.high)
    if pair.first == first or pair.difference is None:
        return PairPoints(pair.difference, interval, pair.decision)
    turned = Interval(low=-interval.high, high=-interval.low) if interval else None
    return PairPoints(-pair.difference, turned, pair.decision)


class PairLine(NamedTuple):
    """Two models over all tests. `largest`: the tests that they differ most in, the largest first.

    `categories`: the difference on the tests of each category alone.
    """

    pair: Difference
    largest: tuple[tuple[str, float], ...]
    categories: tuple[PairPoints | None, ...]


def pair_lines(evidence: Evidence, by_category: Sequence[Pairs]) -> list[PairLine]:
    """Each pair of models, significant ones first, then by the size of their difference."""
    lines = []
    for pair in evidence.leaderboard.pairs:
        names = frozenset((pair.first, pair.second))
        found = [of_category.get(names) for of_category in by_category]
        points = tuple(seen_from(pair.first, each) if each else None for each in found)
        tests = sorted(pair.largest.items(), key=lambda item: (-abs(item[1]), item[0]))
        lines.append(PairLine(pair, tuple(tests), points))

    def order(line: PairLine) -> tuple[bool, float, str, str]:
        pair = line.pair
        return not pair.significant, -abs(pair.difference or 0.0), pair.first, pair.second

    return sorted(lines, key=order)


class Neighbours(NamedTuple):
    """A model and the next one on the leaderboard: the first minus the next, in points."""

    first: str
    next: str
    points: PairPoints
    pair: Difference


def neighbours(evidence: Evidence) -> list[Neighbours]:
    """Each ranked model against the next; with a baseline, only where one of them is that."""
    by_names = pairs_by_names(evidence.leaderboard.pairs)
    ranked = [row.model for row in evidence.leaderboard.models if row.complete]
    lines = []
    for upper, lower in pairwise(ranked):
        pair = by_names.get(frozenset((upper, lower)))
        if pair:
            lines.append(Neighbours(upper, lower, seen_from(upper, pair), pair))
    return lines


class TagLine(NamedTuple):
    """How many criteria carry a tag, and what each model meets of them, percent."""

    tag: str
    criteria: int
    scores: tuple[float | None, ...]


def tags(evidence: Evidence) -> list[TagLine]:
    """What each model meets by what criteria ask for, the most frequent tag first.

    `scores` is in the order of the leaderboard. The first line, without a tag, is that of the known
    defects which code analyses name, if there are any.
    """
    figures = [evidence.figures(model) for model in evidence.ranked]
    counts, defects = _tag_counts(evidence)
    lines = []
    if defects:
        named = tuple(of_model.defects_found if of_model else None for of_model in figures)
        lines.append(TagLine("", defects, named))
    for tag, number in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if number >= LEAST_FOR_A_TAG:
            met = tuple(of_model.tags.get(tag) if of_model else None for of_model in figures)
            lines.append(TagLine(tag, number, met))
    return lines


def _tag_counts(evidence: Evidence) -> tuple[Counter[str], int]:
    """How many criteria carry each tag, and how many name a known defect in a code analysis."""
    counts: Counter[str] = Counter()
    defects = 0
    for prompt in evidence.prompts:
        for criterion in evidence.criteria[prompt.test]:
            counts.update(criterion.tags)
            defects += prompt.type == "code_analysis" and "defect" in criterion.tags
    return counts, defects


class ScoreCell(NamedTuple):
    """One model's score in one test, percent; None: `status` says why."""

    model: str
    test: str
    score: float | None
    status: str


ScoreCells = Mapping[tuple[str, str], ScoreCell]
"""The cell of every test and model, by both names."""


def score_cells(evidence: Evidence) -> ScoreCells:
    """The cell of every test and model, by the leading judge group."""
    cells = {}
    for model in evidence.ranked:
        for test, cell in score_cells_of(evidence, model).items():
            cells[test, model] = cell
    return cells


def score_cells_of(evidence: Evidence, model: str) -> dict[str, ScoreCell]:
    """The model's cells by test."""
    cells = {of.test: ScoreCell(model, of.test, None, "missing") for of in evidence.prompts}
    for score in evidence.scores[model]:
        if score.judge_group == evidence.judge_group:
            cells[score.test] = ScoreCell(model, score.test, test_score(score), score.status)
    return cells


def test_score(score: TestScore) -> float | None:
    """The mean of accuracy and completeness, percent; None for a test that is not scored."""
    parts = (score.accuracy, score.completeness)
    values = [part.score for part in parts if part and part.score is not None]
    if score.status != "scored" or len(values) < len(parts):
        return None
    return sum(values) / len(parts)


class OverviewLine(NamedTuple):
    """One test with a cell for each model."""

    test: str
    cells: tuple[ScoreCell, ...]


class OverviewTable(NamedTuple):
    """One category: each model's score in it, and its tests."""

    category: str
    scores: tuple[float | None, ...]
    lines: tuple[OverviewLine, ...]


def overview(evidence: Evidence, cells: ScoreCells) -> list[OverviewTable]:
    """Each category with its tests, the models in the order of the leaderboard."""
    tables = []
    for category in evidence.categories:
        found = [evidence.category_score(model, category) for model in evidence.ranked]
        scores = tuple(each.score if each else None for each in found)
        lines = overview_lines(evidence, cells, category, evidence.ranked)
        tables.append(OverviewTable(category, scores, lines))
    return tables


def overview_lines(
    evidence: Evidence, cells: ScoreCells, category: str, models: Sequence[str]
) -> tuple[OverviewLine, ...]:
    """The tests of the category, each with a cell for each of the models in this order."""
    lines = []
    for prompt in evidence.prompts:
        if prompt.category == category:
            of_models = tuple(cells[prompt.test, model] for model in models)
            lines.append(OverviewLine(prompt.test, of_models))
    return tuple(lines)
