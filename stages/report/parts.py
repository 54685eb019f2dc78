"""An answer's text in parts: the words around its files, and where each file stands."""

from collections.abc import Sequence
from typing import NamedTuple

from assay.records.pipeline import DeliveredFile

LEAST = 80
"""A shorter file is left in the text: it could stand elsewhere by chance."""


class TextPart(NamedTuple):
    """A piece of the answer's own text, or the path of the file that stands at this place."""

    text: str
    path: str = ""


def text_parts(text: str, files: Sequence[DeliveredFile]) -> list[TextPart]:
    """The text with each file's content, where it stands word for word, replaced by its path.

    The parts with the contents at their places are the whole text: nothing else is left out.
    """
    parts = [TextPart(text)]
    for file in sorted(files, key=lambda file: -len(file.content)):
        if len(file.content) >= LEAST:
            parts = [piece for part in parts for piece in _split(part, file)]
    return parts


def _split(part: TextPart, file: DeliveredFile) -> list[TextPart]:
    if part.path or file.content not in part.text:
        return [part]
    before, _, after = part.text.partition(file.content)
    pieces = [TextPart(before), TextPart("", file.path), TextPart(after)]
    return [piece for piece in pieces if piece.text or piece.path]
