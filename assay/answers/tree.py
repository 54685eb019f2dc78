"""Write and remove the files of a model as folders on disk."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from assay.errors import AssayError
from assay.records.jsonl import write_bytes


def write_tree(folder: Path, files: Mapping[str, str] | Mapping[str, bytes]) -> None:
    """Replace the folder by one with exactly these files; on failure the old one stays.

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
                data = content if isinstance(content, bytes) else content.encode("utf-8")
                write_bytes(new / path, data)
            _swap(folder, new, Path(place) / "old")
    except OSError as error:
        raise AssayError(
            f"{folder}: cannot be written ({error.strerror}): free space or fix the permissions"
        ) from error


def _swap(folder: Path, new: Path, old: Path) -> None:
    """Move the folder, if there is one, to `old`, and `new` to its place.

    Any exception changes nothing, an interrupt too: `old` is removed afterwards. A folder that was
    removed first could end half removed.
    """
    try:
        if os.path.lexists(folder):
            os.replace(folder, old)
        os.replace(new, folder)
    except BaseException:
        if os.path.lexists(old) and not os.path.lexists(folder):
            os.replace(old, folder)
        raise


def update_tree(folder: Path, files: Mapping[str, str]) -> int:
    """Make the folder hold exactly these files; files that are as they should be stay untouched.

    How many were written. A kill leaves some files old, never a half-written one.
    """
    if folder.is_symlink() or not folder.is_dir():
        remove_tree(folder)
    for path in _files_in(folder) - set(files):
        (folder / path).unlink()
    written = 0
    for path, text in files.items():
        if not _holds(folder / path, text):
            write_bytes(folder / path, text.encode())
            written += 1
    return written


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
