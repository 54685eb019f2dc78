"""What an installed toolchain consists of, so that damage is seen before anything runs with it.

The manifest has a line for each file: size, time of the last change, SHA-256 and path; of a link,
where it leads. A file with the size and time of its line is taken as intact; else its hash decides.
"""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from assay.records.jsonl import write_text


def write_manifest(folder: Path, manifest: Path) -> None:
    """Write the manifest of all files below the folder."""
    lines = []
    for name in sorted(_files(folder)):
        path = folder / name
        size, changed = _stamp(path)
        lines.append(f"{size}\t{changed}\t{_content(path)}\t{name}\n")
    write_text(manifest, "".join(lines))


def damage(folder: Path, manifest: Path) -> str:
    """The first file that is not as the manifest says, and how; '' if all are."""
    try:
        lines = manifest.read_text(encoding="utf-8").splitlines()
        rows = [line.split("\t", 3) for line in lines]
        entries = {name: (size, changed, content) for size, changed, content, name in rows}
    except (OSError, ValueError):
        return "there is no manifest"
    present = set(_files(folder))
    for name in sorted(entries.keys() - present):
        return f"{name} is missing"
    for name in sorted(present - entries.keys()):
        return f"{name} was added"
    for name, (size, changed, content) in entries.items():
        path = folder / name
        is_link = path.is_symlink()
        if (is_link or _stamp(path) != (size, changed)) and _content(path) != content:
            return f"{name} is another file"
    return ""


def _files(folder: Path) -> Iterator[str]:
    """The paths of all files and links below the folder, inside it."""
    for place, folders, names in os.walk(folder):
        own = Path(place)
        links = [name for name in folders if (own / name).is_symlink()]
        for name in [*names, *links]:
            yield (own / name).relative_to(folder).as_posix()


def _stamp(path: Path) -> tuple[str, str]:
    """Size and time of the last change; of a link neither."""
    if path.is_symlink():
        return "-", "-"
    found = path.stat()
    return str(found.st_size), str(found.st_mtime_ns)


def _content(path: Path) -> str:
    if path.is_symlink():
        return str(path.readlink())
    with path.open("rb") as file:
        whole = sha256()
        while part := file.read(1 << 20):
            whole.update(part)
    return whole.hexdigest()
