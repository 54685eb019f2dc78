"""Read a judge's report: every usable verdict in it, and nothing else."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from assay.judging.document import choices_in
from assay.records.hashing import canonical_json
from assay.records.lenient_json import flat_object
from assay.records.pipeline import Record
from assay.records.untyped import JsonObject
from stages.judge.values import VERDICT_KEYS, answer_of, decision_of, percent_of

_TAG = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", re.DOTALL)
_OBJECT = re.compile(r'\{\s*"')
_KEY_BEFORE = re.compile(r'"((?:[^"\\]|\\.)*)"\s*:\s*$')
_LONGEST_KEY = 400
_PATIENCE = 50
"""How many times its own length a report may be read over, so that garbage cannot hang a run."""
_NAMING = ("id", "criterion_id", "criterion", "statement", "text")
"""Under these keys reports name the criterion, by its id or its words."""

Item = JsonObject
Names = Mapping[str, set[str]]


class Reported(Record):
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
    start = 0
    patience = _PATIENCE * len(text)
    while patience > 0 and (opening := _OBJECT.search(text, start)):
        start = opening.start()
        pairs, end = flat_object(text, start)
        patience -= end - start
        if pairs is None:
            start += 1
            continue
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
