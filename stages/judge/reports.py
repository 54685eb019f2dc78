"""Reading a judge's report: every usable verdict in it, and nothing else."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Strict, ValidationError

_OBJECT = re.compile(r'\{\s*"')
_PATIENCE = 50
"""How many times its own length a report may be read over: garbage must not be able to hang a run."""


def _boolean(value: Any) -> Any:
    """true and false, also as strings. Anything else is no verdict: bool("false") would be True."""
    return {"true": True, "false": False}.get(value.strip().lower(), value) if isinstance(value, str) else value


def _percent(value: Any) -> int | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return round(number) if 0 <= number <= 100 else None


class Reported(BaseModel):
    """One verdict as a judge reports it. `passed` is strict; the rest is read as far as it makes sense."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    passed: Annotated[bool, Strict(), BeforeValidator(_boolean)]
    confidence: Annotated[int | None, BeforeValidator(_percent)] = None
    evidence: Annotated[str, BeforeValidator(lambda value: value if isinstance(value, str) else "")] = ""
    explanation: Annotated[str, BeforeValidator(lambda value: value if isinstance(value, str) else "")] = ""


def usable_verdicts(text: str, asked: Iterable[str]) -> dict[str, Reported]:
    """The verdicts of a report on the criteria asked, by id.

    Prose, fences and a torn end are passed over. Two verdicts on one criterion that contradict each other are none.
    """
    wanted, found, contradicted = set(asked), dict[str, Reported](), set[str]()
    for item in _candidates(text):
        verdict = _verdict(item)
        if verdict is None or verdict.id not in wanted:
            continue
        if verdict.id in found and found[verdict.id].passed != verdict.passed:
            contradicted.add(verdict.id)
        found[verdict.id] = verdict
    return {id_: verdict for id_, verdict in found.items() if id_ not in contradicted}


def _verdict(item: Any) -> Reported | None:
    try:
        return Reported.model_validate(item)
    except ValidationError:
        return None


def _candidates(text: str) -> Iterator[dict[str, Any]]:
    """Every JSON object in the text that has an id; of a torn report, the whole objects inside it."""
    decoder, start, patience = json.JSONDecoder(), 0, _PATIENCE * len(text)
    while patience > 0 and (opening := _OBJECT.search(text, start)):
        start = opening.start()
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            read = getattr(error, "pos", len(text))
            patience -= read - start + read // 100  # the decoder also counts the lines before the mistake
            start += 1
            continue
        items = value["verdicts"] if isinstance(value.get("verdicts"), list) else [value]
        yield from (item for item in items if isinstance(item, dict) and "id" in item)
        start = end
