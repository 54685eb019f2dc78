"""Answers without fences: files between rules, under ruled titles or under path headings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from stages.lib.extraction.bare import Bare, read_bare
from stages.lib.extraction.comments import PathComment, read_comment
from stages.lib.extraction.fences import is_marker
from stages.lib.extraction.kinds import Kind, kind_of
from stages.lib.extraction.labels import is_heading
from stages.lib.extraction.lines import is_blank, is_rule, trim_blank
from stages.lib.extraction.paths import may_hold_path

MAX_HEAD: Final = 200
"""Characters of a line that can name a file here."""

MAX_SECTIONS: Final = 5000
"""Files of one text that are found without fences; the rest of a longer text is left out."""

_RULED_TITLE: Final = re.compile(r"([-=~_─═━—*])\1{2,}\s*[^\s].*")
_FILE_LINE: Final = re.compile(r"\W{0,6}(?:file(?:\s?name|\s?path)?|path)\s*:", re.IGNORECASE)
_TEXT_ENDINGS: Final = (".md", ".mdx", ".txt")
_RULED_INSIDE: Final = (*_TEXT_ENDINGS, ".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class UnfencedSection:
    """A file without a fence: its label, the first line of its head, its content `start:end`."""

    path: str
    note: str
    first: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Head:
    bare: Bare
    first: int
    body: int
    rule: str


def find_sections(lines: Sequence[str], taken: Sequence[range]) -> list[UnfencedSection]:
    """The unfenced files of a text, in their order. Lines in `taken` cannot be heads.

    `taken` are the blocks that are files. A head is a path with a rule above, below or around it,
    or a path heading or `File:` line with code below it. A head over a fence is no section, nor
    is one that overlaps a taken block; only a README may contain such blocks.
    """
    heads = _find_heads(lines, taken)
    bounds = [*(head.first for head in heads[1:]), len(lines)][: len(heads)]
    found: list[UnfencedSection] = []
    for head, limit in zip(heads, bounds, strict=True):
        section = _read_section(lines, head, limit, is_last=limit == len(lines))
        if section and not _overlaps(section, taken):
            found.append(section)
    return found


def _find_heads(lines: Sequence[str], taken: Sequence[range]) -> list[_Head]:
    inside = bytearray(len(lines))
    for span in taken:
        inside[span.start : span.stop] = b"\1" * len(span)
    heads: list[_Head] = []
    for index, line in enumerate(lines):
        if inside[index] or len(line) > MAX_HEAD or not may_hold_path(line):
            continue
        head = _read_head(lines, index)
        if head and (not heads or head.first >= heads[-1].body):
            heads.append(head)
        if len(heads) == MAX_SECTIONS:
            break
    return heads


def _read_head(lines: Sequence[str], index: int) -> _Head | None:
    """The head that stands on a line: a path beside a rule, in a ruled title or in a heading."""
    above = _rule_near(lines, index, -1)
    below = _rule_near(lines, index, 1)
    rules = [at for at in (below, above) if at is not None]
    title = _RULED_TITLE.fullmatch(lines[index].strip())
    if not _may_be_head(lines, index, is_ruled=bool(rules or title)):
        return None
    comment = None
    if above is not None and below is None:
        comment = read_comment(lines[index])
    bare = _path_of_head(lines[index], comment)
    if bare is None:
        return None
    last = index if below is None else below
    return _Head(
        bare,
        first=index if above is None else above,
        body=index if comment else last + 1,
        rule=_rule_of(lines, rules, title),
    )


def _may_be_head(lines: Sequence[str], index: int, is_ruled: bool) -> bool:
    return (is_ruled or _stands_out(lines[index])) and not _is_diff_header(lines, index)


def _path_of_head(line: str, comment: PathComment | None) -> Bare | None:
    """The bare path on the line, or that of a comment."""
    bare = read_bare(line)
    if bare is None and comment is not None:
        return Bare(comment.path, comment.note)
    return bare


def _stands_out(line: str) -> bool:
    return is_heading(line) or _FILE_LINE.match(line) is not None


def _rule_of(lines: Sequence[str], rules: Sequence[int], title: re.Match[str] | None) -> str:
    """The character of the first of the rules, or of the one around the title; '' if none."""
    if rules:
        return lines[rules[0]].strip()[0]
    return title.group(1) if title else ""


def _is_diff_header(lines: Sequence[str], index: int) -> bool:
    return (
        lines[index].startswith("--- ")
        and index + 1 < len(lines)
        and lines[index + 1].startswith("+++ ")
    )


def _rule_near(lines: Sequence[str], index: int, step: int) -> int | None:
    """The rule next to the line, at most one blank line away."""
    for at in (index + step, index + 2 * step):
        if not 0 <= at < len(lines):
            return None
        if is_rule(lines[at]):
            return at
        if not is_blank(lines[at]):
            return None
    return None


def _read_section(
    lines: Sequence[str], head: _Head, limit: int, is_last: bool
) -> UnfencedSection | None:
    closing = _closing_rule(lines, head, limit)
    start, end = trim_blank(lines, head.body, limit if closing is None else closing)
    if start >= end or _is_fenced(lines[start:end], head):
        return None
    if is_last and closing is None and not _is_text(head):
        end = _without_closing_prose(lines, start, end)
    if start >= end or not _is_content(lines[start:end], head):
        return None
    return UnfencedSection(head.bare.path, head.bare.note, head.first, start, end)


def _is_fenced(content: Sequence[str], head: _Head) -> bool:
    """Whether the content begins with a fence, or has one below a head without a rule."""
    if head.rule:
        return is_marker(content[0])
    return any(map(is_marker, content))


def _is_content(content: Sequence[str], head: _Head) -> bool:
    """Whether the lines can be a file: code, or below a ruled head whatever is no prose."""
    kind = kind_of(content)
    if head.rule:
        return _is_text(head) or kind is not Kind.PROSE
    return kind is Kind.CODE


def _is_text(head: _Head) -> bool:
    return head.bare.path.lower().endswith(_TEXT_ENDINGS)


def _closing_rule(lines: Sequence[str], head: _Head, limit: int) -> int | None:
    """The rule that ends the section, of the head's kind.

    In text formats `---` belongs to the content.
    """
    text = head.bare.path.lower().endswith(_RULED_INSIDE)
    for index in range(head.body, limit):
        line = lines[index].strip()
        if is_rule(line) and line[0] == head.rule and not (text and len(line) <= 3):
            return index
    return None


def _without_closing_prose(lines: Sequence[str], start: int, end: int) -> int:
    """The end of the section, without paragraphs of prose after the code."""
    while end > start:
        top = end
        while top > start and not is_blank(lines[top - 1]):
            top -= 1
        if top == start or lines[top][:1].isspace() or kind_of(lines[top:end]) is not Kind.PROSE:
            return end
        end = trim_blank(lines, start, top)[1]
    return end


def _overlaps(section: UnfencedSection, taken: Sequence[range]) -> bool:
    is_readme = section.path.lower().endswith(_TEXT_ENDINGS)
    return not is_readme and any(
        span.start < section.end and section.first < span.stop for span in taken
    )
