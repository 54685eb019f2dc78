"""Every pattern of every shipped criterion is quick on payloads made to hurt it.

The bound is in seconds of this process's processor, which other processes hardly change. The
slowest pattern of all took 0.06 s for 40 kB. That is long enough: a pattern that backtracks takes
hours for some of these payloads, and one whose time grows with the square of the length takes
some seconds. Both are interrupted at the bound.
"""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import rstr
from pydantic import BaseModel

from assay.checks.patterns import Pattern
from assay.content.criteria import load_criteria
from tests.project import ROOT
from tests.shipped import shipped

SIZE = 40_000
MOST_S = 0.5
GENERAL = ["\n", " ", "a", "a ", "((((", "[", "{{}", "<a ", "=>", "'\"`", "#", "\\", "\t\n", "x.y("]
FILES = sorted(
    path for path in (ROOT / "criteria").glob("*/*.yaml") if path.stem in shipped().tests
)


def patterns_of(check: BaseModel) -> Iterator[str]:
    """The patterns of a check and of the checks inside it."""
    for name, value in check:
        if name in ("regex", "absent", "section", "matches") and isinstance(value, str):
            yield value
        elif name in ("mentions", "contains"):
            yield from value
        elif name == "attrs":
            yield from value.values()
        else:
            yield from _nested(value)


def _nested(value: Any) -> Iterator[str]:
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, BaseModel):
            yield from patterns_of(item)


def of_file(path: Path) -> list[str]:
    checks = [item.check for item in load_criteria(path) if item.check is not None]
    return sorted({pattern for check in checks for pattern in patterns_of(check)})


def payloads(pattern: str) -> Iterator[str]:
    """Texts that begin to match again and again: something general, and a matching text, whole and
    cut off, each repeated."""
    try:
        matching = rstr.Xeger().xeger(pattern)[:400]
    except Exception:  # rstr does not know every construct
        matching = pattern
    general = GENERAL[len(pattern) % len(GENERAL)]
    for unit in (general, matching, matching[: len(matching) // 2] or "a"):
        yield (unit * (SIZE // max(1, len(unit))))[:SIZE]


def test_every_file_of_criteria_has_patterns() -> None:
    assert sum(len(of_file(path)) for path in FILES) > 3_000


@contextmanager
def at_most(seconds: float, what: str) -> Iterator[None]:
    """AssertionError as soon as the process has worked for so long."""

    def interrupt(number: int, frame: object) -> None:
        raise AssertionError(f"more than {seconds} s: {what}")

    before = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize(
    ("slow", "payload"), [(r"(?:\s*\w+\s*)+:", "word "), (r"\s+x", " ")], ids=["hours", "square"]
)
def test_a_pattern_that_backtracks_is_interrupted_at_the_bound(slow: str, payload: str) -> None:
    text = (payload * SIZE)[:SIZE]
    with pytest.raises(AssertionError, match=r"more than 0\.5 s"), at_most(MOST_S, slow):
        re.search(slow, text)
    with at_most(MOST_S, slow):
        assert not Pattern(slow).occurs(text)


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_payload_hurts_a_pattern(path: Path) -> None:
    for text in of_file(path):
        pattern = Pattern(text)
        for payload in payloads(text):
            with at_most(MOST_S, f"{text} on {payload[:80]}"):
                pattern.occurs(payload)
