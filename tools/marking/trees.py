"""The files before and after as two trees side by side, each file beside its counterpart."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import takewhile
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from markupsafe import Markup

from assay.records.pipeline import DeliveredFile
from stages.report.highlight import code_lines

MOST_LINES = 5000
"""So many lines of a file are shown."""
MOST_COMPARED = 1500
"""Longer files are not compared line by line: that could hold up the page for minutes."""
LEAST_ALIKE = 0.2
"""Files of different names are counterparts if they share this part of their words."""
NAME_COUNTS = 0.25
"""What common words of their names add to that, such as todoStorage.js and storage.ts."""
WORD = re.compile(r"[A-Za-z_$][\w$]{3,}")
NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
TEST_FILE = re.compile(r"\.(?:test|spec)\.|(?:^|/)(?:__tests__|tests?)/")

Mark = Literal["", "differs", "filler"]
State = Literal["same", "changed", "renamed", "only here", "binary"]


class ShownLine(NamedTuple):
    """One line. A `filler` stands where only the counterpart has a line."""

    text: Markup
    mark: Mark = ""


FILLER = ShownLine(Markup(""), "filler")


@dataclass(frozen=True)
class FileView:
    """One file of a tree.

    `hidden`: how many lines are left out. `id` names it on the page. `twin`: the path of its
    counterpart on the other side ('' for none). `pair`: the id of the file that its lines are
    compared with ('' for none); then both have the same number of lines. `parsed`: whether it
    parses, if that is known.
    """

    path: str
    state: State
    lines: tuple[ShownLine, ...]
    hidden: int = 0
    id: str = ""
    twin: str = ""
    pair: str = ""
    parsed: DeliveredFile | None = None


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
Parsed = Mapping[str, DeliveredFile]
"""What is known of delivered files, by path."""


class ComparedLine(NamedTuple):
    """A line by its place in its file, from 0, and whether the counterpart has it differently."""

    number: int
    differs: bool


class FileNames(NamedTuple):
    """The names of the two files of a pair: path and id, '' for none."""

    path: str
    id: str


NamedFile = tuple[FileNames, str | None]
NO_FILE: NamedFile = (FileNames("", ""), None)


def sides(
    old: Files,
    new: Files,
    parsed: Parsed | None = None,
    titles: tuple[str, str] = ("Before", "After"),
) -> tuple[TreeSide, TreeSide]:
    """Both trees, sorted by path."""
    pairs = twins(old, new)
    back = {after: before for before, after in pairs.items()}
    befores = {path: (FileNames(path, id_), old[path]) for id_, path in ids("old", old).items()}
    afters = {path: (FileNames(path, id_), new[path]) for id_, path in ids("new", new).items()}
    before = [
        _pair(file, afters.get(pairs.get(path, ""), NO_FILE))[0] for path, file in befores.items()
    ]
    after = []
    for path, file in afters.items():
        known = (parsed or {}).get(path)
        after.append(_pair(befores.get(back.get(path, ""), NO_FILE), file, known)[1])
    return _side(titles[0], "old", before), _side(titles[1], "new", after)


def ids(side: str, files: Iterable[str]) -> dict[str, str]:
    """The path of each file of a side by its id on the page."""
    return {f"{side}-{number}": path for number, path in enumerate(sorted(files))}


def two_files(
    old: Files, new: Files, before: str, after: str, parsed: Parsed | None = None
) -> tuple[FileView, FileView] | None:
    """Any file of before beside any file of after, by their ids. None if there is no such file."""
    one = ids("old", old).get(before)
    two = ids("new", new).get(after)
    if one is None or two is None:
        return None
    left = (FileNames(one, before), old[one])
    right = (FileNames(two, after), new[two])
    return _pair(left, right, (parsed or {}).get(two))


def _side(title: str, name: str, files: Iterable[FileView]) -> TreeSide:
    views = tuple(files)
    return TreeSide(title, name, views, tuple(_rows(views)))


def _pair(
    old: NamedFile, new: NamedFile, parsed: DeliveredFile | None = None
) -> tuple[FileView, FileView]:
    """Two files beside each other; either may be NO_FILE."""
    compared = _comparison(old[1], new[1])
    return (
        _view(old, new, compared.old if compared else None, None),
        _view(new, old, compared.new if compared else None, parsed),
    )


def _view(
    file: NamedFile,
    other: NamedFile,
    rows: Sequence[ComparedLine | None] | None,
    parsed: DeliveredFile | None,
) -> FileView:
    names, content = file
    twin, twin_content = other
    view = FileView(names.path, "only here", (), id=names.id, twin=twin.path, parsed=parsed)
    if content is None:
        return replace(view, state="binary")
    if twin.path:
        same_path: State = "same" if twin_content == content else "changed"
        view = replace(view, state=same_path if twin.path == names.path else "renamed")
    lines = _coloured(names.path, content)
    if rows is None:
        shown = tuple(ShownLine(line) for line in lines[:MOST_LINES])
        return replace(view, lines=shown, hidden=max(0, len(lines) - MOST_LINES))
    return replace(view, lines=tuple(_shown(row, lines) for row in rows), pair=twin.id)


def twins(old: Files, new: Files) -> dict[str, str]:
    """The new path that is the counterpart of each old one.

    It is the same path; else the only one left that differs just in its ending; else the only one
    left with the same name, ignoring case (`js/todoItem.js`, `src/TodoItem.tsx`); else the file
    left that shares most of its words, and of its name's, if each of the two is the other's
    likeliest. A test is no counterpart of a program's file.
    """
    pairs: dict[str, str] = {}
    for likeness in (str, _without_ending, _bare_name):
        one = _alone(likeness, set(old) - pairs.keys())
        two = _alone(likeness, set(new) - set(pairs.values()))
        pairs |= {one[key]: two[key] for key in one.keys() & two.keys()}
    left = {path: old[path] for path in old if path not in pairs}
    taken = set(pairs.values())
    return pairs | _alike(left, {path: new[path] for path in new if path not in taken})


def _alike(old: Files, new: Files) -> dict[str, str]:
    """The files of different names that share most of their words."""
    words_before = _words_by_path(old)
    words_after = _words_by_path(new)
    shares: dict[str, dict[str, float]] = {}
    for before, one in words_before.items():
        shares[before] = {
            after: _share(one, two) + _by_name(before, after)
            for after, two in words_after.items()
            if not one.isdisjoint(two) and _is_test(before) == _is_test(after)
        }
    pairs = {}
    for before, by_path in shares.items():
        after = _likeliest(by_path)
        back = _likeliest({path: found.get(after, 0.0) for path, found in shares.items()})
        if after and back == before:
            pairs[before] = after
    return pairs


def _words_by_path(files: Files) -> dict[str, frozenset[str]]:
    return {path: _words(content) for path, content in sorted(files.items()) if content}


@lru_cache(maxsize=512)
def _words(content: str) -> frozenset[str]:
    return frozenset(word.lower() for word in WORD.findall(content))


def _by_name(before: str, after: str) -> float:
    """What the words of two file names add."""
    return NAME_COUNTS * _share(_name_words(before), _name_words(after))


@lru_cache(maxsize=2048)
def _name_words(path: str) -> frozenset[str]:
    return frozenset(word.lower() for word in NAME_WORD.findall(PurePosixPath(path).stem))


def _is_test(path: str) -> bool:
    return TEST_FILE.search(path) is not None


def _share(one: frozenset[str], two: frozenset[str]) -> float:
    shared = len(one & two)
    return shared / (len(one) + len(two) - shared) if shared else 0.0


def _likeliest(shares: Mapping[str, float]) -> str:
    """The path with the largest share; '' if none is large enough."""
    best = max(shares, key=lambda path: shares[path], default="")
    return best if best and shares[best] >= LEAST_ALIKE else ""


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


@lru_cache(maxsize=512)
def _coloured(path: str, content: str) -> list[Markup]:
    return code_lines(path, content)


def _shown(row: ComparedLine | None, lines: Sequence[Markup]) -> ShownLine:
    if row is None:
        return FILLER
    return ShownLine(lines[row.number], "differs" if row.differs else "")


class FileComparison(NamedTuple):
    """Both files line by line, the same number of rows; None stands for no line."""

    old: tuple[ComparedLine | None, ...]
    new: tuple[ComparedLine | None, ...]


@lru_cache(maxsize=512)
def _comparison(old: str | None, new: str | None) -> FileComparison | None:
    """None if there is nothing to compare, or too much."""
    if old is None or new is None:
        return None
    one = split(old)
    two = split(new)
    if max(len(one), len(two)) > MOST_COMPARED:
        return None
    left: list[ComparedLine | None] = []
    right: list[ComparedLine | None] = []
    for kind, i, j, k, m in SequenceMatcher(None, one, two).get_opcodes():
        left += [ComparedLine(number, kind != "equal") for number in range(i, j)]
        right += [ComparedLine(number, kind != "equal") for number in range(k, m)]
        left += [None] * (len(right) - len(left))
        right += [None] * (len(left) - len(right))
    return FileComparison(tuple(left), tuple(right))


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
