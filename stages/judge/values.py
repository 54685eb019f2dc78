"""The values of a report's verdicts: whether it passed, and how sure the judge is.

What one value means can depend on the others: 1 is a yes beside 0, and no decision beside 0.5. So
values are read with the scale of the whole report.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from assay.records.untyped import JsonObject

DECISION_KEYS = ("passed", "pass", "verdict", "result")
"""Under these keys reports give a decision. `passed` is what the question asks for."""
_WORDS = {
    "true": True,
    "yes": True,
    "pass": True,
    "passed": True,
    "false": False,
    "no": False,
    "fail": False,
    "failed": False,
}
_BITS = {"1": True, "0": False}
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")


class ReportScale(NamedTuple):
    """What numbers mean in one report.

    `bits`: 1 and 0 are decisions, because no decision is another number. `one`: the confidence that
    a whole 1 means, in percent: 100 if all others are fractions, 1 if none is, None if both occur.
    """

    bits: bool
    one: int | None


def scale_of(items: Iterable[JsonObject]) -> ReportScale:
    """The scale of a report with these verdicts."""
    decisions: set[str] = set()
    confidences: set[str] = set()
    for item in items:
        decisions.update(_written(item.get(key)) for key in DECISION_KEYS)
        confidences.add(_written(item.get("confidence")))
    numbers = {text for text in decisions if _NUMBER.fullmatch(text)}
    has_fractions = any(_is_fraction(text) for text in confidences)
    has_percents = any(_is_percent(text) for text in confidences)
    one: int | None = 100 if has_fractions else 1
    if has_fractions and has_percents:
        one = None
    return ReportScale(bits=numbers <= _BITS.keys(), one=one)


def decision_of(item: JsonObject, scale: ReportScale) -> bool | None:
    """Whether the item passes; None if it does not say so, or says both."""
    read = {_decision(item[key], scale) for key in DECISION_KEYS if key in item}
    if "passed" in item and _decision(item["passed"], scale) is None:
        return None
    decisions = read - {None}
    return decisions.pop() if len(decisions) == 1 else None


def is_decision(value: Any) -> bool:
    """Whether the value may be a decision, on some scale."""
    return _decision(value, ReportScale(bits=True, one=None)) is not None


def percent_of(value: Any, scale: ReportScale) -> int | None:
    """A confidence from 0 to 100, also from a text; None for anything else.

    A number up to 1 with a decimal point is a share of 1. So is a whole 1 among such numbers.
    """
    text = _written(value)
    try:
        number = float(text.rstrip("% "))
    except ValueError:
        return None
    if text in ("1", "+1"):
        return scale.one
    if _is_fraction(text):
        number *= 100
    return round(number) if 0 <= number <= 100 else None


def _decision(value: Any, scale: ReportScale) -> bool | None:
    if isinstance(value, bool):
        return value
    text = _written(value)
    if text in _BITS:
        return _BITS[text] if scale.bits else None
    return _WORDS.get(text) if isinstance(value, str) else None


def _written(value: Any) -> str:
    """A number or text as it is written, in lower case; nothing for other values."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    try:
        return str(value).strip().lower()
    except ValueError:  # a whole number of more digits than Python writes
        return ""


def _is_fraction(text: str) -> bool:
    if "." not in text or "%" in text or not _NUMBER.fullmatch(text):
        return False
    return float(text) <= 1


def _is_percent(text: str) -> bool:
    """Whether a confidence is on the scale up to 100 for sure."""
    number = text.rstrip("% ")
    if not _NUMBER.fullmatch(number):
        return False
    return text != number or float(number) > 1
