"""A new data set: its description alone, with the files of a folder, or with those of a commit."""

import argparse
import shutil
from pathlib import Path

from assay.code.source_files import language_of
from assay.config import paths
from assay.content.datasets import DESCRIPTION
from assay.content.git_source import GitSource
from assay.content.selection import EVERYTHING, Selection, selected
from assay.errors import AssayError
from assay.records.jsonl import write_bytes
from assay.records.pipeline import COUNTED_LANGUAGES
from stages.measure import chosen_files
from tools.adopt.__main__ import adopt, with_source
from tools.new.new_files import filled, git_source, require_new, require_word, write


def new_dataset(options: argparse.Namespace) -> list[str]:
    """datasets/NAME with the files of FROM: a folder, or with REV a git repository."""
    name = options.name
    require_word("data set", name)
    root = paths.DATASETS / name
    require_new(root)
    text = filled("dataset.yaml", {})
    description = root / DESCRIPTION
    if options.rev:
        if not options.source:
            raise AssayError("REV: name the repository too: FROM=https://… or FROM=/path")
        return adopted(name, git_source(options))
    if options.source:
        return _from_folder(name, text, Path(options.source))
    return [
        *write({description: text}),
        f"next: put the source files into {root}/, and replace each TODO in {description}",
        "then: run `make check`",
    ]


def adopted(name: str, source: GitSource) -> list[str]:
    """datasets/NAME with a description and the files of the commit that it names, or nothing."""
    description = paths.DATASETS / name / DESCRIPTION
    text = with_source(filled("dataset.yaml", {}), source)
    written = write({description: text})
    try:
        adopt(name)
    except BaseException:
        shutil.rmtree(description.parent)
        raise
    return [*written, *_finished(name)]


def _from_folder(name: str, text: str, folder: Path) -> list[str]:
    chosen = _files_of(folder)
    root = paths.DATASETS / name
    written = write({root / DESCRIPTION: text})
    for path in chosen.files:
        write_bytes(root / path, (folder / path).read_bytes())
    return [*written, chosen_files(name, chosen), *_finished(name)]


def _files_of(folder: Path) -> Selection:
    """What would belong to the data set if the folder were it. Links are left out."""
    if not folder.is_dir():
        raise AssayError(f"FROM: {folder} is no folder; for a repository's address add REV=<tag>")
    whole = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    found = {path.as_posix() for path in whole if ".git" not in path.parts}
    links = {path for path in found if (folder / path).is_symlink()}
    files = found - links - {DESCRIPTION}
    chosen = selected(files, EVERYTHING, lambda path: (folder / path).read_bytes())
    if not chosen.files:
        raise AssayError(f"FROM: {folder}: no file of it belongs to a data set")
    return Selection(chosen.files, chosen.left_out | dict.fromkeys(links, "a link"))


def _finished(name: str) -> list[str]:
    """Add the languages that would not be measured otherwise; the next step."""
    root = paths.DATASETS / name
    description = root / DESCRIPTION
    languages = {language_of(path.name) for path in root.rglob("*")} - {None}
    if languages - set(COUNTED_LANGUAGES):
        line = f"languages: [{', '.join(sorted(map(str, languages)))}]   # what is measured\n"
        with description.open("a", encoding="utf-8") as file:
            file.write(line)
    return [f"next: replace each TODO in {description}, then run `make check`"]
