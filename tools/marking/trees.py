"""The files before and after as two trees side by side, with the lines that differ."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

MOST_LINES = 5000
"""So many lines of a file are shown."""
MOST_COMPARED = 1500
"""Longer files are not compared line by line: that could hold up the page for minutes."""

Mark = Literal["", "differs"]
State = Literal["same", "changed", "only here", "binary"]


class ShownLine(NamedTuple):
    text: str
    mark: Mark = ""


@dataclass(frozen=True)
class FileView:
    """One file of a tree.

    `hidden`: how many lines are left out. `id` names it on the page. `twin`: the path of its
    counterpart on the other side ('' for none).
    """

    path: str
    state: State
    lines: tuple[ShownLine, ...]
    hidden: int = 0
    id: str = ""
    twin: str = ""


class TreeRow(NamedTuple):
    """One line of a tree: a folder (without a file), or a file."""

    depth: int
    name: str
    file: FileView | None = None


class TreeSide(NamedTuple):
    title: str
    name: str
    files: tuple[FileView, ...]
    rows: tuple[TreeRow, ...]


Files = Mapping[str, str | None]
"""Contents by path; None for a binary file."""


def sides(old: Files, new: Files) -> tuple[TreeSide, TreeSide]:
    """Both trees, sorted by path."""
    pairs = twins(old, new)
    back = {after: before for before, after in pairs.items()}
    before = []
    for path in sorted(old):
        lines = _differing(old[path], new[path]).old if path in new else set()
        before.append(_view(path, old[path], new, lines))
    after = []
    for path in sorted(new):
        lines = _differing(old[path], new[path]).new if path in old else set()
        after.append(_view(path, new[path], old, lines))
    return _side("Before", "old", before, pairs), _side("After", "new", after, back)


def _side(title: str, name: str, files: Iterable[FileView], pairs: Mapping[str, str]) -> TreeSide:
    views = tuple(
        replace(file, id=f"{name}-{number}", twin=pairs.get(file.path, ""))
        for number, file in enumerate(files)
    )
    return TreeSide(title, name, views, tuple(_rows(views)))


def twins(old: Iterable[str], new: Iterable[str]) -> dict[str, str]:
    """The new path that is the counterpart of each old one.

    It is the same path; else the only one left that differs just in its ending; else the only one
    left with the same name, ignoring case (`js/todoItem.js`, `src/TodoItem.tsx`).
    """
    pairs: dict[str, str] = {}
    for likeness in (str, _without_ending, _bare_name):
        one = _alone(likeness, set(old) - pairs.keys())
        two = _alone(likeness, set(new) - set(pairs.values()))
        pairs |= {one[key]: two[key] for key in one.keys() & two.keys()}
    return pairs


def _alone(likeness: Callable[[str], str], paths: Iterable[str]) -> dict[str, str]:
    """The paths by likeness, without those that are alike."""
    alike: dict[str, list[str]] = {}
    for path in sorted(paths):
        alike.setdefault(likeness(path), []).append(path)
    return {key: group[0] for key, group in alike.items() if len(group) == 1}


def _without_ending(path: str) -> str:
    return PurePosixPath(path).with_suffix("").as_posix()


def _bare_name(path: str) -> str:
    return PurePosixPath(path).stem.casefold()


def _view(path: str, content: str | None, others: Files, differing: set[int]) -> FileView:
    if content is None:
        return FileView(path, "binary", ())
    state: State = "only here"
    if path in others:
        state = "same" if others[path] == content else "changed"
    lines = split(content)
    shown = tuple(
        ShownLine(text, "differs" if place in differing else "")
        for place, text in enumerate(lines[:MOST_LINES])
    )
    return FileView(path, state, shown, max(0, len(lines) - MOST_LINES))


class DifferingLines(NamedTuple):
    """The numbers of the lines that differ, in the old and in the new file."""

    old: set[int]
    new: set[int]


@lru_cache(maxsize=256)
def _differing(old: str | None, new: str | None) -> DifferingLines:
    one = split(old or "")
    two = split(new or "")
    lines = DifferingLines(set(), set())
    if max(len(one), len(two)) > MOST_COMPARED:
        return lines
    for kind, i, j, k, m in SequenceMatcher(None, one, two).get_opcodes():
        if kind != "equal":
            lines.old.update(range(i, j))
            lines.new.update(range(k, m))
    return lines


def split(content: str) -> list[str]:
    """The lines, without the empty one that a final line end makes."""
    lines = content.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _rows(files: Sequence[FileView]) -> list[TreeRow]:
    rows: list[TreeRow] = []
    above: list[str] = []
    for file in files:
        *folders, name = file.path.split("/")
        common = sum(
            1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(above, folders, strict=False))
        )
        rows += [TreeRow(depth, f"{folders[depth]}/") for depth in range(common, len(folders))]
        rows.append(TreeRow(len(folders), name, file))
        above = folders
    return rows
