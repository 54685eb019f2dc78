"""Read one flat JSON object that is nearly right.

Accepted are extra commas, comments, Python's True, and backslashes that begin no escape. Nothing is
guessed: an object without its closing brace is not read, nor one with a value that is neither a
single token nor a list of strings.
"""

import json
import re
from typing import Any

import regex  # Python 3.11.2 has an error in possessive repeats

LONGEST = 20_000
"""Characters of an object: so its time is bounded, whatever it holds."""
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
_GAP = r"(?:\s|//[^\n]*|#[^\n]*|/\*(?:[^*]++|\*(?!/))*+\*/)*+"
_STRING = regex.compile(r'"(?:[^"\\]|\\.)*+"', regex.DOTALL)
_TEXT = _STRING.pattern
_NUMBER = r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?%?"
_VALUE = rf"{_TEXT}|\[\s*+(?:{_TEXT}\s*+,?\s*+)*+\]|{_NUMBER}|(?:{'|'.join(_WORDS)})\b"
_PAIR = rf"({_TEXT}){_GAP}:{_GAP}({_VALUE}){_GAP}(?:,{_GAP}|(?=\}}))"
_OBJECT = regex.compile(rf"\{{{_GAP}(?:{_PAIR})*+\}}", regex.DOTALL)
_DECODER = json.JSONDecoder(strict=False)
_BAD_ESCAPE = re.compile(r'\\(?:\\|(?!["\\/bfnrt]|u[0-9a-fA-F]{4}))')


def flat_object(text: str, start: int) -> tuple[list[tuple[str, Any]], int] | None:
    """The pairs of the object whose brace opens at `start`, and its end; None if there is none."""
    found = _OBJECT.match(text, start, start + LONGEST)
    if found is None:
        return None
    pairs = zip(found.captures(1), found.captures(2), strict=True)
    return [(str(_plain(key)), _plain(value)) for key, value in pairs], found.end()


def _plain(token: str) -> Any:
    """The value of a token; a number as it is written: `0.9` and `90%` differ in scale."""
    if token[0] == "[":
        return [_plain(text) for text in _STRING.findall(token)]
    if token[0] != '"':
        return _WORDS[token] if token.isalpha() else token
    kept = _BAD_ESCAPE.sub(lambda match: match[0] if match[0] == r"\\" else r"\\", token)
    return _DECODER.decode(kept)
