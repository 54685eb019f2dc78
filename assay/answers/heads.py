"""The lines that begin a file in an answer without fences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.answers.bare import Label, mentions, read_bare
from assay.answers.comments import PathComment, comment_text, read_comment
from assay.answers.diffs import is_diff_header
from assay.answers.fence_languages import allows_comment
from assay.answers.file_paths import is_same_file, may_hold_path
from assay.answers.labels import is_heading
from assay.answers.lines import is_blank, is_rule

MAX_HEAD = 200
"""Characters of a line that can name a file here."""

_RULED_TITLE = re.compile(r"([-=~_─═━—*])\1{2,}\s*[^\s].*")
_TITLED_RULE = re.compile(r"([-=_~─═━—*])\1{2,}\s+\S.{0,80}?\s\1{3,}")
_FILE_LINE = re.compile(r"\W{0,6}(?:file(?:\s?name|\s?path)?|path)\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Head:
    """A head: its path, its lines `first:body`, and the character of its rule ('' without one).

    `comment` is the comment that names the file and stays in its content, if its format allows.
    """

    label: Label
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
    inside = {index for span in taken for index in span}
    heads: list[Head] = []
    for index, line in enumerate(lines):
        if index in inside or len(line) > MAX_HEAD or not may_hold_path(line):
            continue
        head = _read_head(lines, index)
        if head and not (heads and _repeats(lines, heads[-1], head)):
            heads.append(head)
    return heads


def _repeats(lines: Sequence[str], last: Head, head: Head) -> bool:
    """Whether the head is the path comment at the top of the file that the last head names."""
    is_top = all(map(is_blank, lines[last.body : head.first]))
    return is_top and is_same_file(last.label.path, head.label.path)


def _read_head(lines: Sequence[str], index: int) -> Head | None:
    if is_diff_header(lines, index):
        return None
    comment = _comment_on(lines[index])
    above = _ornament_near(lines, index, -1)
    below = _ornament_near(lines, index, 1)
    rule = _rule_of(lines, index, above if below is None else below)
    label = Label(comment.path, comment.note) if comment else _bare_on(lines[index], rule)
    if label is None or not (rule or _stands_out(lines, index, comment, label.note)):
        return None
    first = index if above is None else above
    if below is not None:
        return Head(label, first, below + 1, rule)
    return Head(label, first, index if comment else index + 1, rule, comment)


def _comment_on(line: str) -> PathComment | None:
    """The path comment at the margin. A `#` line is one only if the format has such comments."""
    comment = None if line[:1].isspace() else read_comment(line)
    if comment is None or comment.style in ("semicolon", "dash"):
        return None
    is_heading_line = comment.style == "hash" and not (
        allows_comment(comment.path, "hash") and not line.startswith("##")
    )
    return None if is_heading_line else comment


def _bare_on(line: str, rule: str) -> Label | None:
    """The path that the line is; beside a rule it may end with it: `5. The view – src/App.tsx`."""
    text = comment_text(line)
    bare = read_bare(text)
    if bare or not rule:
        return bare
    paths = [mention.path for mention in mentions(text) if mention.rank < 2]
    is_last = bool(paths) and text.rstrip(f"`)*: {rule}").endswith(paths[-1])
    return Label(paths[-1]) if is_last else None


def _stands_out(lines: Sequence[str], index: int, comment: PathComment | None, note: str) -> bool:
    """Whether the line begins a file without a rule."""
    line = lines[index]
    if not comment and (is_heading(line) or _FILE_LINE.match(comment_text(line))):
        return True
    if line[:1].isspace() or (index and not is_blank(lines[index - 1])):
        return False
    is_whole = note[:1] in ("", "(", "[")
    if comment:
        return is_whole or "/" in comment.path
    return is_whole and line.rstrip().endswith(":")


def _rule_of(lines: Sequence[str], index: int, ruled: int | None) -> str:
    """The character of the rule on line `ruled`, or of the one in a ruled title; '' if none."""
    if ruled is not None:
        return comment_text(lines[ruled])[0]
    title = _RULED_TITLE.fullmatch(comment_text(lines[index]))
    return title.group(1) if title else ""


def _ornament_near(lines: Sequence[str], index: int, step: int) -> int | None:
    """The rule next to the line, at most one blank line away."""
    for at in (index + step, index + 2 * step):
        if not 0 <= at < len(lines):
            return None
        text = comment_text(lines[at])
        if is_rule(text) or is_titled_rule(text):
            return at
        if not is_blank(lines[at]):
            return None
    return None
