"""RE2: patterns compiled for it, and where in a text their matches begin."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import re2
from numpy.typing import NDArray

_CACHE_BYTES = 64 << 20
"""Memory of RE2 for one pattern. With too little it stays linear, but is slower."""
_FEW = 100
"""Matches that RE2 looks for one by one: each search may read the text to its end."""


def re2_pattern(pattern: str, ignores_case: bool = False) -> Any:
    """The pattern compiled by RE2; None for one that RE2 cannot express."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _CACHE_BYTES
    options.case_sensitive = not ignores_case
    try:
        return re2.compile(f"(?m){pattern}", options)
    except re2.error:
        return None


class _Encoded(NamedTuple):
    """A text in UTF-8. `starts`: the offset of each character, None if each is one byte."""

    data: bytes
    starts: NDArray[np.intp] | None

    def position(self, offset: int) -> int:
        """The number of characters before an offset."""
        return offset if self.starts is None else int(np.searchsorted(self.starts, offset))

    def after(self, offset: int) -> int:
        """The offset of the next character."""
        offset += 1
        while offset < len(self.data) and self.data[offset] & 0xC0 == 0x80:
            offset += 1
        return offset


@lru_cache(maxsize=32)
def _encoded(text: str) -> _Encoded | None:
    """None for a text with a lone surrogate, which UTF-8 cannot say."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return None
    if len(data) == len(text):
        return _Encoded(data, None)
    return _Encoded(data, np.flatnonzero(np.frombuffer(data, np.uint8) & 0xC0 != 0x80))


def may_match(pattern: Any, text: str) -> bool:
    """Whether the pattern matches somewhere; True for a text that RE2 cannot read."""
    encoded = _encoded(text)
    return encoded is None or pattern.search(encoded.data) is not None


def few_begins(pattern: Any, text: str) -> bytearray | None:
    """For every position from 0 to the text's length: 1 where a match begins.

    None if there are too many for RE2, which finds one match at a time.
    """
    encoded = _encoded(text)
    if encoded is None:
        return None
    begins = bytearray(len(text) + 1)
    offset = 0
    for _ in range(_FEW):
        found = pattern.search(encoded.data, offset)
        if found is None:
            return begins
        begins[encoded.position(found.start())] = 1
        if found.start() == len(encoded.data):
            return begins
        offset = encoded.after(found.start())
    return None


def matching_lines(pattern: Any, text: str) -> list[tuple[int, int]] | None:
    """The start and end of each line on which a match begins, for a pattern without line breaks.

    None for a text that RE2 cannot read.
    """
    encoded = _encoded(text)
    if encoded is None:
        return None
    data = encoded.data
    lines = []
    end = -1
    while end < len(data) and (found := pattern.search(data, end + 1)):
        start = data.rfind(b"\n", 0, found.start()) + 1
        end = data.find(b"\n", found.start())
        end = len(data) if end < 0 else end
        lines.append((encoded.position(start), encoded.position(end)))
    return lines
