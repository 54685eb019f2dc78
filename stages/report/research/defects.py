"""Defects found: how many of the known defects of a code base the models' reviews name."""

from typing import NamedTuple

from assay.scores.model_metrics import ANALYSIS, DEFECT
from assay.statistics.means import mean
from stages.report.research.study import Study
from stages.report.research.tags import Share, share

HARDEST = 10
"""How many of the defects that the fewest answers name are listed."""


class MissedDefect(NamedTuple):
    """A known defect, and the share of answers that name it, percent."""

    test: str
    text: str
    answers: int
    named: float


class DefectView(NamedTuple):
    """`shares`: over all reviews, then of each of them if there are several."""

    shares: tuple[Share, ...]
    hardest: tuple[MissedDefect, ...]


def defect_view(study: Study) -> DefectView | None:
    """None where no test of the suite reviews code."""
    tests = study.tests(lambda prompt: prompt.type == ANALYSIS)
    if not tests:
        return None
    shares = [share(study, "all reviews", DEFECT, tests)]
    by_test = [share(study, study.prompts[test].dataset or test, DEFECT, [test]) for test in tests]
    with_defects = [each for each in by_test if each.criteria]
    if len(with_defects) > 1:
        shares += with_defects
    return DefectView(tuple(shares), tuple(_hardest(study, tests)))


def _hardest(study: Study, tests: list[str]) -> list[MissedDefect]:
    """The defects that the fewest answers of the real models name, the least known first."""
    real = [digest.shares.named for digest in study.digests if digest.model in study.real]
    lines = []
    for test in tests:
        for item in study.evidence.criteria[test]:
            answers = [value for named in real for value in named.get((test, item.id), ())]
            if answers:
                lines.append(MissedDefect(test, item.text, len(answers), 100 * mean(answers)))
    lines.sort(key=lambda line: (line.named, line.test, line.text))
    return lines[:HARDEST]
