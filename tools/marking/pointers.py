"""Where the words of a criterion stand in the delivered files: links beside it in the checklist.

They are found by the criterion's text alone. So they tell nothing of what a check or a judge
decided.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tools.marking.trees import Files, ids

MOST = 4
"""So many links for each criterion."""
QUOTED = re.compile(r'"([^"<>\n]{3,60})"')
PATHS = re.compile(
    r"(?<![\w/])[\w@.-]+(?:/[\w.-]*)+|(?<![\w.])[\w-]+\.(?:json|html|css|tsx?|jsx?)\b"
)
NAMES = re.compile(
    r"(?<![\w/.-])(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]+(?:-[a-z0-9]+)+)(?![\w/])"
)


class Pointer(NamedTuple):
    """A link to a line (from 1) of a file, or (0) to the file. `word` is what stands there."""

    file: str
    path: str
    line: int
    word: str


def pointers(text: str, delivered: Files) -> list[Pointer]:
    """The first place of each path, quotation and name of the text, at most MOST of them."""
    by_id = {name: path for name, path in ids("new", delivered).items() if delivered[path]}
    found: dict[tuple[str, int], Pointer] = {}
    for word in _words(text):
        for pointer in _places(word, by_id, delivered):
            found.setdefault((pointer.file, pointer.line), pointer)
    return list(found.values())[:MOST]


def _words(text: str) -> list[str]:
    """What the text quotes or names as in code, each once."""
    found = [*PATHS.findall(text), *QUOTED.findall(text), *NAMES.findall(text)]
    return list(dict.fromkeys(found))


def _places(word: str, by_id: dict[str, str], delivered: Files) -> Iterator[Pointer]:
    """The file that the word names, else the first line that has it."""
    for file, path in by_id.items():
        if path == word or path.endswith(f"/{word}"):
            yield Pointer(file, path, 0, word)
            return
    for file, path in by_id.items():
        content = delivered[path] or ""
        place = content.find(word)
        if place >= 0:
            yield Pointer(file, path, content.count("\n", 0, place) + 1, word)
            return
