"""Complexity of what is generated: GCI and lines of code before and after."""

from math import inf
from statistics import fmean as mean
from statistics import median
from typing import NamedTuple

from stages.report.model_digest import ImprovementLine
from stages.report.research.study import Mean, Study, grouped, mean_known


class ChangeLine(NamedTuple):
    """What was measured before and after, over some answers.

    `change` is of the GCI, a mean over tests; `lower` is the share of answers with a lower GCI in
    percent; `loc_ratio` the median of lines after for each line before. `unmeasured`: answers with
    nothing to measure.
    """

    name: str
    answers: int
    before: float | None
    after: float | None
    change: Mean | None
    lower: float | None
    loc_ratio: float | None
    unparsable: int
    unmeasured: int


def change_view(study: Study) -> list[ChangeLine]:
    """All real models, then each model; empty where no test has code before and after."""
    lines = [line for digest in study.digests for line in digest.changes]
    lines.sort(key=lambda line: line.test)  # stable: the leaderboard's order stays
    if not lines:
        return []
    of_real = [line for line in lines if line.model in study.real]
    by_model = grouped(lines, lambda line: line.model)
    found = [_change(study, "All models", of_real)]
    return found + [_change(study, name, by_model.get(name, [])) for name in study.models]


def _change(study: Study, name: str, lines: list[ImprovementLine]) -> ChangeLine:
    measured = []
    ratios = []
    by_test: dict[str, list[float]] = {}
    for line in lines:
        if line.gci_change is not None:
            measured.append(line)
            ratios.append(line.after.loc / line.before.loc)
            by_test.setdefault(line.test, []).append(line.gci_change)
    return ChangeLine(
        name=name,
        answers=len(measured),
        before=mean_known(line.before.gci for line in measured),
        after=mean_known(line.after.gci for line in measured),
        change=study.mean(
            {test: mean(changes) for test, changes in by_test.items()}, ends=(-inf, inf)
        ),
        lower=mean_known(100.0 * (line.after.gci < line.before.gci) for line in measured),
        loc_ratio=median(ratios) if ratios else None,
        unparsable=sum(line.unparsable for line in lines),
        unmeasured=len(lines) - len(measured),
    )
