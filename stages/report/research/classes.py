"""Quality by properties of data sets: class, technology, framework; the methodology's matrix."""

import math
from collections.abc import Callable, Sequence
from statistics import fmean as mean
from typing import NamedTuple

from scipy.stats import pearsonr

from assay.records.dataset_figures import DatasetMetrics
from assay.statistics.correlation import pearson
from stages.report.research.study import LEVELS, Mean, ShareColumn, Study, grouped, mean_known

AGES = ("outdated", "current")
LEAST_FOR_CORRELATION = 5


class Grouping(NamedTuple):
    """The tests with a data set, by one property of it."""

    title: str
    columns: tuple[ShareColumn, ...]


class MatrixEntry(NamedTuple):
    """One data set in the matrix. `lowest` and `highest` are models' scores."""

    dataset: str
    score: Mean | None
    lowest: float | None
    highest: float | None


class Influence(NamedTuple):
    """How scores go with a property of data sets: Pearson's r with Fisher's 95 % interval."""

    name: str
    r: float
    low: float
    high: float
    datasets: int


class ClassView(NamedTuple):
    """`matrix`: the data sets of each complexity class, by its level and that of their size."""

    groupings: tuple[Grouping, ...]
    matrix: dict[str, dict[str, list[MatrixEntry]]]
    influences: tuple[Influence, ...]


def class_view(study: Study) -> ClassView:
    return ClassView(
        groupings=(
            grouping(study, "Complexity", lambda metrics: metrics.complexity_class, LEVELS),
            grouping(study, "Size", lambda metrics: metrics.size_class, LEVELS),
            grouping(study, "Technology", lambda metrics: metrics.technology),
        ),
        matrix=_matrix(study),
        influences=tuple(_influences(study)),
    )


def framework_groupings(study: Study) -> tuple[Grouping, ...]:
    """Documentation by age of the framework, translation by age, documentation by framework."""

    def age(metrics: DatasetMetrics) -> str:
        return metrics.framework.age if metrics.framework else ""

    def framework(metrics: DatasetMetrics) -> str:
        return metrics.framework.name if metrics.framework else ""

    explained = study.evidence.tests("code_documentation")
    translated = study.evidence.tests("code_translation")
    return (
        grouping(study, "Documentation", age, AGES, explained),
        grouping(study, "Translation", age, AGES, translated),
        grouping(study, "Documentation, by framework", framework, tests=explained),
    )


def grouping(
    study: Study,
    title: str,
    kind: Callable[[DatasetMetrics], str],
    order: Sequence[str] = (),
    tests: Sequence[str] | None = None,
) -> Grouping:
    """The tests by the kind of their data set: those of `order` first, then by name."""
    with_dataset = [
        test for test in (study.prompts if tests is None else tests) if study.prompts[test].dataset
    ]
    by_kind = grouped(with_dataset, lambda test: study.of_dataset(test, kind))
    names = [name for name in order if name in by_kind]
    names += sorted(by_kind.keys() - set(order))
    return Grouping(title, tuple(study.column(name, by_kind[name]) for name in names))


def _matrix(study: Study) -> dict[str, dict[str, list[MatrixEntry]]]:
    matrix = {complexity: {size: list[MatrixEntry]() for size in LEVELS} for complexity in LEVELS}
    for dataset, metrics in sorted(study.evidence.datasets.items()):
        tests = study.evidence.tests_on(dataset)
        by_model = [mean_known(study.scores(model, tests).values()) for model in study.real]
        known = [score for score in by_model if score is not None]
        entry = MatrixEntry(
            dataset=dataset,
            score=study.percent(study.scores_of_all(tests)),
            lowest=min(known, default=None),
            highest=max(known, default=None),
        )
        matrix[metrics.complexity_class][metrics.size_class].append(entry)
    return matrix


def _influences(study: Study) -> list[Influence]:
    """How scores go with size and with complexity, the scenarios set to the same mean."""
    scores = adjusted_scores(study)
    datasets = study.evidence.datasets
    known = [(datasets[name], score) for name, score in scores.items() if name in datasets]
    by_size = [(math.log(max(metrics.loc, 1)), score) for metrics, score in known]
    by_gci = [(metrics.gci, score) for metrics, score in known]
    found = []
    for name, pairs in (("size (logarithm of LoC)", by_size), ("complexity (GCI)", by_gci)):
        r = pearson(pairs)
        if r is not None and len(pairs) >= LEAST_FOR_CORRELATION:
            interval = pearsonr(*zip(*pairs, strict=True)).confidence_interval(0.95)
            found.append(Influence(name, r, float(interval.low), float(interval.high), len(pairs)))
    return found


def adjusted_scores(study: Study) -> dict[str, float]:
    """By data set: how far its tests are from the mean of their scenario, all models together.

    Scenarios differ in difficulty, and not every scenario uses every data set. A scenario on one
    data set alone tells nothing and is left out.
    """
    on_data = [prompt for prompt in study.prompts.values() if prompt.dataset]
    distances: dict[str, list[float]] = {}
    for prompts in grouped(on_data, lambda prompt: prompt.scenario).values():
        scores = study.scores_of_all([prompt.test for prompt in prompts])
        by_dataset = grouped(scores, lambda test: study.prompts[test].dataset or "")
        if len(by_dataset) < 2:
            continue
        centre = mean(list(scores.values()))
        for dataset, tests in by_dataset.items():
            distances.setdefault(dataset, []).extend(scores[test] - centre for test in tests)
    return {dataset: mean(values) for dataset, values in distances.items()}
