"""Quality by the class of data sets: complexity and size; the methodology's matrix."""

from collections.abc import Callable
from typing import NamedTuple

from assay.records.dataset_figures import DatasetMetrics
from stages.report.research.study import LEVELS, UNKNOWN, Mean, ShareColumn, Study, grouped


class Grouping(NamedTuple):
    """The tests with a data set, by one property of it."""

    title: str
    columns: tuple[ShareColumn, ...]


class MatrixEntry(NamedTuple):
    """One data set in the matrix."""

    dataset: str
    score: Mean | None


class ClassView(NamedTuple):
    """`matrix`: the data sets of each complexity class, by its level and that of their size."""

    groupings: tuple[Grouping, ...]
    matrix: dict[str, dict[str, list[MatrixEntry]]]


def class_view(study: Study) -> ClassView:
    return ClassView(
        groupings=(
            grouping(study, "Complexity", lambda metrics: metrics.complexity_class),
            grouping(study, "Size", lambda metrics: metrics.size_class),
        ),
        matrix=_matrix(study),
    )


def grouping(study: Study, title: str, kind: Callable[[DatasetMetrics], str]) -> Grouping:
    """The tests by the level of their data set; those whose data set is not measured come last."""
    with_dataset = study.tests(lambda prompt: prompt.dataset is not None)
    by_kind = grouped(with_dataset, lambda test: study.of_dataset(test, kind))
    names = [name for name in (*LEVELS, UNKNOWN) if name in by_kind]
    return Grouping(title, tuple(study.column(name, by_kind[name]) for name in names))


def _matrix(study: Study) -> dict[str, dict[str, list[MatrixEntry]]]:
    matrix = {complexity: {size: list[MatrixEntry]() for size in LEVELS} for complexity in LEVELS}
    for dataset, metrics in sorted(study.evidence.datasets.items()):
        tests = study.evidence.tests_on(dataset)
        entry = MatrixEntry(dataset, study.percent(study.scores_of_all(tests)))
        matrix[metrics.complexity_class][metrics.size_class].append(entry)
    return matrix
