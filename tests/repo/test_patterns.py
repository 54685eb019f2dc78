"""Every pattern of every shipped criterion is quick on payloads made to hurt it.

The bound is on the time of the processor a pattern takes for 100 kB, thirty times what the slowest
needs. A pattern that backtracks takes hours for some of these payloads.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rstr
from pydantic import BaseModel

from stages.lib.checks.patterns import Pattern
from stages.lib.content.criteria import load_criteria
from tests.project import ROOT

SIZE = 100_000
MOST_S = 20.0
GENERAL = ["\n", " ", "a", "a ", "((((", "[", "{{}", "<a ", "=>", "'\"`", "#", "\\", "\t\n", "x.y("]
FILES = sorted((ROOT / "criteria").glob("*/*.yaml"))


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
    """Texts that begin to match again and again: a matching text, whole and cut off, repeated."""
    try:
        matching = rstr.Xeger().xeger(pattern)[:400]
    except Exception:  # rstr does not know every construct
        matching = pattern
    for unit in (matching, matching[: len(matching) // 2] or "a"):
        yield (unit * (SIZE // max(1, len(unit))))[:SIZE]


def test_every_file_of_criteria_has_patterns() -> None:
    assert sum(len(of_file(path)) for path in FILES) > 3_000


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_payload_hurts_a_pattern(path: Path) -> None:
    for number, text in enumerate(of_file(path)):
        pattern = Pattern(text)
        general = GENERAL[number % len(GENERAL)]
        whole, half = payloads(text)
        # one payload a pattern: all three for each would take ten minutes
        payload = (general * (SIZE // len(general)), whole, half)[number % 3]
        begun = time.process_time()
        pattern.occurs(payload)
        assert time.process_time() - begun < MOST_S, (text, payload[:80])
