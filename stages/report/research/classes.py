"""Quality by the class of data sets: complexity and size; the methodology's matrix."""

from collections.abc import Callable

from assay.records.dataset_figures import DatasetMetrics
from stages.report.research.study import LEVELS, UNKNOWN, Mean, ShareColumn, Study, grouped

Matrix = dict[str, dict[str, dict[str, Mean | None]]]
"""The data sets with their scores, by the level of their complexity and that of their size."""


def grouping(study: Study, kind: Callable[[DatasetMetrics], str]) -> tuple[ShareColumn, ...]:
    """The tests by the level of their data set; those whose data set is not measured come last."""
    with_dataset = study.tests(lambda prompt: prompt.dataset is not None)
    by_kind = grouped(with_dataset, lambda test: study.of_dataset(test, kind))
    names = [name for name in (*LEVELS, UNKNOWN) if name in by_kind]
    return tuple(study.column(name, by_kind[name]) for name in names)


def matrix_of(study: Study) -> Matrix:
    matrix: Matrix = {complexity: {size: {} for size in LEVELS} for complexity in LEVELS}
    for dataset, metrics in sorted(study.evidence.datasets.items()):
        scores = study.scores_of_all(study.evidence.tests_on(dataset))
        matrix[metrics.complexity_class][metrics.size_class][dataset] = study.mean(scores)
    return matrix
