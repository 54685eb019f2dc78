"""Read a judge's report: every usable verdict in it, and nothing else."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from assay.judging.document import choices_in
from assay.records.hashing import canonical_json
from assay.records.lenient_json import flat_object
from assay.records.pipeline import Record
from assay.records.untyped import JsonObject
from stages.judge.thoughts import without_thoughts
from stages.judge.values import VERDICT_KEYS, answer_of, decision_of, is_decision, percent_of

_OBJECT = re.compile(r'\{\s*"')
_PATIENCE = 50
"""How many times its own length a report may be read over, so that garbage cannot hang a run."""
_NAMING = ("id", "criterion_id", "criterion", "statement", "text")
"""Under these keys reports name the criterion, by its id, its words or its place in the list."""
_PLACE = re.compile(r"(?:criterion|c|#)?[ _-]?([1-9][0-9]{0,3})[.):]?", re.IGNORECASE)

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
    """The verdicts of a report. `asked`: the id and statement of each criterion, in their order.

    The statement of a question has its answers too (`choices_in`): one of them is the decision.
    Prose, fences, thoughts and an incomplete end are ignored. A criterion is named by its id, by
    its statement, word for word, or by its place in the list if the report numbers all of them.
    Two verdicts that contradict each other do not count. Nor does a verdict that stands in the
    question: it belongs to the answer, and the judge only repeated it.
    """
    reply = without_thoughts(text)
    names = _names(asked)
    planted = {canonical_json(item) for item in _items(question, names)}
    own_words = _without_repeated(reply, question, names)
    items = [item for item in _items(own_words, names) if canonical_json(item) not in planted]
    found: dict[str, Reported] = {}
    contradicted: set[str] = set()
    for item, id_ in zip(items, _named(items, names, list(asked)), strict=True):
        decided = _decided(item, asked[id_]) if id_ is not None else None
        if id_ is None or decided is None:
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
    """The decision of an item alone; None if it gives none."""
    if choices := choices_in(statement):
        answer = answer_of(item, choices)
        return None if answer is None else Reported(answer=answer)
    passed = decision_of(item)
    return None if passed is None else Reported(passed=passed)


def _without_repeated(text: str, question: str, names: Names) -> str:
    """The report without verdicts that stand in the question word for word.

    White space does not matter. `_items` alone is not enough: an answer can hide its verdicts in
    text that exceeds the reading limit.
    """
    pieces: list[str] = []
    kept = 0
    patience = _PATIENCE * len(text)
    stands = "".join(question.split())
    for opening in _OBJECT.finditer(text) if stands else ():
        start = opening.start()
        pairs, end = flat_object(text, start)
        patience -= end - start
        if patience < 0:
            break
        is_verdict = bool(pairs) and start >= kept and _speaks(pairs or (), names)
        if is_verdict and "".join(text[start:end].split()) in stands:
            pieces += [text[kept:start], "{}"]
            kept = end
    return "".join([*pieces, text[kept:]])


def _speaks(pairs: Sequence[tuple[str, Any]], names: Names) -> bool:
    """Whether an object is a verdict that names its criterion itself, or a mapping of verdicts."""
    keys = {key for key, _ in pairs}
    if not keys.isdisjoint(VERDICT_KEYS) and not keys.isdisjoint(_NAMING):
        return True
    return any(key in names or _PLACE.fullmatch(key) for key in keys)


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


def _named(items: Sequence[Item], names: Names, ids: Sequence[str]) -> list[str | None]:
    """The criterion that each item names; None where it names none, or several."""
    by_name = [_by_name(item, names) for item in items]
    places = [_place(item) for item in items]
    if _is_numbered(places, by_name, ids):
        return [ids[place - 1] for place in places if place is not None]
    return by_name


def _by_name(item: Item, names: Names) -> str | None:
    said = {" ".join(item[key].split()) for key in _NAMING if isinstance(item.get(key), str)}
    ids = set[str]().union(*(names.get(name, ()) for name in said))
    return ids.pop() if len(ids) == 1 else None


def _place(item: Item) -> int | None:
    """The number by which an item names its criterion; None if it gives none."""
    for key in _NAMING:
        value = item.get(key)
        if isinstance(value, int | str) and not isinstance(value, bool):
            place = _PLACE.fullmatch(str(value).strip()) if len(str(value)) < 20 else None
            if place:
                return int(place[1])
    return None


def _is_numbered(
    places: Sequence[int | None], by_name: Sequence[str | None], ids: Sequence[str]
) -> bool:
    """Whether a report numbers the criteria by their places in the list.

    Every place from 1 to the last must occur once, and no item may name another criterion than the
    one at its place. A part of the numbers could be a count of another kind.
    """
    known = [place for place in places if place is not None]
    if len(known) < len(places) or sorted(known) != list(range(1, len(ids) + 1)):
        return False
    return all(name in (None, ids[place - 1]) for place, name in zip(known, by_name, strict=True))


def _items(text: str, names: Names) -> Iterator[Item]:
    """Every verdict in the text as an object; of a faulty report, the complete ones inside."""
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=_unambiguous)
    start = 0
    patience = _PATIENCE * len(text)
    while patience > 0 and (opening := _OBJECT.search(text, start)):
        start = opening.start()
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            read = getattr(error, "pos", len(text))
            patience -= (
                read - start + read // 100
            )  # the decoder also counts the lines before the mistake
            flat = flat_object(text, start)
            patience -= flat.read_to - start
            if flat.pairs is None:
                start += 1
                continue
            value = _unambiguous(flat.pairs)
            end = flat.read_to
        yield from _verdict_objects(value, names)
        start = end


def _unambiguous(pairs: Sequence[tuple[str, Any]]) -> Item:
    """The object; a key that occurs twice has the value None."""
    times = Counter(key for key, _ in pairs)
    return {key: value if times[key] == 1 else None for key, value in pairs}


def _verdict_objects(value: Any, names: Names) -> Iterator[Item]:
    """The verdicts in a report of any shape: a list, lists by metric, a mapping from ids.

    An object around them does not matter, whatever it says about all of them.
    """
    waiting = [("", value)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(("", item) for item in value)
        elif isinstance(value, dict):
            item = _with_name(name, value)
            if _is_verdict(item, names):
                yield item
            else:
                waiting.extend(value.items())
        elif is_decision(value) and (name in names or _PLACE.fullmatch(name)):
            yield {"id": name, "passed": value, "answer": value}


def _with_name(name: str, item: Item) -> Item:
    """The item; with its key in a mapping as its id if it names no criterion itself."""
    return item if any(key in item for key in _NAMING) else {**item, "id": name}


def _is_verdict(item: Item, names: Names) -> bool:
    """Whether an object is one verdict, and no object around several."""
    if not any(key in item and not _is_container(item[key]) for key in VERDICT_KEYS):
        return False
    if _is_container(item.get("verdicts")):
        return False
    is_named = _by_name(item, names) is not None or _place(item) is not None
    return is_named or not any(_is_container(value) for value in item.values())


def _is_container(value: Any) -> bool:
    return isinstance(value, list | dict)
