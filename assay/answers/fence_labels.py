"""What the lines around a fence show about its role, before fences are paired into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from assay.answers.bare import read_bare
from assay.answers.comments import first_comment
from assay.answers.labels import is_heading, is_strong, titled
from assay.answers.lines import MAX_LABEL, is_blank, is_rule

_NEAR: Final = 4
_LINES_ABOVE: Final = 12
_LINES_BELOW: Final = 8
_INTRODUCTION: Final = re.compile(
    r"\s{0,8}(?:(?:[-*]|\d{1,2}[.)])\s+)?(?:\*\*)?[^\W\da-z_][\w'’,`./ -]{8,200}:(?:\*\*)?\s*"
)


@dataclass(frozen=True, slots=True)
class Lead:
    """The lines that lead to a fence.

    `path`: the path written for it, above or as its first comment; empty if there is none.
    `start`: the first line of a label, heading or introduction above it; None if there is none.
    """

    path: str = ""
    start: int | None = None

    @property
    def announces(self) -> bool:
        """Whether anything says that a block begins here."""
        return bool(self.path) or self.start is not None


def lead_of_fence(lines: Sequence[str], index: int, floor: int, ceiling: int) -> Lead:
    """The lead of the fence on line `index`, between the fences `floor` and `ceiling`."""
    start: int | None = None
    for order, at in enumerate(_filled_above(lines, index, floor)):
        is_nearest = order == 0
        path = _path_on(lines, at, floor, is_nearest)
        is_title = _is_title(lines[at])
        leads = is_title and (is_nearest or start is not None)
        if path or leads or (is_nearest and _introduces(lines, at)):
            start = _with_rule_above(lines, at, floor)
        if path:
            return Lead(path, start)
        if is_title:
            break
    return Lead(_path_inside(lines, index, ceiling), start)


def _with_rule_above(lines: Sequence[str], at: int, floor: int) -> int:
    above = at - 1
    return above if above > floor and is_rule(lines[above]) else at


def _filled_above(lines: Sequence[str], index: int, floor: int) -> Iterator[int]:
    """The nearest non-empty lines above the fence, upwards."""
    above = range(index - 1, max(floor, index - _LINES_ABOVE), -1)
    return islice((at for at in above if _is_filled(lines[at])), _NEAR)


def _is_filled(line: str) -> bool:
    return not is_blank(line) and not is_rule(line)


def _is_title(line: str) -> bool:
    """Whether a heading cannot be a comment of the code above it."""
    return is_heading(line) and line.lstrip().startswith("##")


def _may_be_comment(lines: Sequence[str], at: int, floor: int) -> bool:
    """Whether a `#` line belongs to the code around it.

    A heading has no code right below it and no fence above it.
    """
    line = lines[at].lstrip()
    return (
        line.startswith("#")
        and not line.startswith("##")
        and (at == floor + 1 or _is_filled(lines[at + 1]))
    )


def _path_on(lines: Sequence[str], at: int, floor: int, is_nearest: bool) -> str:
    """The path on a line that stands out, or alone between blank lines.

    The last line of a tree is no label.
    """
    if _may_be_comment(lines, at, floor):
        return ""
    line = lines[at]
    if is_heading(line):
        return next((label.path for label in titled(line)), "")
    alone = is_nearest and (at == 0 or not _is_filled(lines[at - 1]))
    bare = read_bare(line) if alone or is_strong(line) else None
    return bare.path if bare else ""


def _introduces(lines: Sequence[str], at: int) -> bool:
    """Whether the line announces a block in words ("Then add the store:"), after a blank line."""
    line = lines[at]
    if len(line) > MAX_LABEL or " " not in line.strip() or not _INTRODUCTION.fullmatch(line):
        return False
    return at == 0 or not _is_filled(lines[at - 1])


def _path_inside(lines: Sequence[str], index: int, ceiling: int) -> str:
    """The first comment below the fence, if code follows it.

    Otherwise it may be the heading of the next block.
    """
    comment = first_comment(lines[index + 1 : min(ceiling, index + _LINES_BELOW)])
    if comment is None:
        return ""
    below = index + 2 + comment.index
    is_title = comment.style == "hash" and _is_title(lines[below - 1])
    has_code = any(_is_filled(line) for line in lines[below : min(ceiling, below + _LINES_BELOW)])
    return comment.path if has_code and not is_title else ""
