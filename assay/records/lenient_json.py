"""Read one flat JSON object that is nearly right.

Accepted are extra commas, comments, Python's True, and backslashes that begin no escape. Nothing is
guessed: an object without its closing brace is not read, nor one with a value that is neither a
single token nor a list of strings.
"""

import json
import re
from typing import Any, NamedTuple

import regex  # Python 3.11.2 has an error in possessive repeats

_GAP = regex.compile(r"(?:\s|//[^\n]*|#[^\n]*|/\*(?:[^*]|\*(?!/))*+\*/)*+")
_STRING = regex.compile(r'"(?:[^"\\]|\\.)*+"', regex.DOTALL)
_STRINGS = rf"\[\s*+(?:{_STRING.pattern}\s*+,?\s*+)*+\]"
_VALUE = regex.compile(
    rf"{_STRING.pattern}|{_STRINGS}|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?%?|[A-Za-z]+", regex.DOTALL
)
_WORDS = {
    "true": True,
    "True": True,
    "false": False,
    "False": False,
    "null": None,
    "None": None,
    "NaN": None,
    "Infinity": None,
}
_DECODER = json.JSONDecoder(strict=False)
_BAD_ESCAPE = re.compile(r'\\(?:\\|(?!["\\/bfnrt]|u[0-9a-fA-F]{4}))')


class Flat(NamedTuple):
    """The pairs, or None, and the position up to which the text was read."""

    pairs: list[tuple[str, Any]] | None
    read_to: int


def flat_object(text: str, start: int) -> Flat:
    """The object whose brace opens at `start`. The time grows only with `read_to - start`."""
    pairs: list[tuple[str, Any]] = []
    place = _gap(text, start + 1)
    while not text.startswith("}", place):
        key = _STRING.match(text, place)
        colon = _gap(text, key.end()) if key else place
        if not key or not text.startswith(":", colon):
            return Flat(None, _looked(text, colon))
        at = _gap(text, colon + 1)
        value = _VALUE.match(text, at)
        if not value or (value[0].isalpha() and value[0] not in _WORDS):
            return Flat(None, _looked(text, at))
        pairs.append((str(_plain(key[0])), _plain(value[0])))
        place = _gap(text, value.end())
        if text.startswith(",", place):
            place = _gap(text, place + 1)
        elif not text.startswith("}", place):
            return Flat(None, _looked(text, place))
    return Flat(pairs, place + 1)


def _gap(text: str, at: int) -> int:
    match = _GAP.match(text, at)
    return match.end() if match else at


def _looked(text: str, at: int) -> int:
    """How far a failed match read: for an unclosed quotation or comment, the whole text."""
    return len(text) if text.startswith(('"', "/*"), at) else at


def _plain(token: str) -> Any:
    """The value of a token; a number as it is written: `0.9` and `90%` differ in scale."""
    if token[0] == "[":
        return [_plain(text) for text in _STRING.findall(token)]
    if token[0] != '"':
        return _WORDS[token] if token.isalpha() else token
    kept = _BAD_ESCAPE.sub(lambda match: match[0] if match[0] == r"\\" else r"\\", token)
    return _DECODER.decode(kept)
