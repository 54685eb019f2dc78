"""Write and remove the files of a model as folders on disk."""

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from assay.errors import AssayError
from assay.records.jsonl import write_bytes


def write_tree(folder: Path, files: Mapping[str, str] | Mapping[str, bytes]) -> None:
    """Replace the folder by one with exactly these files; if a file cannot be stored, it stays.

    No link is followed, neither the folder itself nor one inside it. ValueError for a path that
    leads outside, AssayError if the disk cannot store the files.
    """
    for path in files:
        if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
            raise ValueError(f"{path!r} leads out of {folder}")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as place:
            new = Path(place) / "new"
            new.mkdir()
            for path, content in files.items():
                write_bytes(new / path, content if isinstance(content, bytes) else content.encode())
            remove_tree(folder)
            new.rename(folder)
    except OSError as error:
        raise AssayError(
            f"{folder}: cannot be written ({error.strerror}): free space or fix the permissions"
        ) from error


class Updated(NamedTuple):
    """How many files a folder has now, and how many of them were written."""

    files: int
    written: int


def update_tree(folder: Path, files: Iterable[tuple[str, str]]) -> Updated:
    """Make the folder hold exactly these files; files that are as they should be stay untouched.

    Each is written when it comes, so that no two need to be in memory. A kill leaves some files
    old, never a half-written one.
    """
    if folder.is_symlink() or not folder.is_dir():
        remove_tree(folder)
    stale = _files_in(folder)
    for path in [path for path in stale if (folder / path).is_symlink()]:
        (folder / path).unlink()
        stale.remove(path)
    count = written = 0
    for path, text in files:
        if not _holds(folder / path, text):
            for blocking in stale & {str(parent) for parent in PurePosixPath(path).parents}:
                (folder / blocking).unlink()
                stale.remove(blocking)
            write_bytes(folder / path, text.encode())
            written += 1
        stale.discard(path)
        count += 1
    for path in stale:
        (folder / path).unlink()
    return Updated(count, written)


def _files_in(folder: Path) -> set[str]:
    """The files below the folder, by path inside it; a link counts as a file."""
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_symlink() or not path.is_dir()
    }


def _holds(path: Path, text: str) -> bool:
    """Whether the file, and no link, holds this very text."""
    return path.is_file() and not path.is_symlink() and path.read_bytes() == text.encode()


def remove_tree(folder: Path) -> None:
    """Remove the folder with its content, if it exists; of a link, only the link."""
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
