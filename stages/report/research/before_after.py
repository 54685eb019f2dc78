"""Complexity of what is generated: GCI and lines of code before and after."""

from math import inf
from statistics import fmean as mean
from statistics import median
from typing import NamedTuple

from assay.records.pipeline import Extracted, Figures
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


def _change(study: Study, name: str, lines: list[Extracted]) -> ChangeLine:
    measured = _measured(lines)
    by_test: dict[str, list[float]] = {}
    for test, before, after in measured:
        by_test.setdefault(test, []).append(after.gci - before.gci)
    ratios = [after.loc / before.loc for _, before, after in measured]
    return ChangeLine(
        name=name,
        answers=len(measured),
        before=mean_known(before.gci for _, before, _ in measured),
        after=mean_known(after.gci for _, _, after in measured),
        change=study.mean(
            {test: mean(changes) for test, changes in by_test.items()}, ends=(-inf, inf)
        ),
        lower=mean_known(100.0 * (after.gci < before.gci) for _, before, after in measured),
        loc_ratio=median(ratios) if ratios else None,
        unparsable=sum(line.unparsable for line in lines),
        unmeasured=len(lines) - len(measured),
    )


def _measured(lines: list[Extracted]) -> list[tuple[str, Figures, Figures]]:
    """Test, before and after, where there is something to measure in both."""
    found = []
    for line in lines:
        before, after = line.before, line.after
        if before and after and before.loc and after.loc:
            found.append((line.test, before, after))
    return found
