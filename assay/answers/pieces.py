"""The files in one block: their paths, their bytes, and whether they are complete."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.answers.bare import Label
from assay.answers.comments import PathComment, first_comment, is_rule_comment, splitting_comments
from assay.answers.extraction_records import PARTIAL, PATH_COMMENT_DROPPED
from assay.answers.fence_languages import allows_comment
from assay.answers.file_paths import is_same_file
from assay.answers.kinds import leaves_code_out
from assay.answers.lines import is_blank

_EXCERPT = re.compile(
    r"\b(?:relevant|partial|excerpt|snippet|abbreviated|changes?\s+only|only\s+(?:the\s+)?chang"
    r"|key\s+parts?|changed\s+(?:parts?|lines)|additions?|to\s+add|extract|lines?\s+\d)",
    re.IGNORECASE,
)
CONTINUES = re.compile(
    r"[(\[–—:-]*\s*(?:continued|cont\.?|continuation|part\s*(?:[2-9]|\d{2})\b)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One file, as one place of the answer gives it.

    `path` is as written. `excerpt`: the answer says that this is not the whole file. `fragment`:
    its path may leave out the folders of an earlier file. `continues`: it goes on where an earlier
    block of the file stopped. `lines`: how many it has.
    """

    path: str
    content: str
    marks: frozenset[str] = frozenset()
    excerpt: bool = False
    fragment: bool = False
    continues: bool = False
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """The lines `start:end` of a block that belong to one path; `comment` names it."""

    comment: PathComment
    start: int
    end: int


def make_piece(label: Label, lines: Sequence[str], marks: Iterable[str] = ()) -> Piece:
    """The piece for a label and the lines below it, without an invalid path comment on top."""
    goes_on = CONTINUES.match(label.note) is not None
    kept = _without_comment(lines, label.path, goes_on)
    content = "".join(kept)
    excerpt = bool(_EXCERPT.search(label.note)) or leaves_code_out(content)
    own = set(marks)
    if excerpt:
        own.add(PARTIAL)
    if len(kept) < len(lines):
        own.add(PATH_COMMENT_DROPPED)
    fragment = excerpt or label.prose or goes_on
    return Piece(label.path, content, frozenset(own), excerpt, fragment, goes_on, len(kept))


def _without_comment(lines: Sequence[str], path: str, goes_on: bool) -> Sequence[str]:
    """The lines, without a comment on top that names this file.

    It stays where the format has such comments, unless the file `goes_on` below it.
    """
    comment = first_comment(lines)
    if comment is None or not is_same_file(comment.path, path):
        return lines
    leads = all(map(is_blank, lines[: comment.index]))
    drops = leads and (goes_on or not allows_comment(path, comment.style))
    return lines[comment.index + 1 :] if drops else lines


def split_parts(lines: Sequence[str]) -> list[Part]:
    """The files into which path comments divide the lines; empty for fewer than two paths.

    Lines before the first path comment belong to no part.
    """
    first = first_comment(lines)
    starts = _starts(splitting_comments(lines), first)
    if len({comment.path.casefold() for comment in starts}) < 2:
        return []
    edges = []
    for at in (comment.index for comment in starts):  # a rule above a comment is of its part
        edges.append(at - 1 if at and is_rule_comment(lines[at - 1]) else at)
    if starts[0] is first:
        edges[0] = 0
    ends = [*edges[1:], len(lines)]
    return [
        Part(comment, start, end) for comment, start, end in zip(starts, edges, ends, strict=True)
    ]


def _starts(marks: list[PathComment], first: PathComment | None) -> list[PathComment]:
    """The comments with which a part begins: each whose path differs from the one above it.

    `first`, the comment on top of the block, counts even where it cannot split.
    """
    if first and (not marks or marks[0].index > first.index):
        marks = [first, *marks]
    above = ["", *(comment.path for comment in marks)]
    return [comment for comment, path in zip(marks, above, strict=False) if comment.path != path]
