"""Whether a data set shows what a file of criteria/ says of it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from assay.config.settings import did_you_mean
from assay.content.datasets import dataset_names, load_description, load_sources
from assay.content.questions import Proved
from assay.errors import AssayError
from assay.sandbox.behaviours import load_spec


class DatasetFacts(NamedTuple):
    """The titles of a data set's behaviours, and its files by path."""

    titles: tuple[str, ...]
    sources: Mapping[str, str]


def evidence_of(path: Path) -> DatasetFacts:
    """What the data set shows that a file is named after. AssayError if there is none."""
    dataset, known = path.stem, dataset_names()
    if dataset not in known:
        raise AssayError(f"{path}: there is no data set '{dataset}'{did_you_mean(dataset, known)}")
    spec = load_spec(dataset)
    files = load_sources(dataset, load_description(dataset).choice)
    titles = tuple(spec.titles) if spec else ()
    return DatasetFacts(titles, {file.path: file.content or "" for file in files})


def unproved(item: Proved, evidence: DatasetFacts) -> Iterator[str]:
    """What the data set does not have of a proof."""
    titles, sources = evidence
    for title in item.behaviour:
        if title not in titles:
            remedy = did_you_mean(title, list(titles))[:200]
            yield f"behaviour: there is none with the title '{title}'{remedy}"
    source = item.source
    if source and source.file not in sources:
        remedy = did_you_mean(source.file, list(sources))[:200]
        yield f"source.file: the data set has no file '{source.file}'{remedy}"
    elif source and _squeezed(source.holds) not in _squeezed(sources[source.file]):
        yield f"source.holds: {source.file} does not hold '{source.holds}'"


def _squeezed(text: str) -> str:
    return "".join(text.split())
