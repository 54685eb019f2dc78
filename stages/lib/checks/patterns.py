"""Regular expressions of checks, matched on model output in time that grows with the text alone.

RE2 matches what it can express. Patterns with lookaround go to `automaton`. There is no limit of
time: a verdict is the same on every machine, however busy. `\\w`, `\\d`, `\\s` and `\\b` mean
ASCII.
"""

import re
from functools import cache
from typing import Any

import re2

from stages.lib.checks.automaton import Automaton

_CACHE_BYTES = 64 << 20
"""Memory of RE2 for one pattern. With too little it stays linear, but is slower."""


class Pattern:
    """A compiled pattern, read with MULTILINE."""

    def __init__(self, pattern: str, ignores_case: bool = False) -> None:
        self._linear = _re2(pattern, ignores_case)
        self._automaton: Automaton | None = None
        if self._linear is None:
            self._automaton = Automaton.of(pattern, re.IGNORECASE if ignores_case else 0)
            self._relaxed = _re2(self._automaton.relaxed(), ignores_case=False)

    def occurs(self, text: str) -> bool:
        """Whether the pattern matches somewhere."""
        if self._automaton is not None:
            return self._may_match(text) and 1 in self._automaton.begins(text)
        return self._linear.search(_utf8(text)) is not None

    def lines(self, text: str) -> tuple[int, ...]:
        """The line, from 1, on which each match begins.

        With lookaround it is each line on which a match begins, once.
        """
        if self._automaton is not None:
            return _lines_of(self._automaton.begins(text), text) if self._may_match(text) else ()
        data = _utf8(text)
        lines: list[int] = []
        line = 1
        counted = 0
        for match in self._linear.finditer(data):
            line += data.count(b"\n", counted, match.start())
            counted = match.start()
            lines.append(line)
        return tuple(lines)

    def _may_match(self, text: str) -> bool:
        """False if the pattern without its lookaround matches nowhere: then it does not either."""
        if self._relaxed is None:
            return True
        try:
            return self._relaxed.search(text.encode()) is not None
        except UnicodeEncodeError:  # a lone surrogate, which UTF-8 cannot say
            return True


@cache
def compiled(pattern: str, ignores_case: bool = False) -> Pattern:
    """The pattern, compiled once. UnsupportedPattern if it cannot be matched in linear time."""
    return Pattern(pattern, ignores_case)


def occurs(pattern: str, text: str, ignores_case: bool = False) -> bool:
    """Whether the pattern matches somewhere."""
    return compiled(pattern, ignores_case).occurs(text)


def _re2(pattern: str, ignores_case: bool) -> Any:
    """The pattern compiled by RE2; None for one that RE2 cannot express."""
    options = re2.Options()
    options.log_errors = False
    options.max_mem = _CACHE_BYTES
    options.case_sensitive = not ignores_case
    try:
        return re2.compile(f"(?m){pattern}", options)
    except re2.error:
        return None


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _lines_of(begins: bytearray, text: str) -> tuple[int, ...]:
    lines: list[int] = []
    line = 1
    counted = 0
    at = begins.find(1)
    while at >= 0:
        line += text.count("\n", counted, at)
        counted = at
        if not lines or lines[-1] != line:
            lines.append(line)
        at = begins.find(1, at + 1)
    return tuple(lines)
