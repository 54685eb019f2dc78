"""Data sets: code bases under test, each a folder datasets/<Name>/ with a dataset.yaml."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from assay.code.source_files import Scope, is_matched, known_languages
from assay.config import paths
from assay.config.settings import Config, as_tuple, did_you_mean, validated
from assay.config.yaml_files import read_yaml
from assay.content.git_source import GitSource, as_source, require_pinned
from assay.content.secrets_scan import secrets_in
from assay.content.selection import EVERYTHING, Choice, Selection, selected
from assay.errors import AssayError, Problems
from assay.records.dataset_figures import ExpectedFigures, PublishedLevels
from assay.records.pipeline import COUNTED_LANGUAGES, SourceFile

DESCRIPTION = "dataset.yaml"


def _measurable(language: str) -> str:
    if language not in known_languages():
        raise ValueError(
            f"'{language}' is no language that can be measured"
            f"{did_you_mean(language, sorted(known_languages()))}"
        )
    return language


def _pattern(text: str) -> str:
    if not text.strip() or text.startswith("#"):
        raise ValueError(f"{text!r} is no pattern: write one as in .gitignore, such as vendor/")
    try:
        is_matched("a", (text,))
    except ValueError as error:
        raise ValueError(f"{text!r} is no pattern as in .gitignore") from error
    return text


Language = Annotated[str, AfterValidator(_measurable)]
Pattern = Annotated[str, AfterValidator(_pattern)]


class DatasetConfig(Config):
    """What describes a data set.

    `source`: where the code is from, in words, or a revision of a git repository (`make adopt`).
    `include`, `exclude` and `gitignore` say which files belong to it: no other is shown to a model
    or measured. `count_html` and `languages` say what of them is measured: whether its HTML counts
    as code, and which languages have lines and complexity. `not_secret`: `file:hash` of values that
    look like secrets and are none.
    """

    technology: str
    description: str
    source: Annotated[str | GitSource, BeforeValidator(as_source)]
    licence: str
    count_html: bool = True
    languages: Annotated[tuple[Language, ...], BeforeValidator(as_tuple), Field(min_length=1)] = (
        COUNTED_LANGUAGES
    )
    include: Annotated[tuple[Pattern, ...], BeforeValidator(as_tuple)] = ()
    exclude: Annotated[tuple[Pattern, ...], BeforeValidator(as_tuple)] = ()
    gitignore: bool = True
    not_secret: Annotated[tuple[str, ...], BeforeValidator(as_tuple)] = ()
    expected: ExpectedFigures | None = None
    published_classes: PublishedLevels | None = None

    @property
    def scope(self) -> Scope:
        return Scope(self.count_html, self.languages, self.exclude)

    @property
    def choice(self) -> Choice:
        return Choice(self.include, self.exclude, self.gitignore)


def dataset_names() -> list[str]:
    """Every data set, sorted: each folder under datasets/."""
    return sorted(path.name for path in paths.DATASETS.glob("[!.]*") if path.is_dir())


def load_description(name: str) -> DatasetConfig:
    """dataset.yaml of one data set. AssayError if there is no such data set."""
    path = paths.DATASETS / name / DESCRIPTION
    if not (paths.DATASETS / name).is_dir():
        raise AssayError(
            f"there is no data set '{name}' under {paths.DATASETS}/"
            f"{did_you_mean(name, dataset_names())}"
        )
    return validated(read_yaml(path), DatasetConfig, str(path))


def selection(name: str, choice: Choice = EVERYTHING) -> Selection:
    """The data set's files in the order of their paths, and what is left out with the reason.

    A folder that is a link is refused. AssayError names a link that leads out of the data set's
    folder: its target would be sent to providers.
    """
    root = paths.DATASETS / name
    if root.is_symlink():
        raise AssayError(f"{root}: is a link: put the folder itself there")
    found = [path for path in root.rglob("*") if path.is_file() and path != root / DESCRIPTION]
    relative = (path.relative_to(root).as_posix() for path in found)
    chosen = selected(relative, choice, lambda path: (root / path).read_bytes())
    for path in (root / each for each in chosen.files):
        if path.is_symlink() and not path.resolve().is_relative_to(root.resolve()):
            raise AssayError(
                f"{path}: is a link that leads out of {root}: put the file itself there"
            )
    return chosen


def load_sources(name: str, choice: Choice = EVERYTHING) -> tuple[SourceFile, ...]:
    """The data set's files as text; a binary one (with a NUL byte) has no content.

    One AssayError names every file that is neither binary nor UTF-8.
    """
    root = paths.DATASETS / name
    problems = Problems()
    sources: list[SourceFile] = []
    for each in selection(name, choice).files:
        with problems.collecting():
            sources.append(_source(root / each, each))
    problems.raise_if_any()
    return tuple(sources)


def require_as_adopted(name: str, config: DatasetConfig) -> None:
    """AssayError if its source is a git revision, and its files are not those of the revision."""
    if isinstance(config.source, GitSource):
        files = selection(name, config.choice).files
        require_pinned(paths.DATASETS / name, config.source, config.choice, files)


def require_no_secrets(name: str, config: DatasetConfig) -> None:
    """AssayError names each place of the data set that looks like a secret, and what to do."""
    root = paths.DATASETS / name
    found = secrets_in(root, selection(name, config.choice).files)
    problems = Problems()
    for each in found:
        if each.waiver not in config.not_secret:
            problems.add(
                f"{root / each.path}:{each.line}: looks like a secret ({each.kind}): nothing was "
                f"sent; remove it, exclude the file, or, if it is none, add '{each.waiver}' to "
                f"`not_secret` in {root / DESCRIPTION}"
            )
    problems.raise_if_any()


def _source(path: Path, relative: str) -> SourceFile:
    data = path.read_bytes()
    if b"\0" in data:
        return SourceFile(path=relative, content=None)
    try:
        return SourceFile(path=relative, content=data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise AssayError(
            f"{path}: byte {error.start} is not UTF-8: save the file as UTF-8, or add it to "
            f"`exclude` in the data set's {DESCRIPTION}"
        ) from error
