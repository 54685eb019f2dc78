"""Regular expressions of checks, with a time limit, so that no answer can hang a run."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import regex

TIMEOUT_S = 10.0
"""A pattern that takes longer on one text raises TimeoutError, and the check is not decided."""


@cache
def compiled(pattern: str, flags: int = 0) -> Any:
    """The expression, read with MULTILINE and compiled once."""
    return regex.compile(pattern, regex.MULTILINE | flags)


def occurs(pattern: str, text: str, flags: int = 0) -> bool:
    """Whether the pattern, read with MULTILINE, matches somewhere."""
    return compiled(pattern, flags).search(text, timeout=TIMEOUT_S) is not None


def starts(pattern: str, text: str) -> Iterator[int]:
    """Where each match begins."""
    return (match.start() for match in compiled(pattern).finditer(text, timeout=TIMEOUT_S))
