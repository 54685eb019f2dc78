"""Logs and messages that are equal in two runs: no colours, times or folders of this machine."""

import re
from collections.abc import Sequence

_COLOURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\]|[\x00-\x08\x0b-\x1f\x7f]")
"""What a terminal would not show. The text of a title or a link stays: it could hide an error."""
_DURATION = re.compile(r"\b\d+(?:\.\d+)?\s?(?:ms|s|sec|seconds|m)\b(?!\w)")
_CLOCK = re.compile(r"\b(?:\d{4}-\d\d-\d\d[T ])?\d{1,2}:\d\d:\d\d(?:[.,]\d+)?(?: ?[AP]M)?Z?")
_ERROR = re.compile(r"(?i)\b(?:error|failed|cannot|could not|unresolved)")
_HEX = re.compile(r"0x[0-9a-f]{6,}")


def plain(text: str) -> str:
    """The text without colours and control characters; durations and times of day as `…`."""
    text = _COLOURS.sub("", text.replace("\r\n", "\n"))
    return _HEX.sub("0x…", _DURATION.sub("… s", _CLOCK.sub("…", text)))


def tail(text: str, most: int = 4000) -> str:
    """The end of a log, whole lines, plain. If it is cut, its first errors stand before the end."""
    lines = [line.rstrip()[:500] for line in plain(text).strip().split("\n")]
    if sum(len(line) + 1 for line in lines) <= most + 1:
        return "\n".join(lines)
    number = next((n for n, line in enumerate(lines) if _ERROR.search(line)), 0)
    first = _within(lines[number:], most // 4)
    rest = lines[number + len(first) :]
    end = _within(rest[::-1], most - most // 4)[::-1]
    cut = ["…"] if len(end) < len(rest) else []
    return "\n".join([*first, *cut, *end])


def _within(lines: Sequence[str], room: int) -> list[str]:
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return kept


def named(titles: Sequence[str], most: int = 10) -> str:
    """The first titles in quotes, plain and cut, and how many there are beside them."""
    shown = [f"'{' '.join(plain(title).split())[:120]}'" for title in titles[:most]]
    return "; ".join([*shown, *([f"and {len(titles) - most} more"] if titles[most:] else [])])
