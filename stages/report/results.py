"""The results as lines of tables: pairs of models, tags, scores by test.

A missing figure is None, which no template can print: it has to say in words what is missing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from assay.records.leaderboard_records import Difference
from assay.records.number_text import at_most
from assay.scores.formulas import results
from assay.scores.model_metrics import ANALYSIS, DEFECT
from assay.scores.scores import finds_words
from stages.report.run_evidence import Evidence

LEAST_FOR_A_TAG = 10
"""A tag that fewer criteria carry has no line: its share would say little."""
Pairs = Mapping[frozenset[str], Difference]
"""Each pair of models by both names."""


def pairs_by_names(pairs: Iterable[Difference]) -> Pairs:
    return {frozenset((pair.first, pair.second)): pair for pair in pairs}


def seen_from(model: str, pair: Difference) -> Difference:
    """The same pair with this model as its first one, whichever way round it was worked out."""
    if pair.first == model:
        return pair

    def negated(points: float | None) -> float | None:
        return None if points is None else -points

    turned = {
        "first": pair.second,
        "second": pair.first,
        "difference": negated(pair.difference),
        "low": negated(pair.high),
        "high": negated(pair.low),
        "first_better": pair.second_better,
        "second_better": pair.first_better,
    }
    return pair.model_copy(update=turned)


def pairs_of(evidence: Evidence, model: str) -> list[Difference]:
    """The model against each other one that it was compared with."""
    pairs = evidence.leaderboard.pairs
    return [seen_from(model, pair) for pair in pairs if model in (pair.first, pair.second)]


class PairLine(NamedTuple):
    """Two models over all tests. `largest`: the tests that they differ most in, the largest first.

    `categories`: the difference on the tests of each category alone.
    """

    pair: Difference
    largest: tuple[tuple[str, float], ...]
    categories: tuple[Difference | None, ...]


def pair_lines(evidence: Evidence, by_category: Sequence[Pairs]) -> list[PairLine]:
    """Each pair of models, significant ones first, then by the size of their difference."""
    lines = []
    for pair in evidence.leaderboard.pairs:
        names = frozenset((pair.first, pair.second))
        found = [of_category.get(names) for of_category in by_category]
        categories = tuple(seen_from(pair.first, each) if each else None for each in found)
        tests = sorted(pair.largest.items(), key=lambda item: (-abs(item[1]), item[0]))
        lines.append(PairLine(pair, tuple(tests), categories))

    def order(line: PairLine) -> tuple[bool, float, str, str]:
        pair = line.pair
        return not pair.significant, -abs(pair.difference or 0.0), pair.first, pair.second

    return sorted(lines, key=order)


def neighbours(evidence: Evidence) -> list[Difference]:
    """Each ranked model against the next; with a baseline, only where one of them is that."""
    ranked = [row.model for row in evidence.leaderboard.models if row.rank is not None]
    lines = []
    for upper, lower in pairwise(ranked):
        lines += [pair for pair in pairs_of(evidence, upper) if pair.second == lower]
    return lines


def tag_counts(evidence: Evidence) -> list[tuple[str, int]]:
    """How many criteria of tests that can be scored carry each tag, the most frequent first.

    The name of the first line is empty: it is that of the known defects which code analyses name,
    if there are any.
    """
    counts: Counter[str] = Counter()
    defects = 0
    for prompt in evidence.prompts:
        if finds_words(evidence.judge_group, prompt):
            continue
        for criterion in evidence.criteria[prompt.test]:
            counts.update(criterion.tags)
            defects += prompt.type == ANALYSIS and DEFECT in criterion.tags
    frequent = [item for item in counts.items() if item[1] >= LEAST_FOR_A_TAG]
    by_count = sorted(frequent, key=lambda item: (-item[1], item[0]))
    return [("", defects), *by_count] if defects else by_count


class ScoreCell(NamedTuple):
    """One model's score in one test, percent; None: `status` says why, or how much it can be."""

    score: float | None
    status: str


ScoreCells = Mapping[tuple[str, str], ScoreCell]
"""The cell of every test and model, by both names."""


def score_cells(evidence: Evidence) -> ScoreCells:
    """The cell of every test and model, by the leading judge group."""
    cells = {}
    for model in evidence.ranked:
        of_group = [s for s in evidence.scores[model] if s.judge_group == evidence.judge_group]
        for prompt in evidence.prompts:
            cells[prompt.test, model] = ScoreCell(None, "missing")
        for score in of_group:
            cells[score.test, model] = ScoreCell(None, score.status)
        for test, pair in evidence.results[model].items():
            cells[test, model] = ScoreCell(pair.score, "scored")
        for test, pair in results(of_group, "mentioned").items():
            cells[test, model] = ScoreCell(None, at_most(pair.score))
    return cells
