"""The share of criteria with a tag that models meet, and the known defects that they miss."""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from assay.content.criteria import Criterion
from assay.records.pipeline import CHECKS
from assay.scores.model_metrics import ANALYSIS, DEFECT
from assay.statistics.means import mean
from stages.report.research.study import ShareColumn, Study, mean_of_models

HARDEST = 10
"""How many of the defects that the fewest answers name are listed."""


def share(study: Study, name: str, tag: str, tests: Sequence[str]) -> ShareColumn | None:
    """Percent of the criteria with the tag in these tests that are met, by weight.

    A test weighs what its criteria weigh. None without such criteria.
    """
    criteria = {test: _decidable(study, tag, test) for test in tests}
    chosen = [test for test in tests if criteria[test]]
    if not chosen:
        return None
    weights = {test: fsum(item.weight for item in criteria[test]) for test in chosen}
    by_model = {digest.model: digest.shares.of_tag(tag, chosen) for digest in study.digests}
    everybody = mean_of_models(by_model[model] for model in study.real)
    return ShareColumn(
        name=name,
        over=f"{sum(map(len, criteria.values()))} criteria",
        all_models=study.percent(everybody, weights),
        by_model=tuple(study.percent(met, weights) for met in by_model.values()),
    )


def shares(
    study: Study, tags: Mapping[str, str], tests: Mapping[str, Sequence[str]]
) -> tuple[ShareColumn, ...]:
    """A share for each name with its tag in its tests; those without criteria are left out."""
    found = [share(study, name, tag, tests[name]) for name, tag in tags.items()]
    return tuple(filter(None, found))


def _decidable(study: Study, tag: str, test: str) -> list[Criterion]:
    """Those with the tag that the leading judge group can decide."""
    by_checks = study.evidence.judge_group == CHECKS
    if by_checks and study.prompts[test].answer == "document":
        return []
    return [
        item
        for item in study.evidence.criteria[test]
        if tag in item.tags and (item.check is not None or item.run or not by_checks)
    ]


class MissedDefect(NamedTuple):
    """A known defect, and the share of answers that name it, percent."""

    test: str
    text: str
    answers: int
    named: float


class DefectView(NamedTuple):
    """`shares`: over all reviews, then of each of them if there are several."""

    shares: tuple[ShareColumn, ...]
    hardest: tuple[MissedDefect, ...]


def defect_view(study: Study) -> DefectView | None:
    """How many of the known defects of a code base reviews name; None where none is known."""
    tests = study.tests(lambda prompt: prompt.type == ANALYSIS)
    overall = share(study, "all reviews", DEFECT, tests)
    if overall is None:
        return None
    names = {study.prompts[test].dataset or test: [test] for test in tests}
    by_test = shares(study, dict.fromkeys(names, DEFECT), names)
    several = by_test if len(by_test) > 1 else ()
    return DefectView((overall, *several), tuple(_hardest(study, tests)))


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
