"""measure: size and complexity of every data set, compared with the expected figures."""

import math
from collections import Counter
from collections.abc import Mapping

from assay.code.measure_tree import measure_tree
from assay.code.source_files import Scope, is_matched
from assay.config import paths
from assay.config.settings import Config
from assay.config.stage import Summary, stage
from assay.content.datasets import (
    DESCRIPTION,
    DatasetConfig,
    dataset_names,
    load_description,
    require_as_adopted,
    selection,
)
from assay.content.git_source import GitSource
from assay.content.selection import EXCLUDED, Selection
from assay.errors import AssayError, Problems
from assay.progress import tracked
from assay.records.dataset_figures import DatasetMetrics, Deviation
from assay.records.jsonl import write_results
from assay.records.measures import TreeMeasure
from assay.records.presentation import BYTES_PER_TOKEN

NAMED = 3
"""So many files are named for each reason why files are left out."""


@stage("measure", Config)
def main(_: Config) -> Summary:
    described = descriptions()
    measures = {name: measured(name, described[name]) for name in tracked("measure", [*described])}
    metrics = {name: compared(found, described[name]) for name, found in measures.items()}
    write_results(paths.DATASET_METRICS, metrics)
    return Summary(items=len(measures), new=len(measures), notes=notes_on(measures, described))


def descriptions() -> dict[str, DatasetConfig]:
    """Every data set's description, by name. AssayError if there is none, or some are wrong."""
    names = dataset_names()
    if not names:
        raise AssayError(
            f"{paths.DATASETS}: there is no data set: each is a folder with a dataset.yaml"
        )
    problems = Problems()
    described: dict[str, DatasetConfig] = {}
    for name in names:
        with problems.collecting():
            described[name] = load_description(name)
            require_as_adopted(name, described[name])
    problems.raise_if_any()
    return described


def notes_on(
    measures: Mapping[str, TreeMeasure], described: Mapping[str, DatasetConfig]
) -> list[str]:
    """What a reader should know: doubtful figures, broken files, and files that are left out."""
    choices = {name: selection(name, config.choice) for name, config in described.items()}
    notes = [note for name in measures for note in doubts(name, measures[name], described[name])]
    notes += [note for item in measures.values() for note in broken_files(item)]
    notes += [chosen_files(name, chosen) for name, chosen in choices.items() if chosen.left_out]
    return notes


def measured(name: str, config: DatasetConfig) -> TreeMeasure:
    """One data set's figures, from the bytes of its files."""
    root = paths.DATASETS / name
    chosen = selection(name, config.choice)
    excluded = [path for path, reason in chosen.left_out.items() if reason == EXCLUDED]
    data = {path: (root / path).read_bytes() for path in (*chosen.files, *excluded)}
    return measure_tree(data, config.scope)


def compared(measure: TreeMeasure, config: DatasetConfig) -> DatasetMetrics:
    """The data set's entry in metrics/datasets.json: measured, beside what is expected."""
    figures = measure.figures
    expected = config.expected
    deviation = None
    if expected:
        complexity = max(expected.cyclomatic_complexity, 1)
        deviation = Deviation(
            loc=100 * (figures.loc / expected.loc - 1),
            cyclomatic_complexity=100 * (figures.cyclomatic_complexity / complexity - 1),
        )
    return DatasetMetrics(
        **dict(figures),
        **measure.model_dump(exclude={"figures", "files"}),
        technology=config.technology,
        left_out=left_out(measure, config.scope),
        expected=expected,
        deviation_percent=deviation,
        published_classes=config.published_classes,
    )


def left_out(measure: TreeMeasure, scope: Scope) -> dict[str, int]:
    """How many code files the scope leaves out, by reason. Tests and build output are not among
    them: they never count.
    """
    by_scope = [
        file.skipped
        for file in measure.files
        if file.skipped and file.skipped == scope.reason_left_out(file.path, file.language or "")
    ]
    return dict(sorted(Counter(by_scope).items()))


def chosen_files(name: str, chosen: Selection) -> str:
    """How many files belong to the data set, their tokens, and which do not, by reason."""
    root = paths.DATASETS / name
    size = sum((root / path).stat().st_size for path in chosen.files)
    by_reason: dict[str, list[str]] = {}
    for path, reason in chosen.left_out.items():
        by_reason.setdefault(reason, []).append(path)
    out = [
        f"{reason}: {len(found)} ({', '.join(found[:NAMED])}{', …' if len(found) > NAMED else ''})"
        for reason, found in sorted(by_reason.items())
    ]
    kept = f"{name}: {len(chosen.files)} files, about {math.ceil(size / BYTES_PER_TOKEN):,} tokens"
    return f"{kept}; left out are {len(chosen.left_out)}: {'; '.join(out)}" if out else kept


def broken_files(measure: TreeMeasure) -> list[str]:
    broken = [file for file in measure.files if file.parse_ok is False]
    return [f"{file.path} does not parse ({file.error_share:.1%} of its bytes)" for file in broken]


def doubts(dataset: str, measure: TreeMeasure, config: DatasetConfig) -> list[str]:
    """What in dataset.yaml looks like a mistake: patterns without a file, and nothing measured.

    What is excluded of a git revision was never brought, so its patterns match no file.
    """
    name = paths.DATASETS / dataset / DESCRIPTION
    notes = []
    is_brought = isinstance(config.source, GitSource)
    for pattern in () if is_brought else config.exclude:
        matches = any(is_matched(file.path, (pattern,)) for file in measure.files)
        if not matches and not pattern.startswith("!"):
            notes.append(f"{name}: the pattern '{pattern}' of `exclude` matches no file")
    if measure.figures.files == 0:
        reasons = left_out(measure, config.scope)
        words = ", ".join(f"{reason} ({count})" for reason, count in reasons.items())
        notes.append(f"{name}: no file is measured: {words or 'there is no code'}")
    return notes


if __name__ == "__main__":
    main()
