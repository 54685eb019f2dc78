"""Read the tar archive that leaves a sandbox. It is not trusted: a model may have changed it."""

import io
import tarfile
from collections.abc import Mapping
from pathlib import Path

from assay.answers.containment import Refused, contained

MAX_FILES = 5000


def archived_files(data: bytes) -> dict[str, bytes]:
    """The regular files of an archive by path, at most MAX_FILES of them.

    Links, devices and paths that lead outside are left out. Of a broken archive, the complete
    files are read.
    """
    files: dict[str, bytes] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r|") as archive:
            for member in archive:
                path = _contained(member)
                content = archive.extractfile(member) if path else None
                if path and content and len(files) < MAX_FILES:
                    files[path] = content.read()
    except (tarfile.TarError, EOFError, ValueError):
        pass
    return files


def _contained(member: tarfile.TarInfo) -> str:
    """The member's path; '' if it is no regular file inside, or sparse: that can have any size."""
    if not member.isreg() or member.issparse():
        return ""
    try:
        return contained(member.name)
    except Refused:
        return ""


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write the files below the folder. A path that is a file and a folder at once is left out."""
    for path, content in sorted(files.items()):
        target = folder / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue
