"""Lines of text with their endings, and the few shapes of line that every module asks about."""

import re
from collections.abc import Sequence

MAX_LABEL = 400
"""Characters. A longer line is never read as a label, which bounds the work on any line."""

_LINE = re.compile(r"[^\r\n]*+(?:\r\n|\n|\r)|[^\r\n]++")
_RULE_CHARACTERS = frozenset("-=*_~+#─━═—–")


def split_lines(text: str) -> list[str]:
    """Split after `\\r\\n`, `\\n` and `\\r` only.

    Joined again, the lines are the text, byte for byte.
    """
    return _LINE.findall(text)


def is_blank(line: str) -> bool:
    """Whether the line holds nothing but space."""
    return not line.strip()


def is_rule(line: str) -> bool:
    """Whether the line is one rule character, three times or more."""
    core = line.strip()
    return core[:1] in _RULE_CHARACTERS and len(core) >= 3 and core == core[0] * len(core)


def indent_of(line: str) -> str:
    """The spaces and tabs at the start of the line."""
    return line[: len(line) - len(line.lstrip(" \t"))]


def trim_blank(lines: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """The range `start:end` without blank lines at either end; empty ranges stay in order."""
    while start < end and is_blank(lines[start]):
        start += 1
    while end > start and is_blank(lines[end - 1]):
        end -= 1
    return start, end


def common_indent(lines: Sequence[str]) -> str:
    """The indentation that all non-blank lines share."""
    indents = [indent_of(line) for line in lines if not is_blank(line)]
    shared = min(indents, key=len, default="")
    while not all(indent.startswith(shared) for indent in indents):
        shared = shared[:-1]
    return shared
