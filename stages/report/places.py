"""Where in an answer a verdict was found, and where in its text each of its files stands."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from assay.records.pipeline import DeliveredFile, Verdict

MOST = 3
"""So many places are shown of one criterion."""


class Place(NamedTuple):
    """A line of one of the answer's files. `file` is its number from 1, `line` too."""

    file: int
    path: str
    line: int


def places_of(verdicts: Sequence[Verdict], files: Sequence[DeliveredFile]) -> tuple[Place, ...]:
    """The places that the verdicts name, each once. Lines that a file does not have are no place.

    A check names a path and a line; a judge's quotation is looked for word for word.
    """
    found = dict[Place, None]()
    for verdict in verdicts:
        for number, file in enumerate(files, 1):
            lines = list[int]()
            if f"{file.path}:" in verdict.explanation:
                named = rf"(?<![\w./-]){re.escape(file.path)}:(\d{{1,6}})"
                lines += map(int, re.findall(named, verdict.explanation))
            if len(verdict.evidence) >= 10 and verdict.evidence in file.content:
                lines.append(file.content[: file.content.index(verdict.evidence)].count("\n") + 1)
            most = file.content.count("\n") + 1
            for line in lines:
                if 1 <= line <= most:
                    found[Place(number, file.path, line)] = None
    return tuple(found)[:MOST]


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
