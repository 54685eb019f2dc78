"""What was measured of code: the data sets, and translations and dialogues before and after."""

from itertools import groupby
from typing import NamedTuple

from assay.records.dataset_figures import DatasetMetrics
from assay.records.pipeline import Figures
from stages.report.evidence import Evidence


class DatasetLine(NamedTuple):
    """One data set, whether a test of the suite uses it, and those tests."""

    dataset: str
    metrics: DatasetMetrics
    tests: tuple[str, ...]


def datasets(evidence: Evidence) -> list[DatasetLine]:
    """The data sets measured, each with what was expected of it."""
    lines = []
    for name in sorted(evidence.datasets):
        tests = tuple(prompt.test for prompt in evidence.prompts if prompt.dataset == name)
        lines.append(DatasetLine(name, evidence.datasets[name], tests))
    return lines


class ImprovementLine(NamedTuple):
    """One answer's code before and after."""

    test: str
    model: str
    attempt: int
    before: Figures
    after: Figures
    unparsable: int

    @property
    def gci_change(self) -> float | None:
        """None where nothing measurable was delivered, or nothing was there before."""
        if not self.before.loc or not self.after.loc:
            return None
        return self.after.gci - self.before.gci


class ImprovementTable(NamedTuple):
    test: str
    lines: tuple[ImprovementLine, ...]


def improvement(evidence: Evidence) -> list[ImprovementTable]:
    """The translations and dialogues by test, models in the order of the leaderboard."""
    lines = []
    for model in evidence.ranked:
        for item in evidence.extracted[model]:
            if item.before and item.after:
                line = ImprovementLine(
                    item.test, model, item.attempt, item.before, item.after, item.unparsable
                )
                lines.append(line)
    lines.sort(key=lambda line: line.test)  # stable: the leaderboard's order stays
    return [
        ImprovementTable(test, tuple(of_test))
        for test, of_test in groupby(lines, key=lambda line: line.test)
    ]
