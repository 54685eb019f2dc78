"""Complexity of what is generated: GCI and lines of code before and after."""

from typing import NamedTuple

from assay.statistics.means import mean, quantile
from stages.report.model_digest import ImprovementLine
from stages.report.research.classes import LEVELS
from stages.report.research.study import Mean, Study


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


class ChangeView(NamedTuple):
    all_models: ChangeLine
    by_model: tuple[ChangeLine, ...]
    by_class: tuple[ChangeLine, ...]


def change_view(study: Study) -> ChangeView | None:
    """None where no test of the suite has code before and after."""
    lines = [line for digest in study.digests for line in digest.improvement]
    lines.sort(key=lambda line: line.test)  # stable: the leaderboard's order stays
    if not lines:
        return None
    of_real = [line for line in lines if line.model in study.real]
    by_class = [_of_class(study, of_real, level) for level in LEVELS]
    return ChangeView(
        all_models=_change(study, "all models", of_real),
        by_model=tuple(_of_model(study, lines, model) for model in study.models),
        by_class=tuple(line for line in by_class if line.answers or line.unmeasured),
    )


def _of_model(study: Study, lines: list[ImprovementLine], model: str) -> ChangeLine:
    return _change(study, model, [line for line in lines if line.model == model])


def _of_class(study: Study, lines: list[ImprovementLine], level: str) -> ChangeLine:
    """All models, on the data sets of one complexity class."""
    chosen = []
    for line in lines:
        metrics = study.evidence.datasets.get(study.prompts[line.test].dataset or "")
        if metrics and metrics.complexity_class == level:
            chosen.append(line)
    return _change(study, level, chosen)


def _change(study: Study, name: str, lines: list[ImprovementLine]) -> ChangeLine:
    measured = [line for line in lines if line.gci_change is not None]
    if not measured:
        return _nothing(name, lines)
    ratios = sorted(line.after.loc / line.before.loc for line in measured)
    lower = [100.0 * (line.after.gci < line.before.gci) for line in measured]
    return ChangeLine(
        name=name,
        answers=len(measured),
        before=mean([line.before.gci for line in measured]),
        after=mean([line.after.gci for line in measured]),
        change=study.mean(_changes(measured)),
        lower=mean(lower),
        loc_ratio=quantile(ratios, 0.5),
        unparsable=sum(line.unparsable for line in lines),
        unmeasured=len(lines) - len(measured),
    )


def _nothing(name: str, lines: list[ImprovementLine]) -> ChangeLine:
    return ChangeLine(
        name=name,
        answers=0,
        before=None,
        after=None,
        change=None,
        lower=None,
        loc_ratio=None,
        unparsable=sum(line.unparsable for line in lines),
        unmeasured=len(lines),
    )


def _changes(lines: list[ImprovementLine]) -> dict[str, float]:
    """The mean change of the GCI by test."""
    by_test: dict[str, list[float]] = {}
    for line in lines:
        by_test.setdefault(line.test, []).append(line.gci_change or 0.0)
    return {test: mean(values) for test, values in by_test.items()}
