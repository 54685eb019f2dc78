"""The page of one category: a ranking of its own."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from assay.records.leaderboard_records import Difference
from assay.records.models import CategoryScore
from assay.records.pipeline import Interval
from assay.scores.contestants import contest_of
from assay.scores.pairs import compare_all
from stages.report.model_digest import AnswerLine, ModelDigest
from stages.report.results import Pairs, pairs_by_names, seen_from
from stages.report.run_evidence import Evidence


class CategoryPlace(NamedTuple):
    """One model in the category. `against_best`: it minus the best one, None for that one.

    `took`: what an answer of it took on average.
    """

    model: str
    scores: CategoryScore | None
    interval: Interval | None
    against_best: Difference | None
    took: Mapping[str, float | None]


class CategoryPage(NamedTuple):
    """One category: the models from best to worst, and every two of them on its tests alone."""

    category: str
    lines: tuple[CategoryPlace, ...]
    pairs: Pairs

    @property
    def leader(self) -> CategoryPlace:
        """The model with the best score; without `scores` if no model has one."""
        return self.lines[0]

    @property
    def tied(self) -> list[str]:
        """The models that are not significantly behind the best one."""
        return [
            line.model
            for line in self.lines
            if line.scores and line.against_best and line.against_best.decision != "significant"
        ]


def category_page(
    evidence: Evidence, digests: Sequence[ModelDigest], category: str
) -> CategoryPage:
    """The category's own ranking: intervals and pairs are worked out on its tests alone."""
    scores = {}
    for row in evidence.leaderboard.models:
        if not row.ruler:
            scores[row.model] = [
                score
                for score in evidence.scores[row.model]
                if score.category == category and score.judge_group == evidence.judge_group
            ]
    margin = evidence.leaderboard.margin
    contest = contest_of(evidence.config.score, evidence.config.seed, scores, margin)
    pairs = pairs_by_names(compare_all(contest))
    found = {model: evidence.category_score(model, category) for model in evidence.ranked}

    def order(digest: ModelDigest) -> tuple[bool, float]:
        of_model = found[digest.model]
        return digest.model not in contest.scores, -of_model.score if of_model else 1.0

    ranked = sorted(digests, key=order)
    best = ranked[0].model
    lines = []
    for digest in ranked:
        pair = pairs.get(frozenset((best, digest.model)))
        place = CategoryPlace(
            model=digest.model,
            scores=found[digest.model],
            interval=contest.intervals.get(digest.model),
            against_best=seen_from(digest.model, pair) if pair else None,
            took=_took([digest.lines[test] for test in evidence.tests(category)]),
        )
        lines.append(place)
    return CategoryPage(category, tuple(lines), pairs)


def _took(lines: Sequence[AnswerLine]) -> dict[str, float | None]:
    answers = max(sum(line.attempts for line in lines), 1)
    costs = [line.cost_usd for line in lines]
    seconds = sum(line.seconds for line in lines)
    output = sum(line.output_tokens for line in lines)
    return {
        "cost_usd": None if None in costs else fsum(cost or 0.0 for cost in costs) / answers,
        "tokens": sum(line.tokens for line in lines) / answers,
        "seconds": seconds / answers,
        "tokens_per_second": output / seconds if seconds else None,
    }
