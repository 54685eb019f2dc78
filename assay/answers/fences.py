"""Fence lines: their shape."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

MAX_INFO = 500
"""Characters of an info string that are looked at."""

_MARKER = re.compile(r"[ \t]*+(?P<item>(?:-|\d{1,3}[.)])[ \t]{1,8})?(?P<run>`{3,}+|~{3,}+)")
_TAB_WIDTH = 4


@dataclass(frozen=True, slots=True)
class Fence:
    """One fence line.

    `index`: its line. `indent`: the space before it (a list marker counts as space); `width`: its
    columns. `item`: it follows a list marker, so it can only open.
    """

    index: int
    indent: str
    width: int
    run: str
    info: str
    item: bool

    @property
    def bare(self) -> bool:
        """Whether it has no info string, so that it can close as well as open."""
        return not self.info and not self.item

    def matches(self, opener: "Fence") -> bool:
        """Whether it has the opener's character, at least its length, and is not far deeper."""
        return self.run.startswith(opener.run) and self.width <= opener.width + 3


def find_markers(lines: Sequence[str]) -> list[int]:
    """The indexes of all lines that are fences by their shape."""
    return [
        index
        for index, line in enumerate(lines)
        if ("```" in line or "~~~" in line) and is_marker(line)
    ]


def is_marker(line: str) -> bool:
    """Whether the line is a fence; inline code (```` ```x``` ````) is not."""
    marker = _MARKER.match(line)
    return marker is not None and not ("`" in marker["run"] and "`" in line[marker.end() :])


def read_fence(lines: Sequence[str], index: int) -> Fence:
    marker = _MARKER.match(lines[index])
    assert marker is not None, "only fence lines are read"
    item = marker["item"] or ""
    indent = lines[index][: marker.start("run")].replace(item or "\0", " " * len(item))
    return Fence(
        index=index,
        indent=indent,
        width=len(indent.expandtabs(_TAB_WIDTH)),
        run=marker["run"],
        info=lines[index][marker.end() :].strip()[:MAX_INFO],
        item=bool(item),
    )


def without_doubled(lines: list[str]) -> list[str]:
    """The lines with one fence for two, in a text that opens its first block and half of all twice.

    A README in such a text may contain others.
    """
    markers = find_markers(lines)
    again = {
        below
        for above, below in pairwise(markers)
        if below == above + 1 and lines[above].strip() == lines[below].strip()
    }
    openers = {index for index in markers if lines[index].strip().strip("`~")}
    doubled = openers & again
    if not doubled or min(openers) + 1 not in doubled or 3 * len(doubled) < len(openers):
        return lines
    return [line for index, line in enumerate(lines) if index not in again]
