"""The files that are written out in layouts: those of the gold and of the second answers."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from assay.answers import extract_files
from assay.config import paths
from assay.config.yaml_files import read_utf8


class CorpusAnswer(NamedTuple):
    """A good answer: where it stands, and its files in their order, by path."""

    name: str
    files: Mapping[str, str]


def corpus() -> list[CorpusAnswer]:
    """Every gold and second answer that delivers files.

    A content has no blank line at either end and one line break after the last line: in an answer
    without fences nothing shows the blank lines of a file.
    """
    found = [*_written_answers(), *_dialogues()]
    return [answer for answer in found if answer.files]


def _written_answers() -> Iterator[CorpusAnswer]:
    for kind in ("gold", "second"):
        for path in sorted(paths.SCENARIOS.glob(f"*/{kind}/*.md")):
            files = {file.path: file.content for file in extract_files(read_utf8(path)).files}
            yield CorpusAnswer(f"{path.stem} ({kind})", _trimmed(files))


def _dialogues() -> Iterator[CorpusAnswer]:
    folders = {path.parent for path in paths.SCENARIOS.glob("*/gold/*/*")}
    for folder in sorted(folders):
        files = {path.relative_to(folder).as_posix(): read_utf8(path) for path in _files_in(folder)}
        yield CorpusAnswer(f"{folder.name} (gold)", _trimmed(files))


def _files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _trimmed(files: Mapping[str, str]) -> dict[str, str]:
    return {path: _without_blank_ends(text) for path, text in files.items() if text.strip()}


def _without_blank_ends(text: str) -> str:
    lines = text.rstrip().splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.strip())
    return "".join(lines[first:]) + "\n"
