"""Where the words of a criterion stand in the delivered files: links beside it in the checklist.

They are found by the criterion's text alone. So they tell nothing of what a check or a judge
decided.
"""

import re
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
    words = [*PATHS.findall(text), *QUOTED.findall(text), *NAMES.findall(text)]
    places = (_place(word, delivered) for word in dict.fromkeys(words))
    found: dict[tuple[str, int], Pointer] = {}
    for place in filter(None, places):
        found.setdefault((place.file, place.line), place)
    return list(found.values())[:MOST]


def _place(word: str, delivered: Files) -> Pointer | None:
    """The file that the word names, else the first line that has it."""
    by_path = ids("new", delivered)
    for path, id_ in by_path.items():
        if delivered[path] and (path == word or path.endswith(f"/{word}")):
            return Pointer(id_, path, 0, word)
    for path, id_ in by_path.items():
        before, found, _ = (delivered[path] or "").partition(word)
        if found:
            return Pointer(id_, path, before.count("\n") + 1, word)
    return None
