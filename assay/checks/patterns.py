"""Regular expressions of checks, matched on model output in time that grows with the text alone.

RE2 matches what it can express. Patterns with lookaround go to `automaton`. There is no limit of
time: a verdict is the same on every machine, however busy. `\\w`, `\\d`, `\\s` and `\\b` mean
ASCII.
"""

import re
from functools import cache
from typing import Any

from assay.checks.automaton import Automaton
from assay.checks.linear import re2_pattern


class Pattern:
    """A compiled pattern, read with MULTILINE."""

    def __init__(self, pattern: str, ignores_case: bool = False) -> None:
        self._linear: Any = re2_pattern(pattern, ignores_case)
        self._automaton: Automaton | None = None
        if self._linear is None:
            self._automaton = Automaton.of(pattern, re.IGNORECASE if ignores_case else 0)

    def occurs(self, text: str) -> bool:
        """Whether the pattern matches somewhere."""
        if self._automaton is not None:
            return self._automaton.may_match(text) and 1 in self._automaton.begins(text)
        return self._linear.search(_utf8(text)) is not None

    def lines(self, text: str) -> tuple[int, ...]:
        """The line, from 1, on which each match begins.

        With lookaround it is each line on which a match begins, once.
        """
        if self._automaton is not None:
            is_needed = self._automaton.may_match(text)
            return _lines_of(self._automaton.begins(text), text) if is_needed else ()
        data = _utf8(text)
        lines: list[int] = []
        line = 1
        counted = 0
        for match in self._linear.finditer(data):
            line += data.count(b"\n", counted, match.start())
            counted = match.start()
            lines.append(line)
        return tuple(lines)


@cache
def compiled(pattern: str, ignores_case: bool = False) -> Pattern:
    """The pattern, compiled once. UnsupportedPattern if it cannot be matched in linear time."""
    return Pattern(pattern, ignores_case)


def occurs(pattern: str, text: str, ignores_case: bool = False) -> bool:
    """Whether the pattern matches somewhere."""
    return compiled(pattern, ignores_case).occurs(text)


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
