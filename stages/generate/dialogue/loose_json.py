"""JSON objects as models write them into a text: between prose, with line breaks in strings."""

import json
from typing import NamedTuple

from assay.records.lenient_json import flat_object
from assay.records.untyped import JsonObject

_DECODER = json.JSONDecoder(strict=False)
"""Not strict: line breaks and tabs may stand in a string as they are."""


class ObjectMatch(NamedTuple):
    """What begins with the brace at `start`: an object up to `end`, or the error that ends it.

    `repaired`: a backslash in one of its strings began no JSON escape and was kept as a backslash.
    """

    start: int
    end: int
    value: JsonObject | None
    error: json.JSONDecodeError | None = None
    repaired: bool = False


def object_at(text: str, start: int) -> ObjectMatch:
    """The object whose brace is at `start`, or a failed attempt at one.

    A failure takes time linear in the text's length, because json counts the lines before it.
    """
    found = _decoded(text, start)
    if found.error and found.error.msg.startswith("Invalid \\"):
        flat = flat_object(text, start)
        if flat.pairs is not None:
            return ObjectMatch(start, flat.read_to, dict(flat.pairs), repaired=True)
    return found


def _decoded(text: str, start: int) -> ObjectMatch:
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return ObjectMatch(
            start, len(text) if ends_early(error) else max(start + 1, error.pos), None, error
        )
    except (ValueError, RecursionError):  # a number of thousands of digits, or nested too deeply
        return ObjectMatch(start, start + 1, None)
    return ObjectMatch(start, end, value)


def located(error: json.JSONDecodeError) -> str:
    """What is wrong with a JSON text, and where."""
    ended = ", and the text ends before it is complete" if ends_early(error) else ""
    return f"{error.msg} (line {error.lineno}, column {error.colno}){ended}"


def ends_early(error: json.JSONDecodeError) -> bool:
    """Whether the JSON text is correct up to its end but incomplete."""
    return error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")
