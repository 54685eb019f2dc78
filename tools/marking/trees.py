"""The files before and after as two trees side by side, each file beside its counterpart."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from itertools import takewhile
from pathlib import PurePosixPath
from typing import NamedTuple

from markupsafe import Markup

from assay.records.pipeline import DeliveredFile
from stages.report.page import coloured

MOST_LINES = 5000
"""So many lines of a file are shown."""
MOST_COMPARED = 1500
"""Longer files are not compared line by line: that could hold up the page for minutes."""
Files = Mapping[str, str | None]
"""Contents by path; None for a binary file."""
Parsed = Mapping[str, DeliveredFile]
"""What is known of delivered files, by path."""


class ShownLine(NamedTuple):
    """One line. Its mark is ``, `differs`, or `filler` where only the counterpart has a line."""

    text: Markup
    mark: str = ""


class OneFile(NamedTuple):
    """A file of a side, and the name of it on the page. Without a path: no file."""

    path: str = ""
    id: str = ""
    content: str | None = None


class FileView(NamedTuple):
    """One file of a tree. `state`: same, changed, renamed, only here, binary.

    `hidden`: how many lines are left out. `id` names it on the page. `twin`: the path of its
    counterpart on the other side ('' for none). `pair`: the id of the file that its lines are
    compared with ('' for none); then both have the same number of lines. `parsed`: whether it
    parses, if that is known.
    """

    path: str
    id: str
    state: str
    lines: Sequence[ShownLine]
    hidden: int
    twin: str
    pair: str
    parsed: DeliveredFile | None


class TreeRow(NamedTuple):
    """One line of a tree: a folder (without a file), or a file."""

    depth: int
    name: str
    file: FileView | None = None


class TreeSide(NamedTuple):
    title: str
    name: str
    files: Sequence[FileView]
    rows: Sequence[TreeRow]


def sides(
    old: Files, new: Files, parsed: Parsed, titles: tuple[str, str] = ("Before", "After")
) -> tuple[TreeSide, TreeSide]:
    """Both trees, sorted by path."""
    pairs = twins(old, new)
    befores = _by_path("old", old)
    afters = _by_path("new", new)
    both = [(file, afters.get(pairs.get(path, ""), OneFile())) for path, file in befores.items()]
    taken = set(pairs.values())
    both += [(OneFile(), file) for path, file in afters.items() if path not in taken]
    left, right = [], []
    for before, after in both:
        one, two = _compared(before, after) or (None, None)
        left += [_view(before, after, one, None)] if before.path else []
        right += [_view(after, before, two, parsed.get(after.path))] if after.path else []
    right.sort(key=lambda view: view.path)
    return (
        TreeSide(titles[0], "old", left, _rows(left)),
        TreeSide(titles[1], "new", right, _rows(right)),
    )


def _by_path(side: str, files: Files) -> dict[str, OneFile]:
    """The files of a side by path, each with its id on the page."""
    numbered = enumerate(sorted(files))
    return {path: OneFile(path, f"{side}-{number}", files[path]) for number, path in numbered}


def _view(
    file: OneFile, twin: OneFile, compared: list[ShownLine] | None, parsed: DeliveredFile | None
) -> FileView:
    """A file beside its twin: with the compared lines, else its own, as many as are shown."""
    lines: list[ShownLine] = compared or []
    hidden = 0
    if compared is None and file.content is not None:
        own = coloured(file.content, file.path)
        lines = [ShownLine(line) for line in own[:MOST_LINES]]
        hidden = max(0, len(own) - MOST_LINES)
    pair = twin.id if compared is not None else ""
    return FileView(file.path, file.id, _state(file, twin), lines, hidden, twin.path, pair, parsed)


def _state(file: OneFile, twin: OneFile) -> str:
    if file.content is None:
        return "binary"
    if not twin.path:
        return "only here"
    if twin.path != file.path:
        return "renamed"
    return "same" if twin.content == file.content else "changed"


def _compared(old: OneFile, new: OneFile) -> tuple[list[ShownLine], list[ShownLine]] | None:
    """Both line by line, with as many lines. None if there is nothing to compare, or too much."""
    if old.content is None or new.content is None:
        return None
    before, after = split(old.content), split(new.content)
    if max(len(before), len(after)) > MOST_COMPARED:
        return None
    shown = coloured(old.content, old.path), coloured(new.content, new.path)
    filler = ShownLine(Markup(""), "filler")
    left: list[ShownLine] = []
    right: list[ShownLine] = []
    for kind, i, j, k, m in SequenceMatcher(None, before, after).get_opcodes():
        mark = "" if kind == "equal" else "differs"
        left += [ShownLine(line, mark) for line in shown[0][i:j]]
        right += [ShownLine(line, mark) for line in shown[1][k:m]]
        left += [filler] * (len(right) - len(left))
        right += [filler] * (len(left) - len(right))
    return left, right


def split(content: str) -> list[str]:
    """The lines, without the empty one that a final line end makes."""
    lines = content.replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def twins(old: Files, new: Files) -> dict[str, str]:
    """The new path that is the counterpart of each old one.

    It is the same path; else a file left whose name differs in its ending alone.
    """
    pairs = {path: path for path in old if path in new}
    left = {_stem(path): path for path in sorted(new) if path not in pairs}
    for path in sorted(old.keys() - pairs.keys()):
        if _stem(path) in left:
            pairs[path] = left.pop(_stem(path))
    return pairs


def _stem(path: str) -> str:
    return PurePosixPath(path).stem.lower()


def _rows(files: Sequence[FileView]) -> list[TreeRow]:
    rows: list[TreeRow] = []
    above: list[str] = []
    for file in files:
        *folders, name = file.path.split("/")
        common = list(takewhile(lambda pair: pair[0] == pair[1], zip(above, folders, strict=False)))
        for depth in range(len(common), len(folders)):
            rows.append(TreeRow(depth, f"{folders[depth]}/"))
        rows.append(TreeRow(len(folders), name, file))
        above = folders
    return rows
