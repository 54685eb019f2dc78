"""Read a judge's report: every usable verdict in it, and nothing else."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from assay.content.questions import NOT_STATED
from assay.judging.document import choices_in
from assay.records.hashing import canonical_json
from assay.records.lenient_json import flat_object
from assay.records.untyped import JsonObject

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", re.DOTALL)
_OBJECT = re.compile(r'\{\s*"')
_KEY_BEFORE = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:\s*$')
_LONGEST_KEY = 400
_MOST_OBJECTS = 2_000
"""So many objects are tried, so that garbage cannot hang a run."""
_NAMING = ("id", "criterion_id", "criterion", "statement", "text")
"""Under these keys reports name the criterion, by its id or its words."""

Item = JsonObject
Names = Mapping[str, set[str]]


class Reported(NamedTuple):
    """One verdict as a judge reports it: `passed`, or the `answer` to a question, in full."""

    passed: bool = False
    answer: str = ""
    confidence: int | None = None
    evidence: str = ""
    explanation: str = ""


def read_report(text: str, asked: Mapping[str, str], question: str = "") -> dict[str, Reported]:
    """The verdicts of a report. `asked`: the id and statement of each criterion.

    The statement of a question has its answers too (`choices_in`): one of them is the decision.
    Prose, fences, thoughts, whatever is around the verdicts and an incomplete end are ignored. A
    criterion is named by its id or by its statement, word for word. Two verdicts that contradict
    each other do not count. Nor does a verdict that stands in the question: it belongs to the
    answer, and the judge only repeated it.
    """
    names = _names(asked)
    planted = {canonical_json(item) for item, _ in _items(question)}
    stands = "".join(question.split())
    found: dict[str, Reported] = {}
    contradicted: set[str] = set()
    for item, source in _items(without_thoughts(text)):
        id_ = _named(item, names)
        decided = _decided(item, asked[id_]) if id_ is not None else None
        if id_ is None or decided is None or canonical_json(item) in planted:
            continue
        if "".join(source.split()) in stands:  # behind more garbage than is read of the question
            continue
        known = found.get(id_, decided)
        if (known.passed, known.answer) != (decided.passed, decided.answer):
            contradicted.add(id_)
        found[id_] = Reported(
            passed=decided.passed,
            answer=decided.answer,
            confidence=percent_of(item.get("confidence")),
            evidence=_text(item.get("evidence")),
            explanation=_text(item.get("explanation")),
        )
    return {id_: verdict for id_, verdict in found.items() if id_ not in contradicted}


def _decided(item: Item, statement: str) -> Reported | None:
    if choices := choices_in(statement):
        answer = answer_of(item, choices)
        return None if answer is None else Reported(answer=answer)
    passed = decision_of(item)
    return None if passed is None else Reported(passed=passed)


def _text(value: Any) -> str:
    """The text without lone surrogates: JSON can name them, UTF-8 cannot write them."""
    return re.sub("[\ud800-\udfff]", "\ufffd", value) if isinstance(value, str) else ""


def _names(asked: Mapping[str, str]) -> dict[str, set[str]]:
    """The ids that each name stands for: an id, a statement, or both as the question lists them."""
    names: dict[str, set[str]] = {}
    for id_, listed in asked.items():
        statement = listed.partition("\n")[0]
        for name in (id_, statement, f"{id_}: {statement}"):
            if name:
                names.setdefault(name, set()).add(id_)
    return names


def _named(item: Item, names: Names) -> str | None:
    """The criterion that the item names; None where it names none, or several."""
    said = {" ".join(item[key].split()) for key in _NAMING if isinstance(item.get(key), str)}
    ids = set[str]().union(*(names.get(name, ()) for name in said))
    return ids.pop() if len(ids) == 1 else None


def _items(text: str) -> Iterator[tuple[Item, str]]:
    """What may be a verdict, and the text that it was read from.

    A verdict is an object without objects in it. In a mapping, its key is its id if it names no
    criterion itself. An object without a decision is a mapping from names to decisions.
    """
    start = tried = 0
    while tried < _MOST_OBJECTS and (opening := _OBJECT.search(text, start)):
        tried += 1
        start = opening.start()
        found = flat_object(text, start)
        if found is None:
            start += 1
            continue
        pairs, end = found
        times = Counter(key for key, _ in pairs)
        item = {key: value if times[key] == 1 else None for key, value in pairs}
        source = text[start:end]
        if item.keys().isdisjoint(VERDICT_KEYS):
            for name, value in item.items():
                yield {"id": name, "passed": value, "answer": value}, source
        else:
            before = _KEY_BEFORE.search(text, max(0, start - _LONGEST_KEY), start)
            if before and item.keys().isdisjoint(_NAMING):
                yield {**item, "id": before[1]}, before[0] + source
            else:
                yield item, source
        start = end


def without_thoughts(text: str) -> str:
    """The text after the last `</think>`, up to a `<think>` that is never closed.

    A reply that is JSON from its first to its last character has no thoughts: there a tag is part
    of a quotation.
    """
    tags = list(_TAG.finditer(text))
    if not tags or _is_json(text):
        return text
    closings = [tag for tag in tags if tag[1]]
    start = closings[-1].end() if closings else 0
    unclosed = [tag.start() for tag in tags if not tag[1] and tag.start() >= start]
    end = unclosed[0] if unclosed else len(text)
    return text[start:end]


def _is_json(text: str) -> bool:
    fenced = _FENCE.fullmatch(text)
    try:
        json.loads(fenced[1] if fenced else text, strict=False)
    except (ValueError, RecursionError):
        return False
    return True


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
