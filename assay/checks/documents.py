"""The sections of a Markdown document."""

import re
from functools import lru_cache

_FENCE = re.compile(r"\s{0,3}(```+(?=[^`]*$)|~~~+)")
_HASHES = re.compile(r"\s{0,3}(#{1,6})\s+(\S.*)")
_BOLD = re.compile(r"\s{0,3}\*\*([^*]+)\*\*:?\s*$")
_WRAPPING = re.compile(r"(```+|~~~+)[ \t]*(?:markdown|md)\s*", re.IGNORECASE)


def unwrapped(text: str) -> str:
    """The document, without a Markdown fence around the whole of it."""
    first, _, rest = text.strip().partition("\n")
    body, _, last = rest.rpartition("\n")
    fence = _WRAPPING.fullmatch(first)
    return body if fence and last == fence[1] else text


@lru_cache(maxsize=4)
def sections(text: str) -> list[tuple[str, str]]:
    """Each heading with the text down to the next heading of its level or higher.

    Headings are `#` lines outside fences, and lines all in bold.
    """
    lines = text.splitlines()
    marks = [
        (number, *heading)
        for number, heading in enumerate(map(heading, unfenced(lines)))
        if heading
    ]
    found = []
    for index, (number, level, title) in enumerate(marks):
        after = (marks[later] for later in range(index + 1, len(marks)))
        end = next((later for later, other, _ in after if other <= level), len(lines))
        found.append((title, "\n".join(lines[number + 1 : end])))
    return found


def unfenced(lines: list[str]) -> list[str]:
    """The lines, with those inside fences made empty."""
    shown = []
    fence = ""
    for line in lines:
        mark = _FENCE.match(line)
        shown.append("" if mark or fence else line)
        text = line.strip()
        if not fence:
            fence = mark.group(1) if mark else ""
        elif mark and text.startswith(fence) and not text.strip(fence[0]):
            fence = ""
    return shown


def heading(line: str) -> tuple[int, str] | None:
    """Level and title of a heading; a line all in bold has level 7."""
    hashes = _HASHES.match(line)
    if hashes:
        return len(hashes.group(1)), hashes.group(2).rstrip().rstrip("#").strip("*` ")
    bold = _BOLD.match(line)
    return (7, bold.group(1).rstrip(":")) if bold else None
