"""Put the pieces of an answer together: one file for each path, in its best version."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from assay.answers.diffs import FilePatch, apply_patch, new_content
from assay.answers.extraction_records import (
    CONTINUED,
    DIFF,
    REPEATED,
    TRUNCATED,
    UNCLOSED,
    ExtractedFile,
)
from assay.answers.file_paths import is_same_file, normalise
from assay.answers.lines import split_lines
from assay.answers.pieces import Piece

SHORT: Final = 8
"""Lines up to which a later version, at most half as long as the earlier, is a snippet of it."""

MAX_NAMESAKES: Final = 50
"""Files of one name up to which a path without its folders is looked for among them."""

MAX_PATCHED_LINES: Final = 500_000
"""Lines of files that all diffs of one answer together may touch; later diffs are ignored."""


@dataclass
class CollectedFiles:
    """The files so far, by path without case, and the counts of what was ignored.

    `nameless` is code without a path, under a default name, with the reason it is counted under.
    `marks` go to every piece that is added while they are set. `sources` are the files that the
    model was given, to which a diff may apply.
    """

    files: dict[str, Piece] = field(default_factory=dict)
    ignored: Counter[str] = field(default_factory=Counter)
    nameless: list[tuple[Piece, str]] = field(default_factory=list)
    marks: frozenset[str] = frozenset()
    sources: Mapping[str, str] = field(default_factory=dict)
    _by_name: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    _patched_lines: int = 0

    def ignore(self, reason: str) -> None:
        """Count a block that is no file."""
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
        elif piece.update:
            kept = self.files[target].path
            self.files[target] = replace(piece, path=kept, marks=piece.marks | {REPEATED})
        else:
            self._put(piece)

    def _earlier(self, piece: Piece) -> str | None:
        """The key of the file of which the piece is another version or a part."""
        key = piece.path.casefold()
        if key in self.files:
            return key
        return self._alike(key) if piece.fragment else None

    def patch(self, patch: FilePatch, label: str) -> None:
        """Apply a diff to its file, make the new file that it describes, or count it as ignored."""
        path = normalise(patch.path or label)
        if path is None:
            self.ignore("refused-path" if patch.path or label else "diff")
            return
        old = self._known(path) or (None if patch.creates else self._source(path))
        content = self._patched(old, patch) if old else new_content(patch)
        if content is None:
            self.ignore("diff")
            return
        old = old or Piece(path, "")
        lines = len(split_lines(content))
        changed = replace(old, content=content, marks=old.marks | {DIFF}, lines=lines)
        if old.path.casefold() in self.files:
            self.files[old.path.casefold()] = changed
        else:
            self._put(changed)

    def extracted(self) -> tuple[ExtractedFile, ...]:
        """The files in the order of their first mention."""
        return tuple(
            ExtractedFile(one.path, one.content, tuple(sorted(one.marks)))
            for one in self.files.values()
        )

    def _put(self, piece: Piece) -> None:
        key = piece.path.casefold()
        self.files[key] = piece
        self._by_name[key.rpartition("/")[2]].append(key)

    def _alike(self, key: str) -> str | None:
        """The only file whose path ends in the given one, or the reverse."""
        named = self._by_name.get(key.rpartition("/")[2], [])
        alike = (
            [one for one in named if is_same_file(one, key)] if len(named) <= MAX_NAMESAKES else []
        )
        return alike[0] if len(alike) == 1 else None

    def _known(self, path: str) -> Piece | None:
        """The answer's file that the path means."""
        key = path.casefold()
        return self.files.get(key if key in self.files else self._alike(key) or "")

    def _source(self, path: str) -> Piece | None:
        """The given file that the path means, if there is exactly one."""
        alike = [one for one in self.sources if is_same_file(one, path)]
        if path in self.sources:
            alike = [path]
        if len(alike) != 1:
            return None
        text = self.sources[alike[0]]
        return Piece(alike[0], text, lines=len(split_lines(text)))

    def _patched(self, old: Piece, patch: FilePatch) -> str | None:
        self._patched_lines += old.lines * len(patch.hunks)
        if old.excerpt or patch.creates or self._patched_lines > MAX_PATCHED_LINES:
            return None
        return apply_patch(old.content, patch)


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
    if new.update or TRUNCATED in new.marks:
        return after >= before
    return after > SHORT or 2 * after > before
