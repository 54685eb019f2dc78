"""The files before and after as two trees side by side, with the lines that differ in files of the same path."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import takewhile
from pathlib import PurePosixPath
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
    """One file: `hidden` counts the lines left out, `id` names it on the page, `twin` is the path of the file on the
    other side that belongs beside it ('' for none)."""

    path: str
    state: State
    lines: tuple[Line, ...]
    hidden: int = 0
    id: str = ""
    twin: str = ""


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
    pairs = twins(old, new)
    back = {after: before for before, after in pairs.items()}
    before = [
        _view(path, old[path], new, marked[path][0] if path in marked else set())
        for path in sorted(old)
    ]
    after = [
        _view(path, new[path], old, marked[path][1] if path in marked else set())
        for path in sorted(new)
    ]
    return _side("Before", "old", before, pairs), _side("After", "new", after, back)


def _side(title: str, name: str, files: Iterable[FileView], pairs: Mapping[str, str]) -> Side:
    views = tuple(
        replace(file, id=f"{name}-{number}", twin=pairs.get(file.path, ""))
        for number, file in enumerate(files)
    )
    return Side(title, name, views, tuple(_rows(views)))


def twins(old: Iterable[str], new: Iterable[str]) -> dict[str, str]:
    """Which new path belongs beside which old one: the same, else the only one left that is the same but for its
    ending, else the only one left whose name is, upper and lower case apart (`js/todoItem.js`, `src/TodoItem.tsx`)."""
    pairs: dict[str, str] = {}
    for likeness in (str, _without_ending, _bare_name):
        left = [sorted(set(old) - pairs.keys()), sorted(set(new) - set(pairs.values()))]
        one, two = (
            {key: listed for key, listed in _by(likeness, paths).items() if len(listed) == 1}
            for paths in left
        )
        pairs |= {one[key][0]: two[key][0] for key in one.keys() & two.keys()}
    return pairs


def _by(likeness: Callable[[str], str], paths: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in paths:
        found.setdefault(likeness(path), []).append(path)
    return found


def _without_ending(path: str) -> str:
    return PurePosixPath(path).with_suffix("").as_posix()


def _bare_name(path: str) -> str:
    return PurePosixPath(path).stem.casefold()


def _view(path: str, content: str | None, others: Files, differing: set[int]) -> FileView:
    if content is None:
        return FileView(path, "binary", ())
    state: State = (
        "only here" if path not in others else "same" if others[path] == content else "changed"
    )
    lines = split(content)
    shown = tuple(
        Line(text, "differs" if place in differing else "")
        for place, text in enumerate(lines[:MOST_LINES])
    )
    return FileView(path, state, shown, max(0, len(lines) - MOST_LINES))


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
        common = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(above, folders, strict=False))
        )
        rows += [Row(depth, f"{folders[depth]}/") for depth in range(common, len(folders))]
        rows.append(Row(len(folders), name, file))
        above = folders
    return rows
