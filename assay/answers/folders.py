"""Headings that name a folder: bare file names below them belong to that folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from assay.answers.bare import undecorated
from assay.answers.labels import Label, is_heading

_FOLDER: Final = re.compile(
    r"`?((?:\.?/)?[\w.@-]+(?:/[\w.@\[\]()-]++)*+/)`?:?|`([\w.@-]+(?:/[\w@-]++)++)`:?"
)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that a heading of this level (1 to 6) names."""

    path: str
    level: int


def folder_after(region: Sequence[str], folder: Folder | None) -> Folder | None:
    """The folder that is valid below these lines.

    It is the last one named, until a heading of the same or a higher level that is no folder.
    """
    for line in region:
        if not is_heading(line):
            continue
        level = len(line.split(None, 1)[0])
        if found := _FOLDER.fullmatch(undecorated(line)):
            folder = Folder(found.group(1) or found.group(2), level)
        elif folder is not None and level <= folder.level:
            folder = None
    return folder


def placed(label: Label | None, folder: Folder | None) -> Label | None:
    """The label in its folder, if it is a bare name alone on its line.

    A sentence may mean any folder.
    """
    if label is None or folder is None or not label.whole:
        return label
    is_bare = "/" not in label.path and "\\" not in label.path
    return replace(label, path=f"{folder.path.rstrip('/')}/{label.path}") if is_bare else label
