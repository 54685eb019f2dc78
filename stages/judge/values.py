"""The values of a report's verdicts: the decision, and how sure the judge is."""

import re
from collections.abc import Mapping
from typing import Any

from assay.content.questions import NOT_STATED
from assay.records.untyped import JsonObject

DECISION_KEYS = ("passed", "pass", "verdict", "result")
"""Under these keys reports give a decision. `passed` is what the question asks for."""
ANSWER = "answer"
"""Under this key reports give the answer to a question about a document."""
VERDICT_KEYS = (*DECISION_KEYS, ANSWER)

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


def decision_of(item: JsonObject) -> bool | None:
    """Whether the item passes; None if it does not say so, or says both."""
    read = {key: decision(item[key]) for key in DECISION_KEYS if key in item}
    if "passed" in read and read["passed"] is None:
        return None
    decisions = set(read.values()) - {None}
    return decisions.pop() if len(decisions) == 1 else None


def decision(value: Any) -> bool | None:
    """The value as a decision; None if it is none. A number is none: it may be on any scale."""
    if isinstance(value, bool):
        return value
    return _WORDS.get(value.strip().lower()) if isinstance(value, str) else None


def answer_of(item: JsonObject, choices: Mapping[str, str]) -> str | None:
    """The answer that the item picks, in full, or NOT_STATED; None if it picks none of these.

    `choices`: the answers by letter. An answer is named by its letter, its words, or both. Where a
    letter is the words of an answer, too, it is the letter that the question asks for.
    """
    names: dict[str, set[str]] = {_folded(NOT_STATED): {NOT_STATED}}
    for letter, answer in choices.items():
        for name in (letter, f"answer {letter}", answer, f"{letter} {answer}"):
            names.setdefault(_folded(name), set()).add(answer)
    picked = item.get(ANSWER)
    words = _folded(picked) if isinstance(picked, str) else ""
    meant = names.get(words, set()) if words else set()
    return choices.get(words) or (meant.pop() if len(meant) == 1 else None)


def _folded(text: str) -> str:
    """The words of the text: an answer may come with other marks and letters' case."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("_", " ")))


def percent_of(value: Any) -> int | None:
    """A confidence from 0 to 100, from a text; None for anything else.

    A number up to 1 with a decimal point is a share of 1. A whole 1 may be either: it is none.
    """
    if not isinstance(value, str):
        return None
    try:
        text = value.strip()
        number = float(text.rstrip("% "))
    except ValueError:
        return None
    if text == "1":
        return None
    if "." in text and "%" not in text and 0 <= number <= 1:
        number *= 100
    return round(number) if 0 <= number <= 100 else None
