"""Unified diffs: read them, and apply them to a file if there is exactly one way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from assay.answers.lines import is_blank

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


Hunk = Sequence[tuple[str, str]]
"""The lines of one hunk as (tag, text), without line endings."""


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
    path = line.rstrip("\r\n")[4:].split("\t", 1)[0].strip().strip('"')
    return path[2:] if path.startswith(("a/", "b/")) else path


def _read_hunks(lines: Sequence[str]) -> list[Hunk]:
    """What stands below each line that begins with `@@`; where it stood in the file is not read."""
    hunks: list[list[tuple[str, str]]] = []
    for line in lines:
        if line.startswith("@@"):
            hunks.append([])
        elif hunks and not line.startswith(_META):
            hunks[-1].append(_tagged(line))
    for hunk in hunks:
        while hunk and hunk[-1] == (" ", ""):
            hunk.pop()
    return [hunk for hunk in hunks if hunk]


def _tagged(line: str) -> tuple[str, str]:
    """The line's tag and text.

    Models drop the leading space of blank lines and sometimes of other context.
    """
    text = line.rstrip("\r\n")
    if text[:1] in ("+", "-", " ") and text:
        return text[0], text[1:]
    return " ", text


def new_content(patch: FilePatch) -> str | None:
    """The added lines of a patch that creates a file, each ended by `\\n`; None for another one."""
    added = [text for hunk in patch.hunks for tag, text in hunk if tag == "+"]
    return "".join(f"{text}\n" for text in added) if patch.creates else None


def apply_patch(content: str, patch: FilePatch) -> str | None:
    """The content with every hunk applied; None if a hunk does not fit in exactly one way.

    A hunk fits at the only place below the previous one that has its lines: models miscount where
    it is. Added lines get the file's line ending.
    """
    ending = "\r\n" if "\r\n" in content else "\n"
    text = "\n" + content.replace("\r\n", "\n") + "\n"
    done = 0
    for hunk in patch.hunks:
        old, new = _side(hunk, "-"), _side(hunk, "+")
        place = text.find(old, done)
        if old == "\n" or place < 0 or text.find(old, place + 1) >= 0:
            return None
        text = text[:place] + new + text[place + len(old) :]
        done = place + len(new) - 1
    return text[1:-1].replace("\n", ending)


def _side(hunk: Hunk, tag: str) -> str:
    """What stands before (`-`) or after (`+`) the change, between line breaks."""
    return "\n" + "".join(f"{text}\n" for own, text in hunk if own in (" ", tag))
