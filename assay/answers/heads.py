"""The lines that begin a file in an answer without fences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from assay.answers.bare import Bare, mentions, read_bare
from assay.answers.comments import PathComment, comment_text, read_comment
from assay.answers.diffs import is_diff_header
from assay.answers.fence_languages import allows_comment
from assay.answers.file_paths import is_same_file, may_hold_path
from assay.answers.kinds import Kind, kind_of
from assay.answers.labels import is_heading
from assay.answers.lines import is_blank, is_rule

MAX_HEAD: Final = 200
"""Characters of a line that can name a file here."""

MAX_HEADS: Final = 5000
"""Heads of one text; what stands behind the last belongs to it."""

_RULED_TITLE: Final = re.compile(r"([-=~_─═━—*])\1{2,}\s*[^\s].*")
_TITLED_RULE: Final = re.compile(r"([-=_~─═━—*])\1{2,}\s+\S.{0,80}?\s\1{3,}")
_FILE_LINE: Final = re.compile(r"\W{0,6}(?:file(?:\s?name|\s?path)?|path)\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Head:
    """A head: its path, its lines `first:body`, and the character of its rule ('' without one).

    `comment` is the comment that names the file and stays in its content, if its format allows.
    """

    bare: Bare
    first: int
    body: int
    rule: str = ""
    comment: PathComment | None = None


def is_titled_rule(line: str) -> bool:
    """Whether the line is a rule with words in it: `───── 5. The view ─────`."""
    return len(line) <= MAX_HEAD and _TITLED_RULE.fullmatch(line.strip()) is not None


def find_heads(lines: Sequence[str], taken: Sequence[range]) -> list[Head]:
    """The heads of a text, in order. Lines in `taken` are none.

    A line stands out by a rule, as a ruled title, a heading or a `File:` line. At the margin below
    a blank line a path comment does, and a path with a colon.
    """
    return list(islice(_candidates(lines, taken), MAX_HEADS))


def _candidates(lines: Sequence[str], taken: Sequence[range]) -> Iterator[Head]:
    inside = bytearray(len(lines))
    for span in taken:
        inside[span.start : span.stop] = b"\1" * len(span)
    last: Head | None = None
    for index, line in enumerate(lines):
        if inside[index] or len(line) > MAX_HEAD or not may_hold_path(line):
            continue
        head = _read_head(lines, index)
        if head is None or (last and _repeats(lines, last, head)):
            continue
        last = head
        yield head


def _repeats(lines: Sequence[str], last: Head, head: Head) -> bool:
    """Whether the head is the path comment at the top of the file that the last head names."""
    is_top = all(map(is_blank, lines[last.body : head.first]))
    return is_top and is_same_file(last.bare.path, head.bare.path)


def _read_head(lines: Sequence[str], index: int) -> Head | None:
    if is_diff_header(lines, index):
        return None
    comment = _comment_on(lines[index])
    return _ruled(lines, index, comment) or _weak(lines, index, comment)


def _comment_on(line: str) -> PathComment | None:
    """The path comment at the margin. A `#` line is one only if the format has such comments."""
    comment = None if line[:1].isspace() else read_comment(line)
    if comment is None or comment.style in ("semicolon", "dash"):
        return None
    is_heading_line = comment.style == "hash" and not (
        allows_comment(comment.path, "hash") and not line.startswith("##")
    )
    return None if is_heading_line else comment


@dataclass(frozen=True, slots=True)
class _Frame:
    """What stands around a line: the first line of its head, the rules above and below it.

    `rule` is the character of one of them, or of the rule in the line; '' without any.
    """

    first: int
    above: int | None
    below: int | None
    rule: str


def _frame_of(lines: Sequence[str], index: int) -> _Frame:
    """The frame of a line. A title that touches it from above belongs to its head."""
    line = comment_text(lines[index])
    title = index - 1 if _is_title(lines, index - 1) else index
    above = _ornament_near(lines, title, -1)
    is_open = title == 0 or above is not None or is_blank(lines[title - 1])
    below = _ornament_near(lines, index, 1) if is_open else None
    rule = _rule_of(lines, above if below is None else below, line)
    first = title if is_open and (rule or _FILE_LINE.match(line)) else index
    return _Frame(first if above is None else above, above, below, rule)


def _ruled(lines: Sequence[str], index: int, comment: PathComment | None) -> Head | None:
    """The head with a rule above, below or around it, a ruled title, a heading or `File:` line."""
    frame = _frame_of(lines, index)
    if not frame.rule and (comment or not _stands_out(lines[index])):
        return None
    bare = _bare_of(comment) if comment else _bare_on(comment_text(lines[index]), frame)
    if bare is None:
        return None
    if frame.below is not None:
        return Head(bare, frame.first, frame.below + 1, frame.rule)
    return Head(bare, frame.first, index if comment else index + 1, frame.rule, comment)


def _stands_out(line: str) -> bool:
    return is_heading(line) or _FILE_LINE.match(comment_text(line)) is not None


def _bare_of(comment: PathComment) -> Bare:
    return Bare(comment.path, comment.note)


def _bare_on(line: str, frame: _Frame) -> Bare | None:
    """The path that the line is, or that words stand beside: `5. The view – src/App.tsx`.

    Beside a rule it ends the line; between rules it may be anywhere, if it is the only one.
    """
    bare = read_bare(line)
    if bare or not frame.rule:
        return bare
    paths = [mention.path for mention in mentions(line) if mention.rank < 2]
    if paths and line.rstrip("`)*: ").endswith(paths[-1]):
        return Bare(paths[-1], "")
    is_between = frame.above is not None and frame.below is not None
    is_only = len(paths) == 1 and (is_between or is_titled_rule(line))
    return Bare(paths[0], "") if is_only else None


def _is_title(lines: Sequence[str], index: int) -> bool:
    """Whether the line is words that name no file, below a blank line or a rule."""
    if index < 0 or is_blank(lines[index]) or _is_ornament(lines[index]):
        return False
    starts = index == 0 or is_blank(lines[index - 1]) or _is_ornament(lines[index - 1])
    text = lines[index]
    return starts and len(text) <= MAX_HEAD and not mentions(text) and kind_of([text]) != Kind.CODE


def _is_ornament(line: str) -> bool:
    """Whether the line is a rule, with or without words, perhaps in a comment."""
    text = comment_text(line)
    return is_rule(text) or is_titled_rule(text)


def _weak(lines: Sequence[str], index: int, comment: PathComment | None) -> Head | None:
    """The head at the margin, below a blank line."""
    line = lines[index]
    if line[:1].isspace() or (index and not is_blank(lines[index - 1])):
        return None
    if comment:
        is_remark = "/" not in comment.path and comment.note[:1] not in ("", "(", "[")
        bare = _bare_of(comment)
        return None if is_remark else Head(bare, index, index, "", comment)
    found = read_bare(line) if line.rstrip().endswith(":") else None
    if found is None or found.note[:1] not in ("", "(", "["):
        return None
    return Head(found, index, index + 1)


def _rule_of(lines: Sequence[str], ruled: int | None, line: str) -> str:
    """The character of the rule on line `ruled`, or of the one in a ruled title; '' if none."""
    if ruled is not None:
        return comment_text(lines[ruled])[0]
    title = _RULED_TITLE.fullmatch(line.strip())
    return title.group(1) if title else ""


def _ornament_near(lines: Sequence[str], index: int, step: int) -> int | None:
    """The rule next to the line, at most one blank line away."""
    for at in (index + step, index + 2 * step):
        if not 0 <= at < len(lines):
            return None
        if _is_ornament(lines[at]):
            return at
        if not is_blank(lines[at]):
            return None
    return None
