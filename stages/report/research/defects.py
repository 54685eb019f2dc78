"""Defects found: how many of the known defects of a code base the models' reviews name."""

from typing import NamedTuple

from assay.scores.model_metrics import ANALYSIS, DEFECT
from assay.statistics.means import mean
from stages.report.research.study import Study
from stages.report.research.tags import Share, TagShares

HARDEST = 10
"""How many of the defects that the fewest answers name are listed."""


class MissedDefect(NamedTuple):
    """A known defect, and the share of answers that name it, percent."""

    test: str
    text: str
    answers: int
    named: float


class DefectView(NamedTuple):
    """`overall` is over all reviews; `by_test` has a share for each of them."""

    overall: Share
    by_test: tuple[Share, ...]
    hardest: tuple[MissedDefect, ...]


def defect_view(study: Study, shares: TagShares) -> DefectView | None:
    """None where no test of the suite reviews code."""
    tests = study.tests(lambda prompt: prompt.type == ANALYSIS)
    if not tests:
        return None
    by_test = [shares.share(study.prompts[test].dataset or test, DEFECT, [test]) for test in tests]
    return DefectView(
        overall=shares.share("all reviews", DEFECT, tests),
        by_test=tuple(share for share in by_test if share.criteria),
        hardest=tuple(_hardest(study, shares, tests)),
    )


def _hardest(study: Study, shares: TagShares, tests: list[str]) -> list[MissedDefect]:
    """The defects that the fewest answers of the real models name, the least known first."""
    by_criterion = shares.by_criterion(DEFECT, tests)
    lines = []
    for test in tests:
        for item in study.evidence.criteria[test]:
            answers = by_criterion.get((test, item.id))
            if answers:
                lines.append(MissedDefect(test, item.text, len(answers), 100 * mean(answers)))
    lines.sort(key=lambda line: (line.named, line.test, line.text))
    return lines[:HARDEST]
