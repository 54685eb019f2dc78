"""Read a judge's report: every usable verdict in it, and nothing else."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict, ValidationError

from stages.judge.lenient import flat_object
from stages.lib.base.hashing import canonical_json

_OBJECT = re.compile(r'\{\s*"')
_PATIENCE = 50
"""How many times its own length a report may be read over, so that garbage cannot hang a run."""
_NAMING = ("id", "criterion", "statement", "text")
"""Under these keys reports name the criterion, by its id or by its words."""


def _boolean(value: Any) -> Any:
    """true and false, also as strings. Anything else is no verdict: bool("false") would be True."""
    return (
        {"true": True, "false": False}.get(value.strip().lower(), value)
        if isinstance(value, str)
        else value
    )


def _percent(value: Any) -> int | None:
    """0 to 100, also from a text; None for anything else.

    A number up to 1 with a decimal point is a share of 1.
    """
    try:
        said = str(value).strip()
        number = float(said.rstrip("%"))
    except ValueError:
        return None
    if "." in said and "%" not in said and number <= 1:
        number *= 100
    return round(number) if 0 <= number <= 100 else None


def _text(value: Any) -> str:
    """The text without lone surrogates: JSON can name them, UTF-8 cannot write them."""
    return re.sub("[\ud800-\udfff]", "\ufffd", value) if isinstance(value, str) else ""


class Reported(BaseModel):
    """One verdict as a judge reports it. `passed` is strict; the rest is read leniently."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    passed: Annotated[bool, Strict(), BeforeValidator(_boolean)]
    confidence: Annotated[int | None, BeforeValidator(_percent)] = None
    evidence: Annotated[str, BeforeValidator(_text)] = ""
    explanation: Annotated[str, BeforeValidator(_text)] = ""


def usable_verdicts(text: str, asked: Mapping[str, str], question: str = "") -> dict[str, Reported]:
    """The verdicts of a report, by id. `asked`: the id and statement of each criterion.

    Prose, fences and an incomplete end are ignored. A criterion is named by its id or by its
    statement, word for word. Two verdicts that contradict each other do not count. Nor does a
    verdict that stands in the question: it belongs to the answer, and the judge only repeated it.
    """
    planted = {canonical_json(item) for item in _candidates(question)}
    names, found, contradicted = _names(asked), dict[str, Reported](), set[str]()
    for item in _candidates(_without_repeated(text, question)):
        id_, verdict = _named(item, names), _verdict(item)
        if id_ is None or verdict is None or canonical_json(item) in planted:
            continue
        if id_ in found and found[id_].passed != verdict.passed:
            contradicted.add(id_)
        found[id_] = verdict
    return {id_: verdict for id_, verdict in found.items() if id_ not in contradicted}


def _without_repeated(text: str, question: str) -> str:
    """The report without verdicts that stand in the question word for word.

    White space does not matter. `_candidates` alone is not enough: an answer can hide its verdicts
    in text that exceeds the reading limit.
    """
    pieces, kept, patience, stands = (
        list[str](),
        0,
        _PATIENCE * len(text),
        "".join(question.split()),
    )
    for opening in _OBJECT.finditer(text) if stands else ():
        start, (pairs, end) = opening.start(), flat_object(text, opening.start())
        patience -= end - start
        if patience < 0:
            break
        if (
            pairs
            and start >= kept
            and _speaks(pairs)
            and "".join(text[start:end].split()) in stands
        ):
            pieces += [text[kept:start], "{}"]
            kept = end
    return "".join([*pieces, text[kept:]])


def _speaks(pairs: Sequence[tuple[str, Any]]) -> bool:
    """Whether an object is a verdict that names its criterion itself."""
    keys = {key for key, _ in pairs}
    return "passed" in keys and not keys.isdisjoint(_NAMING)


def _names(asked: Mapping[str, str]) -> dict[str, set[str]]:
    """The ids that each name stands for: an id, a statement, or both as the question lists them."""
    names: dict[str, set[str]] = {}
    for id_, statement in asked.items():
        for name in (id_, statement, f"{id_}: {statement}"):
            names.setdefault(name, set()).add(id_)
    return names


def _verdict(item: Mapping[str, Any]) -> Reported | None:
    try:
        return Reported.model_validate(item)
    except ValidationError:
        return None


def _named(item: Mapping[str, Any], names: Mapping[str, set[str]]) -> str | None:
    """The one criterion that the item names; None if it names none, or several."""
    said = {" ".join(item[key].split()) for key in _NAMING if isinstance(item.get(key), str)} - {""}
    ids = set[str]().union(*(names.get(name, ()) for name in said))
    return ids.pop() if len(ids) == 1 else None


def _candidates(text: str) -> Iterator[dict[str, Any]]:
    """Every JSON object in the text with `passed`; of a faulty report, the complete ones inside."""
    decoder = json.JSONDecoder(strict=False, object_pairs_hook=_unambiguous)
    start, patience = 0, _PATIENCE * len(text)
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
            value, end = _unambiguous(flat.pairs), flat.read_to
        yield from _verdict_objects(value)
        start = end


def _unambiguous(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The object; without `passed` if it has that key twice."""
    item = dict(pairs)
    if sum(key == "passed" for key, _ in pairs) > 1:
        del item["passed"]
    return item


def _verdict_objects(value: Any) -> Iterator[dict[str, Any]]:
    """The objects with `passed` in a report of any shape.

    This is a list, lists by metric, or a mapping from ids.
    """
    waiting = [("", value)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(("", item) for item in value)
        elif isinstance(value, dict) and "passed" in value:
            yield value if any(key in value for key in _NAMING) else {**value, "id": name}
        elif isinstance(value, dict):
            waiting.extend(_named_values(value))


def _named_values(report: dict[str, Any]) -> list[tuple[str, Any]]:
    """What is inside an object that is no verdict, each part with its key or ''."""
    inside = report.get("verdicts")
    if isinstance(inside, list):
        return [("", item) for item in inside]
    return list(inside.items() if isinstance(inside, dict) else report.items())
