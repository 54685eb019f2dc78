"""What criteria take from a file of a data set, and whether the data set shows what it says."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from assay.config.settings import did_you_mean
from assay.content.criteria import Criterion, load_criteria
from assay.content.datasets import dataset_names, load_description, load_sources
from assay.content.questions import Proved
from assay.content.scenarios import Test
from assay.errors import AssayError
from assay.sandbox.behaviours import load_spec


class DatasetFacts(NamedTuple):
    """The titles of a data set's behaviours, and its files by path."""

    titles: tuple[str, ...]
    sources: Mapping[str, str]


Named = dict[Path, set[str] | None]
"""By file, the ids in it that criteria name; None where criteria cannot be read."""


def named_ids(
    folder: Path,
    tests: Iterable[Test],
    ids_in: Callable[[Test, Sequence[Criterion]], Collection[str]],
) -> Named:
    """What the criteria of the tests name in the files of the folder, one for each data set.

    Mistakes in the criteria files themselves are left to those who load them.
    """
    files = sorted(folder.glob("*.yaml"))
    named: dict[Path, set[str]] = {path: set() for path in files}
    unread: set[Path] = set()
    for test in tests:
        path = folder / f"{test.dataset}.yaml"
        try:
            ids = ids_in(test, load_criteria(test.criteria))
        except AssayError:
            unread.add(path)
        else:
            named.setdefault(path, set()).update(ids)
    return {path: None if path in unread else named[path] for path in files}


def unnamed(path: Path, ids: Iterable[str], named: Collection[str] | None) -> Iterator[str]:
    """A line for each id that no criterion names; none if criteria cannot be read."""
    for id_ in ids:
        if named is not None and id_ not in named:
            yield f"{path}: {id_}: no criterion of a test on {path.stem} names it"


def facts_of(path: Path) -> DatasetFacts:
    """What the data set shows that a file is named after. AssayError if there is none."""
    dataset, known = path.stem, dataset_names()
    if dataset not in known:
        raise AssayError(f"{path}: there is no data set '{dataset}'{did_you_mean(dataset, known)}")
    spec = load_spec(dataset)
    files = load_sources(dataset, load_description(dataset).choice)
    titles = tuple(spec.titles) if spec else ()
    return DatasetFacts(titles, {file.path: file.content or "" for file in files})


def unproved(item: Proved, facts: DatasetFacts) -> Iterator[str]:
    """What the data set does not have of a proof."""
    titles, sources = facts
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
