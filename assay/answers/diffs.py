"""Unified diffs: read them, and apply them to a file if there is exactly one way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assay.answers.lines import is_blank, split_lines, without_ending

MAX_COMPARISONS: Final = 2_000_000
"""Line comparisons that applying one diff may need; beyond it the diff counts as not applicable."""

_HUNK: Final = re.compile(
    r"@@(?: -(\d{1,9})(?:,(\d{1,9}))?(?: \+(\d{1,9})(?:,(\d{1,9}))?)?)?[^\r\n]{0,400}"
)
_META: Final = (
    "diff --git ",
    "index ",
    "new file mode",
    "deleted file mode",
    "similarity ",
    "rename ",
    "\\ No newline",
)
_NOWHERE: Final = "/dev/null"


@dataclass(frozen=True, slots=True)
class Hunk:
    """One hunk: its stated start line (1-based, 0 if none), and its lines as (tag, text)."""

    start: int
    lines: tuple[tuple[str, str], ...]

    @property
    def old(self) -> list[str]:
        """The lines that must be there: context and removed ones, without line endings."""
        return [text for tag, text in self.lines if tag in " -"]


@dataclass(frozen=True, slots=True)
class FilePatch:
    """The change of one file.

    `path` is empty if the diff has no header; `creates`: the file is new.
    """

    path: str
    creates: bool
    hunks: tuple[Hunk, ...]


def is_diff(lines: Sequence[str]) -> bool:
    """Whether the lines hold a file header (`---` then `+++`) or start with a hunk."""
    first = next((line for line in lines if not is_blank(line)), "")
    if first.startswith("@@ -"):
        return True
    return any(is_diff_header(lines, index) for index in range(len(lines) - 1))


def is_diff_header(lines: Sequence[str], index: int) -> bool:
    """Whether `---` and `+++` with the names of a file begin on the line."""
    return (
        lines[index].startswith("--- ")
        and index + 1 < len(lines)
        and lines[index + 1].startswith("+++ ")
    )


def read_diff(lines: Sequence[str]) -> list[FilePatch]:
    """The changes that the lines describe, one for each file; none without a hunk."""
    headers = [index for index in range(len(lines) - 1) if is_diff_header(lines, index)]
    if not headers:
        hunks = _read_hunks(lines)
        return [FilePatch("", False, tuple(hunks))] if hunks else []
    bounds = [*headers[1:], len(lines)]
    patches = [_read_patch(lines[start:end]) for start, end in zip(headers, bounds, strict=True)]
    return [patch for patch in patches if patch.hunks]


def _read_patch(lines: Sequence[str]) -> FilePatch:
    old, new = _header_path(lines[0]), _header_path(lines[1])
    hunks = _read_hunks(lines[2:])
    return FilePatch(new if new != _NOWHERE else "", old == _NOWHERE, tuple(hunks))


def _header_path(line: str) -> str:
    path = without_ending(line)[4:].split("\t", 1)[0].strip().strip('"')
    return path[2:] if path.startswith(("a/", "b/")) else path


def _read_hunks(lines: Sequence[str]) -> list[Hunk]:
    hunks: list[Hunk] = []
    start = 0
    body: list[tuple[str, str]] = []
    inside = False
    for line in lines:
        if found := _HUNK.match(line) if line.startswith("@@") else None:
            _keep(hunks, start, body)
            start = int(found.group(1) or 0)
            body = []
            inside = True
        elif inside and not line.startswith(_META):
            body.append(_tagged(line))
    _keep(hunks, start, body)
    return hunks


def _tagged(line: str) -> tuple[str, str]:
    """The line's tag and text.

    Models drop the leading space of blank lines and sometimes of other context.
    """
    text = without_ending(line)
    if text[:1] in ("+", "-", " ") and text:
        return text[0], text[1:]
    return " ", text


def _keep(hunks: list[Hunk], start: int, body: list[tuple[str, str]]) -> None:
    while body and body[-1] == (" ", ""):
        body.pop()
    if body:
        hunks.append(Hunk(start, tuple(body)))


def new_content(patch: FilePatch) -> str:
    """The content of the file that a creating patch adds: its added lines, each ended by `\\n`."""
    return "".join(f"{text}\n" for hunk in patch.hunks for tag, text in hunk.lines if tag == "+")


def apply_patch(content: str, patch: FilePatch) -> str | None:
    """The content with every hunk applied; None if a hunk does not fit in exactly one way.

    A hunk fits where it says that it starts, or else at the only place below the previous hunk
    that has exactly its old lines. Lines that stay keep their bytes; added lines get the file's
    line ending.
    """
    lines = split_lines(content)
    work = sum(len(lines) * max(1, len(hunk.old)) for hunk in patch.hunks)
    if work > MAX_COMPARISONS:
        return None
    ending = lines[0][len(without_ending(lines[0])) :] if lines else ""
    texts = [without_ending(line) for line in lines]
    result: list[str] = []
    cursor = 0
    for hunk in patch.hunks:
        place = _place(texts, hunk, cursor, hunk.start - 1)
        if place is None:
            return None
        result += lines[cursor:place] + _changed(lines, hunk, place, ending or "\n")
        cursor = place + len(hunk.old)
    return "".join(result + lines[cursor:])


def _place(texts: list[str], hunk: Hunk, cursor: int, expected: int) -> int | None:
    old = hunk.old
    if not old:
        return expected + 1 if cursor <= expected + 1 <= len(texts) and expected >= 0 else None
    if expected >= cursor and texts[expected : expected + len(old)] == old:
        return expected
    fits = [
        at for at in range(cursor, len(texts) - len(old) + 1) if texts[at : at + len(old)] == old
    ]
    return fits[0] if len(fits) == 1 else None


def _changed(lines: list[str], hunk: Hunk, place: int, ending: str) -> list[str]:
    result: list[str] = []
    at = place
    for tag, text in hunk.lines:
        if tag == "+":
            result.append(text + ending)
            continue
        if tag == " ":
            result.append(lines[at])
        at += 1
    return result
