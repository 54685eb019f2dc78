"""Answers without fences: which lines belong to which file."""

from collections.abc import Sequence
from dataclasses import dataclass

from assay.answers.closing import without_closing_prose, without_leading_prose
from assay.answers.extraction_records import OPEN_ENDED, UNFENCED
from assay.answers.fence_languages import allows_comment, ending_of, family_of
from assay.answers.fences import find_markers, is_marker
from assay.answers.heads import Head, find_heads, is_titled_rule
from assay.answers.kinds import is_sentence, kind_of
from assay.answers.lines import is_rule, trim_blank
from assay.answers.pieces import Piece, make_piece

_TEXT_ENDINGS = (".md", ".mdx", ".txt")
_RULED_INSIDE = (*_TEXT_ENDINGS, ".yml", ".yaml")
_CODE_FAMILIES = frozenset("script component markup style json python java native".split())
_COMMENTS = (("/*", "*/"), ("<!--", "-->"), ('"""', '"""'))


@dataclass(frozen=True, slots=True)
class UnfencedSection:
    """A file without a fence, and its lines `first:end` with its head."""

    piece: Piece
    first: int
    end: int


def find_sections(lines: Sequence[str], taken: Sequence[range]) -> list[UnfencedSection]:
    """The unfenced files of a text, in their order. Lines in `taken` cannot be heads.

    `taken` are the blocks that are files. A section goes from its head to the next head or rule.
    A head over a fence is no section, nor is one that overlaps a taken block; only a README may
    contain such blocks. Without a rule a text such as a README is a file only beside code.
    """
    heads = find_heads(lines, taken)
    bounds = [*(head.first for head in heads[1:]), len(lines)][: len(heads)]
    ruled: list[UnfencedSection] = []
    found: list[UnfencedSection] = []
    for head, limit in zip(heads, bounds, strict=True):
        section = _read_section(lines, head, limit)
        if section is None or _overlaps(section, taken):
            continue
        found.append(section)
        if head.rule or _is_code_file(section.piece.path):
            ruled.append(section)
    return found if any(_is_code_file(section.piece.path) for section in ruled) else ruled


def lone_file(lines: Sequence[str]) -> Sequence[str]:
    """The code between the prose at both ends of a text; empty if a fence or a head is there."""
    if find_markers(lines) or find_heads(lines, ()):
        return ()
    start, end = trim_blank(lines, 0, len(lines))
    start = without_leading_prose(lines, start, end)
    content = lines[start : without_closing_prose(lines, start, end)]
    return content if kind_of(content) == "code" else ()


def _is_code_file(path: str) -> bool:
    """Whether prose behind the file can be told from the file."""
    return family_of(ending_of(path)) in _CODE_FAMILIES


def _read_section(lines: Sequence[str], head: Head, limit: int) -> UnfencedSection | None:
    """The file below a head, or None if what is there is none."""
    closing = _closing_rule(lines, head, limit)
    start, end = _trimmed(lines, head, limit if closing is None else closing)
    code = start + (head.comment is not None)
    if code >= end or _is_over_fence(lines, head, code, end):
        return None
    if not _holds_file(lines[code:end], head):
        return None
    is_open = closing is None and not _is_code_file(head.label.path)
    marks = (UNFENCED, OPEN_ENDED) if is_open else (UNFENCED,)
    return UnfencedSection(make_piece(head.label, lines[start:end], marks), head.first, end)


def _trimmed(lines: Sequence[str], head: Head, end: int) -> tuple[int, int]:
    """The bounds without blank lines, and for code without prose around it."""
    start, end = trim_blank(lines, head.body, end)
    if not _is_code_file(head.label.path):
        return start, end
    if not head.comment:
        start = without_leading_prose(lines, start, end)
    return start, without_closing_prose(lines, start, end)


def _is_over_fence(lines: Sequence[str], head: Head, start: int, end: int) -> bool:
    """Whether a block stands below the head. A README with a title may contain blocks."""
    if is_marker(lines[start]):
        return True
    is_readme = head.label.path.lower().endswith(_TEXT_ENDINGS) and lines[start].startswith("#")
    return not head.rule and not is_readme and any(map(is_marker, lines[start:end]))


def _holds_file(content: Sequence[str], head: Head) -> bool:
    """Whether the lines are the file that the head names, and not words about it."""
    path = head.label.path
    if path.lower().endswith(_TEXT_ENDINGS):
        return True
    kind = kind_of(content)
    if not _is_code_file(path):
        return kind != "prose" or not any(map(is_sentence, content))
    return kind == "code" or (bool(head.rule) and kind == "unknown")


def _closing_rule(lines: Sequence[str], head: Head, limit: int) -> int | None:
    """The first rule below the head, which ends the section.

    In text formats only a long rule of the head's own character ends it: `---` belongs to them.
    A rule inside a comment of several lines ends nothing, nor does a comment that is a rule.
    """
    path = head.label.path
    is_text = path.lower().endswith(_RULED_INSIDE)
    has_hash = allows_comment(path, "hash")
    closer = ""
    for index in range(head.body, limit):
        line = lines[index].strip()
        closer = _open_comment(line, closer)
        if closer or not (is_rule(line) or is_titled_rule(line)):
            continue
        is_own = line[0] == head.rule
        if is_own and not (is_text and len(line) <= 3):
            return index
        if not is_text and not (has_hash and line[0] == "#"):
            return index
    return None


def _open_comment(line: str, closer: str) -> str:
    """What closes the comment that is open behind the line; '' if none is."""
    if closer:
        return "" if closer in line else closer
    for opens, closes in _COMMENTS:
        if line.startswith(opens) and closes not in line[len(opens) :]:
            return closes
    return ""


def _overlaps(section: UnfencedSection, taken: Sequence[range]) -> bool:
    is_readme = section.piece.path.lower().endswith(_TEXT_ENDINGS)
    return not is_readme and any(
        span.start < section.end and section.first < span.stop for span in taken
    )
