"""Quality by complexity class, size class and technology, and the methodology's matrix."""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from assay.records.dataset_figures import DatasetMetrics
from assay.statistics.correlation import pearson
from assay.statistics.means import mean
from stages.report.research.study import Mean, Study

LEVELS = ("low", "average", "high")
UNKNOWN = "not recorded"
LEAST_FOR_CORRELATION = 5
NORMAL_95 = 1.96
"""The interval of a correlation is one of 95 %, whatever the scores' confidence."""


class ClassColumn(NamedTuple):
    """Tests on data sets of one kind: the mean of all models, and that of each."""

    name: str
    datasets: tuple[str, ...]
    tests: tuple[str, ...]
    all_models: Mean | None
    by_model: tuple[Mean | None, ...]


class Grouping(NamedTuple):
    """The tests with a data set, by one property of it."""

    title: str
    columns: tuple[ClassColumn, ...]


class MatrixEntry(NamedTuple):
    """One data set in the matrix. `lowest` and `highest` are models' scores.

    `published`: the cell of the methodology's matrix, where it is another one.
    """

    dataset: str
    score: Mean | None
    lowest: float | None
    highest: float | None
    published: str


class MatrixRow(NamedTuple):
    """One complexity class, with the data sets of each size class."""

    complexity: str
    cells: tuple[tuple[MatrixEntry, ...], ...]


class DatasetRow(NamedTuple):
    """One data set: its cell of the matrix, and each model's mean over its tests."""

    dataset: str
    complexity: str
    size: str
    scores: tuple[float | None, ...]


class Influence(NamedTuple):
    """How scores go with a property of data sets: Pearson's r with its 95 % interval."""

    name: str
    r: float
    low: float
    high: float
    datasets: int


class ClassView(NamedTuple):
    groupings: tuple[Grouping, ...]
    matrix: tuple[MatrixRow, ...]
    rows: tuple[DatasetRow, ...]
    influences: tuple[Influence, ...]


def class_view(study: Study) -> ClassView:
    return ClassView(
        groupings=(
            grouping(study, "Complexity", _level(study, "complexity_class"), LEVELS),
            grouping(study, "Size", _level(study, "size_class"), LEVELS),
            grouping(study, "Technology", lambda name: _technology(study, name)),
        ),
        matrix=tuple(_matrix_row(study, complexity) for complexity in LEVELS),
        rows=tuple(_dataset_rows(study)),
        influences=tuple(_influences(study)),
    )


def grouping(
    study: Study,
    title: str,
    kind: Callable[[str], str],
    order: Sequence[str] = (),
    tests: Sequence[str] | None = None,
) -> Grouping:
    """The tests by the kind of their data set: those of `order` first, then by name."""
    by_kind: dict[str, list[str]] = {}
    for test in study.prompts if tests is None else tests:
        dataset = study.prompts[test].dataset
        if dataset:
            by_kind.setdefault(kind(dataset), []).append(test)
    names = [name for name in order if name in by_kind]
    names += sorted(by_kind.keys() - set(order))
    return Grouping(title, tuple(column(study, name, by_kind[name]) for name in names))


def column(study: Study, name: str, tests: Sequence[str]) -> ClassColumn:
    datasets = {study.prompts[test].dataset for test in tests}
    return ClassColumn(
        name=name,
        datasets=tuple(sorted(dataset for dataset in datasets if dataset)),
        tests=tuple(tests),
        all_models=study.score_mean_of_all(tests),
        by_model=tuple(study.score_mean(model, tests) for model in study.models),
    )


def _level(study: Study, name: str) -> Callable[[str], str]:
    def level(dataset: str) -> str:
        metrics = study.evidence.datasets.get(dataset)
        return getattr(metrics, name) if metrics else UNKNOWN

    return level


def _technology(study: Study, dataset: str) -> str:
    metrics = study.evidence.datasets.get(dataset)
    return metrics.technology if metrics and metrics.technology else UNKNOWN


def _tests_on(study: Study, dataset: str) -> list[str]:
    return study.tests(lambda prompt: prompt.dataset == dataset)


def _matrix_row(study: Study, complexity: str) -> MatrixRow:
    cells = []
    for size in LEVELS:
        entries = [
            _entry(study, dataset, metrics)
            for dataset, metrics in sorted(study.evidence.datasets.items())
            if (metrics.complexity_class, metrics.size_class) == (complexity, size)
        ]
        cells.append(tuple(entries))
    return MatrixRow(complexity, tuple(cells))


def _entry(study: Study, dataset: str, metrics: DatasetMetrics) -> MatrixEntry:
    tests = _tests_on(study, dataset)
    by_model = [_plain_mean(study, model, tests) for model in study.real]
    known = [score for score in by_model if score is not None]
    return MatrixEntry(
        dataset=dataset,
        score=study.score_mean_of_all(tests),
        lowest=min(known, default=None),
        highest=max(known, default=None),
        published=_published(metrics),
    )


def _published(metrics: DatasetMetrics) -> str:
    levels = metrics.published_classes
    if levels is None:
        return ""
    if (levels.complexity, levels.size) == (metrics.complexity_class, metrics.size_class):
        return ""
    return f"{levels.complexity} complexity, {levels.size} size"


def _plain_mean(study: Study, model: str, tests: Sequence[str]) -> float | None:
    scores = study.scores(model, tests)
    return mean(list(scores.values())) if scores else None


def _dataset_rows(study: Study) -> list[DatasetRow]:
    """The data sets of the suite, in the order of the matrix."""
    rows = []
    for dataset, metrics in study.evidence.datasets.items():
        tests = _tests_on(study, dataset)
        if tests:
            scores = tuple(_plain_mean(study, model, tests) for model in study.models)
            row = DatasetRow(dataset, metrics.complexity_class, metrics.size_class, scores)
            rows.append(row)

    def place(row: DatasetRow) -> tuple[int, int, str]:
        return LEVELS.index(row.complexity), LEVELS.index(row.size), row.dataset

    return sorted(rows, key=place)


def _influences(study: Study) -> list[Influence]:
    """How scores go with size and with complexity, the scenarios set to the same mean."""
    scores = adjusted_scores(study)
    known = [name for name in scores if name in study.evidence.datasets]
    found = []
    for name, value in (("size (logarithm of LoC)", _log_loc), ("complexity (GCI)", _gci)):
        pairs = [(value(study.evidence.datasets[dataset]), scores[dataset]) for dataset in known]
        r = pearson(pairs)
        if r is not None and len(pairs) >= LEAST_FOR_CORRELATION:
            found.append(Influence(name, r, *fisher_interval(r, len(pairs)), len(pairs)))
    return found


def _log_loc(metrics: DatasetMetrics) -> float:
    return math.log(max(metrics.loc, 1))


def _gci(metrics: DatasetMetrics) -> float:
    return metrics.gci


def fisher_interval(r: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a correlation over so many pairs, by Fisher's z."""
    if abs(r) >= 1:
        return r, r
    margin = NORMAL_95 / math.sqrt(count - 3)
    return math.tanh(math.atanh(r) - margin), math.tanh(math.atanh(r) + margin)


def adjusted_scores(study: Study) -> dict[str, float]:
    """By data set: how far its tests are from the mean of their scenario, all models together.

    Scenarios differ in difficulty, and not every scenario uses every data set. A scenario on one
    data set alone tells nothing and is left out.
    """
    by_scenario: dict[str, list[str]] = {}
    for test, prompt in study.prompts.items():
        if prompt.dataset:
            by_scenario.setdefault(prompt.scenario, []).append(test)
    distances: dict[str, list[float]] = {}
    for tests in by_scenario.values():
        scores = study.scores_of_all(tests)
        if len({study.prompts[test].dataset for test in scores}) < 2:
            continue
        centre = mean(list(scores.values()))
        for test, score in scores.items():
            dataset = study.prompts[test].dataset or ""
            distances.setdefault(dataset, []).append(score - centre)
    return {dataset: mean(values) for dataset, values in distances.items()}
