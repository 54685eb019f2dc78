"""The results as lines of tables: leaderboard, pairs, categories, attempts, tags, scores by test.

A missing figure is None, which no template can print: it has to say in words what is missing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from assay.records.leaderboard import Decision, Difference, LeaderboardRow
from assay.records.models import (
    AttemptFigures,
    CategoryScore,
    GroupFigures,
    ScoreBounds,
)
from assay.records.pipeline import AUTOMATIC_GROUPS, AutomaticGroup, Interval, TestScore
from stages.report.evidence import Evidence

LEAST_FOR_A_TAG = 10
"""A tag that fewer criteria carry has no line: its share would say little."""


class BoardLine(NamedTuple):
    """One model on the leaderboard, with the bounds that its unjudged criteria leave open."""

    row: LeaderboardRow
    bounds: ScoreBounds | None
    tests: int

    @property
    def cost_per_test(self) -> float | None:
        """US dollars for each test of the suite; None where a price is unknown."""
        if self.row.cost_usd is None or not self.tests:
            return None
        return self.row.cost_usd / self.tests


def leaderboard(evidence: Evidence) -> list[BoardLine]:
    """The models from best to worst."""
    lines = []
    for row in evidence.leaderboard.models:
        figures = evidence.figures(row.model)
        lines.append(BoardLine(row, figures.bounds if figures else None, len(evidence.prompts)))
    return lines


class PairLine(NamedTuple):
    """Two models, and the tests that they differ most in, the largest difference first."""

    pair: Difference
    largest: tuple[tuple[str, float], ...]


def pairs(evidence: Evidence) -> list[PairLine]:
    """Each pair of models, significant ones first, then by the size of their difference."""

    def order(pair: Difference) -> tuple[bool, float, str, str]:
        return not pair.significant, -abs(pair.difference or 0.0), pair.first, pair.second

    return [pair_line(pair) for pair in sorted(evidence.leaderboard.pairs, key=order)]


def pair_line(pair: Difference) -> PairLine:
    """The pair with its tests in order: JSON keeps none."""
    tests = sorted(pair.largest.items(), key=lambda item: (-abs(item[1]), item[0]))
    return PairLine(pair, tuple(tests))


class Neighbours(NamedTuple):
    """A model and the next one on the leaderboard: the first minus the next, in points."""

    first: str
    next: str
    difference: float | None
    interval: Interval | None
    decision: Decision


def neighbours(evidence: Evidence) -> list[Neighbours]:
    """Each ranked model against the next; with a baseline, only where one of them is that."""
    by_names = pairs_by_names(evidence.leaderboard.pairs)
    ranked = [row.model for row in evidence.leaderboard.models if row.complete]
    lines = []
    for upper, lower in pairwise(ranked):
        pair = by_names.get(frozenset((upper, lower)))
        if pair:
            lines.append(Neighbours(upper, lower, *seen_from(upper, pair)))
    return lines


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


class AttemptLine(NamedTuple):
    """How alike one model's attempts are."""

    model: str
    attempts: AttemptFigures


def attempts(evidence: Evidence) -> list[AttemptLine]:
    """A line for each model with several attempts."""
    lines = []
    for model in evidence.ranked:
        figures = evidence.figures(model)
        if figures and figures.attempts:
            lines.append(AttemptLine(model, figures.attempts))
    return lines


class CategoryLine(NamedTuple):
    """One model in one category; None: it has no scored test there."""

    model: str
    scores: CategoryScore | None


class CategoryTable(NamedTuple):
    category: str
    lines: tuple[CategoryLine, ...]


def categories(evidence: Evidence) -> list[CategoryTable]:
    """Each category of the suite with a line for each model."""
    tables = []
    for category in evidence.categories:
        lines = (
            CategoryLine(model, evidence.category_score(model, category))
            for model in evidence.ranked
        )
        tables.append(CategoryTable(category, tuple(lines)))
    return tables


class PeopleLine(NamedTuple):
    """The dialogue category of one model by people's marks, percent."""

    model: str
    score: float


def people(evidence: Evidence) -> list[PeopleLine]:
    """The dialogue category by people's marks, for the models that have them."""
    lines = []
    for model in evidence.ranked:
        figures = evidence.figures(model)
        if figures and figures.lcif_by_people is not None:
            lines.append(PeopleLine(model, figures.lcif_by_people))
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
    lines = []
    defects = _known_defects(evidence)
    if defects:
        named = tuple(of_model.defects_found if of_model else None for of_model in figures)
        lines.append(TagLine("", defects, named))
    for tag, count in _tag_counts(evidence):
        if count >= LEAST_FOR_A_TAG:
            met = tuple(of_model.tags.get(tag) if of_model else None for of_model in figures)
            lines.append(TagLine(tag, count, met))
    return lines


def _tag_counts(evidence: Evidence) -> list[tuple[str, int]]:
    counts: Counter[str] = Counter()
    for prompt in evidence.prompts:
        for criterion in evidence.criteria[prompt.test]:
            counts.update(criterion.tags)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _known_defects(evidence: Evidence) -> int:
    """How many criteria of code analyses name a defect that is known to be in the source."""
    analyses = [prompt for prompt in evidence.prompts if prompt.type == "code_analysis"]
    return sum(
        "defect" in criterion.tags
        for prompt in analyses
        for criterion in evidence.criteria[prompt.test]
    )


class GroupLine(NamedTuple):
    """One judge group's figures of one model."""

    model: str
    judge_group: AutomaticGroup
    figures: GroupFigures


def groups(evidence: Evidence) -> list[GroupLine]:
    """Each judge group that judged, model by model: side by side, never averaged."""
    lines = []
    for model in evidence.ranked:
        for judge_group in AUTOMATIC_GROUPS:
            figures = evidence.metrics[model].group(judge_group)
            if figures:
                lines.append(GroupLine(model, judge_group, figures))
    return lines


class ScoreCell(NamedTuple):
    """One model's score in one test, percent; None: `status` says why."""

    model: str
    test: str
    score: float | None
    status: str


ScoreCells = Mapping[tuple[str, str], ScoreCell]
"""The cell of every test and model, by both names."""


class OverviewLine(NamedTuple):
    """One test with a cell for each model."""

    test: str
    title: str
    cells: tuple[ScoreCell, ...]


class OverviewTable(NamedTuple):
    category: str
    lines: tuple[OverviewLine, ...]


def overview(evidence: Evidence) -> list[OverviewTable]:
    """Each category with its tests, and for each test one cell a model."""
    cells = score_cells(evidence)
    return [
        OverviewTable(category, overview_lines(evidence, cells, category, evidence.ranked))
        for category in evidence.categories
    ]


def overview_lines(
    evidence: Evidence, cells: ScoreCells, category: str, models: Sequence[str]
) -> tuple[OverviewLine, ...]:
    """The tests of the category, each with a cell for each of the models in this order."""
    lines = []
    for prompt in evidence.prompts:
        if prompt.category == category:
            of_models = tuple(cells[prompt.test, model] for model in models)
            lines.append(OverviewLine(prompt.test, prompt.title, of_models))
    return tuple(lines)


def pairs_by_names(pairs: Iterable[Difference]) -> dict[frozenset[str], Difference]:
    """Each pair of models by both names."""
    return {frozenset((pair.first, pair.second)): pair for pair in pairs}


def score_cells(evidence: Evidence) -> ScoreCells:
    """The cell of every test and model, by the leading judge group."""
    cells: dict[tuple[str, str], ScoreCell] = {}
    for model in evidence.ranked:
        for prompt in evidence.prompts:
            cells[prompt.test, model] = ScoreCell(model, prompt.test, None, "missing")
        for score in evidence.scores[model]:
            if score.judge_group == evidence.judge_group:
                cell = ScoreCell(model, score.test, test_score(score), score.status)
                cells[score.test, model] = cell
    return cells


def test_score(score: TestScore) -> float | None:
    """The mean of accuracy and completeness, percent; None for a test that is not scored."""
    parts = (score.accuracy, score.completeness)
    values = [part.score for part in parts if part and part.score is not None]
    if score.status != "scored" or len(values) < len(parts):
        return None
    return sum(values) / len(parts)


def better_in(pair: Difference, model: str) -> Sequence[str]:
    """The tests in which this model of the pair is better."""
    return pair.first_better if model == pair.first else pair.second_better
