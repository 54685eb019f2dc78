"""Two texts beside each other, line by line: what is equal, changed, or on one side alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from assay.records.pipeline import DeliveredFile
from stages.report.page import coloured
from stages.report.text import visible

CONTEXT = 3
"""Equal lines shown before and after each change."""
MOST_LINES = 3000
"""Of a longer text no differences are worked out: the time grows faster than the length."""

MOST_CHARACTERS = 200_000
"""Of a longer text neither: its lines would make the page too large."""

ROW_BYTES = 150
"""The markup of one row, about."""

Kind = Literal["equal", "changed", "skipped"]


class DiffLine(NamedTuple):
    """One line of one text: what it shares with its counterpart around what it does not share.

    `number` 0: there is no line on this side.
    """

    number: int = 0
    before: str = ""
    changed: str = ""
    after: str = ""


class DiffRow(NamedTuple):
    """Two lines beside each other. `skipped`: so many equal lines that are not shown."""

    kind: Kind
    left: DiffLine = DiffLine()
    right: DiffLine = DiffLine()
    skipped: int = 0


class FilePair(NamedTuple):
    """A file of two answers. None: this answer has no such file.

    `rows` is empty for equal files, for a file on one side alone, and where `is_too_long`: the
    page has no room for it.
    """

    left: DeliveredFile | None
    right: DeliveredFile | None
    rows: tuple[DiffRow, ...] = ()
    is_too_long: bool = False

    @property
    def path(self) -> str:
        present = self.left or self.right
        assert present is not None
        return present.path

    @property
    def is_equal(self) -> bool:
        return bool(self.left and self.right and self.left.content == self.right.content)

    @property
    def changed(self) -> int:
        """How many rows differ."""
        return sum(row.kind == "changed" for row in self.rows)


@dataclass
class PageBudget:
    """What a page of differences still has room for: rows, and bytes of files as HTML."""

    rows: int
    size: int

    def take(self, rows: int, size: int) -> bool:
        """Whether so much fits; if so, it is taken."""
        fits = rows <= self.rows and size <= self.size
        if fits:
            self.rows -= rows
            self.size -= size
        return fits


def file_pairs(
    left: Sequence[DeliveredFile], right: Sequence[DeliveredFile], room: PageBudget
) -> list[FilePair]:
    """Every file of both answers, the differing ones first, as far as there is room."""
    pairs = sorted(counterparts(left, right), key=_order)
    return [_compared(one, two, room) for one, two in pairs]


Counterparts = tuple[DeliveredFile | None, DeliveredFile | None]


def counterparts(
    left: Sequence[DeliveredFile], right: Sequence[DeliveredFile]
) -> list[Counterparts]:
    """Files with the same path, then those whose name occurs once on each side, then the others."""
    found: list[Counterparts] = []
    ones = {file.path: file for file in left}
    twos = {file.path: file for file in right}
    for path in [path for path in ones if path in twos]:
        found.append((ones.pop(path), twos.pop(path)))
    by_name = _by_unique_name(twos.values())
    for name, one in _by_unique_name(ones.values()).items():
        if name in by_name:
            found.append((ones.pop(one.path), twos.pop(by_name[name].path)))
    found += [(one, None) for one in ones.values()]
    found += [(None, two) for two in twos.values()]
    return found


def _by_unique_name(files: Iterable[DeliveredFile]) -> dict[str, DeliveredFile]:
    by_name: dict[str, list[DeliveredFile]] = {}
    for file in files:
        by_name.setdefault(PurePosixPath(file.path).name, []).append(file)
    return {name: same[0] for name, same in by_name.items() if len(same) == 1}


def _order(pair: Counterparts) -> tuple[int, str]:
    """Files that differ, files on one side, equal files."""
    one, two = pair
    if one is None or two is None:
        present = one or two
        return 1, present.path if present else ""
    return (2 if one.content == two.content else 0), one.path


def _compared(one: DeliveredFile | None, two: DeliveredFile | None, room: PageBudget) -> FilePair:
    if one is None or two is None:
        return _alone_on_its_side(one, two, room)
    if one.content == two.content:
        return FilePair(one, two)
    if max(len(one.content), len(two.content)) > MOST_CHARACTERS:
        return FilePair(one, two, is_too_long=True)
    before = _lines(one.content)
    after = _lines(two.content)
    if max(len(before), len(after)) > MOST_LINES:
        return FilePair(one, two, is_too_long=True)
    rows = tuple(differences(before, after))
    if not room.take(len(rows), _size(rows)):
        return FilePair(one, two, is_too_long=True)
    return FilePair(one, two, rows)


def _alone_on_its_side(
    one: DeliveredFile | None, two: DeliveredFile | None, room: PageBudget
) -> FilePair:
    file = one or two
    assert file is not None
    size = len(coloured(file.content, file.path).encode())
    return FilePair(one, two, is_too_long=not room.take(0, size))


def _size(rows: Sequence[DiffRow]) -> int:
    """The bytes of the rows as HTML, about."""
    sides = [side for row in rows for side in (row.left, row.right)]
    text = "".join(side.before + side.changed + side.after for side in sides)
    return len(visible(text).encode()) + ROW_BYTES * len(rows)


def _lines(content: str) -> list[str]:
    return content.replace("\r\n", "\n").removesuffix("\n").split("\n")


def differences(before: Sequence[str], after: Sequence[str]) -> Iterator[DiffRow]:
    """The rows of both texts; of equal lines only those near a change."""
    shown = 0
    for group in SequenceMatcher(None, before, after).get_grouped_opcodes(CONTEXT):
        start = group[0][1]
        if start > shown:
            yield DiffRow("skipped", skipped=start - shown)
        for tag, low, high, other_low, other_high in group:
            left = list(enumerate(before[low:high], low + 1))
            right = list(enumerate(after[other_low:other_high], other_low + 1))
            for one, two in zip_longest(left, right):
                yield _row(one, two, tag == "equal")
        shown = group[-1][2]
    if 0 < shown < len(before):
        yield DiffRow("skipped", skipped=len(before) - shown)


NumberedLine = tuple[int, str]


def _row(one: NumberedLine | None, two: NumberedLine | None, is_equal: bool) -> DiffRow:
    if one is None or two is None:
        return DiffRow("changed", _alone(one), _alone(two))
    if is_equal:
        return DiffRow("equal", DiffLine(one[0], one[1]), DiffLine(two[0], two[1]))
    return DiffRow("changed", _marked(one, two[1]), _marked(two, one[1]))


def _alone(line: NumberedLine | None) -> DiffLine:
    return DiffLine(line[0], changed=line[1]) if line else DiffLine()


def _marked(line: NumberedLine, other: str) -> DiffLine:
    """The line with the part marked that its counterpart does not have at its place."""
    number, text = line
    most = min(len(text), len(other))
    head = _common(text, other, most)
    tail = _common(text[::-1], other[::-1], most - head)
    end = len(text) - tail
    return DiffLine(number, text[:head], text[head:end], text[end:])


def _common(one: str, two: str, most: int) -> int:
    """How many characters both begin with, at most so many."""
    for place in range(most):
        if one[place] != two[place]:
            return place
    return most
