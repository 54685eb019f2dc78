"""Put the pieces of an answer together: one file for each path, in its best version."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace

from assay.answers.extraction_records import CONTINUED, REPEATED, TRUNCATED, UNCLOSED
from assay.answers.file_paths import is_same_file, normalise
from assay.answers.pieces import Piece
from assay.records.pipeline import DeliveredFile

MAX_NAMESAKES = 50
"""Files of one name up to which a path without its folders is looked for among them."""


@dataclass
class CollectedFiles:
    """The files so far, by path without case, and the counts of what was ignored.

    `nameless` is code without a path, under a default name, with the reason it is counted under.
    `marks` go to every piece that is added while they are set.
    """

    files: dict[str, Piece] = field(default_factory=dict)
    ignored: Counter[str] = field(default_factory=Counter)
    nameless: list[tuple[Piece, str]] = field(default_factory=list)
    marks: frozenset[str] = frozenset()
    _by_name: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def ignore(self, reason: str) -> None:
        self.ignored[reason] += 1

    def add(self, piece: Piece) -> None:
        """Keep the piece as a file, replace an earlier version with it, or count it as ignored."""
        path = normalise(piece.path)
        if path is None:
            self.ignore("refused-path")
            return
        piece = replace(piece, path=path, marks=piece.marks | self.marks)
        target = self._earlier(piece)
        if target is None:
            self._put(piece)
        elif piece.continues:
            self.files[target] = _joined(self.files[target], piece)
        elif not _replaces(self.files[target], piece):
            self.ignore("snippet")
        elif target == path.casefold():
            self.files[target] = replace(piece, marks=piece.marks | {REPEATED})
        else:
            self._put(piece)

    def _earlier(self, piece: Piece) -> str | None:
        """The key of the file of which the piece is another version or a part.

        Of a fragment it may be the only file whose path ends in the given one, or the reverse.
        """
        key = piece.path.casefold()
        if key in self.files:
            return key
        named = self._by_name.get(key.rpartition("/")[2], [])
        if not piece.fragment or len(named) > MAX_NAMESAKES:
            return None
        alike = [one for one in named if is_same_file(one, key)]
        return alike[0] if len(alike) == 1 else None

    def extracted(self) -> tuple[DeliveredFile, ...]:
        """The files in the order of their first mention; not validated: any text is taken."""
        made = DeliveredFile.model_construct
        return tuple(
            made(path=one.path, content=one.content, marks=tuple(sorted(one.marks)))
            for one in self.files.values()
        )

    def _put(self, piece: Piece) -> None:
        key = piece.path.casefold()
        self.files[key] = piece
        self._by_name[key.rpartition("/")[2]].append(key)


def _joined(first: Piece, rest: Piece) -> Piece:
    """A file and its continuation, whose end and start are the file's."""
    marks = (first.marks - {TRUNCATED, UNCLOSED}) | rest.marks | {CONTINUED}
    content = first.content + rest.content
    lines = first.lines + rest.lines
    return replace(first, content=content, lines=lines, marks=frozenset(marks))


def _replaces(old: Piece, new: Piece) -> bool:
    """Whether a later version replaces an earlier one: only a full file replaces a full file."""
    before, after = old.lines, new.lines
    if old.excerpt:
        return not new.excerpt or after >= before
    if new.excerpt:
        return False
    return after >= before if TRUNCATED in new.marks else 2 * after > before
