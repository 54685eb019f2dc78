"""Regular expressions of checks, by RE2: the time to match grows with the length of the text alone.

So there is no limit of time, and a verdict is the same on every machine, however busy. All are read
with MULTILINE; `\\w`, `\\d`, `\\s` and `\\b` mean ASCII.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import re2

_CACHE_BYTES = 64 << 20
"""Memory of RE2 for one pattern. With too little it stays linear, but is slower."""
_MARK = b"\0"
_OTHER_WAYS = {
    r"\(\?<?!": "say with `except` what does not count, or with `lacks` what must not be there",
    r"\(\?<?=": "list the patterns under `together`, `contains` or `mentions`",
    r"\\Z": r"the end of a text is \z",
    r"\\[1-9]|\(\?P=": "write each text out that may be repeated",
    r"\{[\d,]*\d{4}": "count to at most 1000",
}
"""What RE2 lacks, and the way to say the same."""


class TextPiece(NamedTuple):
    """A part of a text, and the line on which it begins, from 1."""

    line: int
    text: str


@cache
def compiled(pattern: str, ignores_case: bool) -> Any:
    """The pattern, compiled once. ValueError shows another way to write it."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _CACHE_BYTES
    options.case_sensitive = not ignores_case
    try:
        return re2.compile(f"(?m){pattern}", options)
    except re2.error as error:
        reason = error.args[0].decode("utf-8", "replace").replace("(?m)", "")
        ways = [f"; {way}" for part, way in _OTHER_WAYS.items() if re.search(part, pattern)]
        whole = f"is no regular expression of RE2: {reason}{''.join(ways)}"
        raise ValueError(whole) from error


def occurs(pattern: str, text: str, ignores_case: bool = False) -> bool:
    """Whether the pattern matches somewhere."""
    return compiled(pattern, ignores_case).search(_utf8(text)) is not None


def lines(pattern: str, text: str) -> tuple[int, ...]:
    """The line on which each match begins, from 1."""
    return tuple(piece.line for piece in pieces(text, pattern, ignores_case=False))[1:]


def without(text: str, unless: str | None) -> str:
    """The text with a mark, which is no letter and no space, where `unless` matches.

    Its lines keep their numbers.
    """
    if unless is None:
        return text
    data: bytes = compiled(unless, True).sub(_marked, _utf8(text))
    return data.decode("utf-8", "replace")


def pieces(text: str, cut: str | None, ignores_case: bool = True) -> Iterator[TextPiece]:
    """The text, cut before each match of `cut`. Without `cut` it is one piece."""
    data = _utf8(text)
    matches = compiled(cut, ignores_case).finditer(data) if cut is not None else ()
    starts = dict.fromkeys(match.start() for match in matches)
    # RE2 finds nothing also between the bytes of a character.
    cuts = [at for at in starts if at == len(data) or data[at] & 0xC0 != 0x80]
    line = 1
    for start, end in pairwise([0, *cuts, len(data)]):
        yield TextPiece(line, data[start:end].decode())
        line += data.count(b"\n", start, end)


def _marked(match: Any) -> bytes:
    lines: int = match.group().count(b"\n")
    return _MARK + b"\n" * lines


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")
