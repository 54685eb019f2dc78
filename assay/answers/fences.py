"""Fence lines: their shape, and what stands around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from assay.answers.fence_labels import Lead, lead_of_fence
from assay.answers.fence_languages import family_of, is_plain_text, language_of
from assay.answers.kinds import Kind, kind_of

MAX_INFO: Final = 500
"""Characters of an info string that are looked at."""

_MARKER: Final = re.compile(r"[ \t]*+(?P<item>(?:-|\d{1,3}[.)])[ \t]{1,8})?(?P<run>`{3,}+|~{3,}+)")
_TAB_WIDTH: Final = 4
_GAP: Final = 80


@dataclass(frozen=True, slots=True)
class Fence:
    """One fence line.

    `index`: its line. `indent`: the space before it (a list marker counts as space); `width`: its
    columns. `item`: it follows a list marker, so it can only open. `lead`: what announces it as
    an opener. `markdown`: if it opens, Markdown follows. `gap`: how the lines between it and the
    next fence read.
    """

    index: int
    indent: str
    width: int
    run: str
    info: str
    item: bool
    lead: Lead
    markdown: bool
    gap: Kind

    @property
    def bare(self) -> bool:
        """Whether it has no info string, so that it can close as well as open."""
        return not self.info and not self.item

    def matches(self, opener: Fence) -> bool:
        """Whether it has the opener's character, at least its length, and is not far deeper."""
        return self.run.startswith(opener.run) and self.width <= opener.width + 3


def find_markers(lines: Sequence[str]) -> list[int]:
    """The indexes of all lines that are fences by their shape."""
    return [
        index
        for index, line in enumerate(lines)
        if ("```" in line or "~~~" in line) and is_marker(line)
    ]


def without_doubled(lines: list[str]) -> list[str]:
    """The lines with one fence for two, in a text in which every fence is written twice.

    So it is if the first fence, and half of those with an info string, have their like right below
    or above them: a README in such a text may contain others.
    """
    markers = find_markers(lines)
    seconds = {
        below
        for above, below in pairwise(markers)
        if below == above + 1 and lines[above].strip() == lines[below].strip()
    }
    if not _is_doubled(lines, markers, seconds):
        return lines
    return [line for index, line in enumerate(lines) if index not in seconds]


def _is_doubled(lines: Sequence[str], markers: Sequence[int], seconds: AbstractSet[int]) -> bool:
    """Whether every fence is meant to be one of a pair. `seconds` are the lower ones of pairs."""
    openers = {index for index in markers if lines[index].strip().strip("`~")}
    pairs = seconds | {index - 1 for index in seconds}
    if not openers or markers[0] not in pairs:
        return False
    return 2 * len(pairs & openers) >= len(openers)


def is_marker(line: str) -> bool:
    """Whether the line is a fence; inline code (```` ```x``` ````) is not."""
    found = _MARKER.match(line)
    return found is not None and not ("`" in found["run"] and "`" in line[found.end() :])


def read_fence(lines: Sequence[str], index: int, floor: int, ceiling: int) -> Fence:
    """The fence on a line. `floor` and `ceiling` are the fences before and after it."""
    shape = read_shape(lines, index)
    lead = lead_of_fence(lines, index, floor, ceiling)
    named_markdown = lead.path.lower().endswith((".md", ".mdx"))
    return replace(
        shape,
        lead=lead,
        markdown=shape.markdown or (named_markdown and is_plain_text(language_of(shape.info))),
        gap=kind_of(lines[index + 1 : min(ceiling, index + _GAP)]),
    )


def read_shape(lines: Sequence[str], index: int) -> Fence:
    """The fence on a line by itself: without lead, and with an unknown gap."""
    found = _MARKER.match(lines[index])
    assert found is not None, "only fence lines are read"
    info = lines[index][found.end() :].strip()[:MAX_INFO]
    indent = lines[index][: found.start("run")].replace(
        found["item"] or "\0", " " * len(found["item"] or "")
    )
    return Fence(
        index=index,
        indent=indent,
        width=len(indent.expandtabs(_TAB_WIDTH)),
        run=found["run"],
        info=info,
        item=bool(found["item"]),
        lead=Lead(),
        markdown=family_of(language_of(info)) == "markdown",
        gap=Kind.UNKNOWN,
    )
