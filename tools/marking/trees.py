"""The files before and after as two trees side by side, with the lines that differ in files of the same path."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile
from typing import Literal, NamedTuple

MOST_LINES = 5000
"""So many lines of a file are shown."""
MOST_COMPARED = 1500
"""Longer files are not compared line by line: that could hold up the page for minutes."""

Mark = Literal["", "differs"]
State = Literal["same", "changed", "only here", "binary"]


class Line(NamedTuple):
    text: str
    mark: Mark = ""


@dataclass(frozen=True)
class FileView:
    """One file: `id` names its pane on the page, `hidden` counts the lines left out."""

    id: str
    path: str
    state: State
    lines: tuple[Line, ...]
    hidden: int = 0


class Row(NamedTuple):
    """One line of a tree: a folder (without a file), or a file."""

    depth: int
    name: str
    file: FileView | None = None


class Side(NamedTuple):
    title: str
    name: str
    files: tuple[FileView, ...]
    rows: tuple[Row, ...]


Files = Mapping[str, str | None]
"""Contents by path; None for a binary file."""


def sides(old: Files, new: Files) -> tuple[Side, Side]:
    """Both trees, sorted by path."""
    marked = {path: _differing(old[path], new[path]) for path in old.keys() & new.keys()}
    return _side("Before", "old", old, new, marked, 0), _side("After", "new", new, old, marked, 1)


def _side(title: str, name: str, files: Files, others: Files, marked: Mapping[str, "Both"], which: int) -> Side:
    views = tuple(
        _view(f"{name}-{number}", path, files[path], others, marked[path][which] if path in marked else set())
        for number, path in enumerate(sorted(files))
    )
    return Side(title, name, views, tuple(_rows(views)))


def _view(name: str, path: str, content: str | None, others: Files, differing: set[int]) -> FileView:
    if content is None:
        return FileView(name, path, "binary", ())
    state: State = "only here" if path not in others else "same" if others[path] == content else "changed"
    lines = split(content)
    shown = tuple(Line(text, "differs" if place in differing else "") for place, text in enumerate(lines[:MOST_LINES]))
    return FileView(name, path, state, shown, max(0, len(lines) - MOST_LINES))


Both = tuple[set[int], set[int]]
"""The places of the lines that differ, in the old and in the new file."""


def _differing(old: str | None, new: str | None) -> Both:
    one, two = (split(text or "") for text in (old, new))
    places: Both = (set(), set())
    if max(len(one), len(two)) > MOST_COMPARED:
        return places
    for kind, i, j, k, m in SequenceMatcher(None, one, two).get_opcodes():
        if kind != "equal":
            places[0].update(range(i, j))
            places[1].update(range(k, m))
    return places


def split(content: str) -> list[str]:
    """The lines, without the empty one that a final line end makes."""
    lines = content.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _rows(files: Sequence[FileView]) -> list[Row]:
    rows: list[Row] = []
    above: list[str] = []
    for file in files:
        *folders, name = file.path.split("/")
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(above, folders, strict=False)))
        rows += [Row(depth, f"{folders[depth]}/") for depth in range(common, len(folders))]
        rows.append(Row(len(folders), name, file))
        above = folders
    return rows
