"""Comment lines that name a file: the first line of a block, and the lines that split a block."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from assay.answers.bare import read_bare
from assay.answers.file_paths import may_hold_path
from assay.answers.lines import MAX_LABEL, is_blank, is_rule

_STYLES = (
    ("jsx", re.compile(r"\{\s*/\*+(.*)\*/\s*\}")),
    ("slash", re.compile(r"//+(.*)")),
    ("block", re.compile(r"/\*+(.*)\*/")),
    ("html", re.compile(r"<!--(.*)-->")),
    ("template", re.compile(r"(?:\{\{!--|<%--|\{#|@\*)(.*)(?:--\}\}|--%>|#\}|\*@)")),
    ("quotes", re.compile(r'"""(.*)"""')),
    ("hash", re.compile(r"#+(?!!)(.*)")),
    ("dash", re.compile(r"--(.*)")),
    ("semicolon", re.compile(r";+(.*)")),
)
_FIRST_CHARACTERS = frozenset('{/<@"#-;')
"""With what a comment of these styles begins."""
_PREAMBLE = re.compile(
    r"""#!|<!doctype\b|<\?xml\b|<\?php\b|@charset\b|['"]use (?:client|server|strict)['"]"""
    r"""|/\*\s*eslint|//\s*@ts-""",
    re.IGNORECASE,
)
_LOOK_AHEAD = 6


@dataclass(frozen=True, slots=True)
class PathComment:
    """A comment line that is a path. `index` is its index among the lines."""

    index: int
    path: str
    note: str
    style: str


def read_comment(line: str, index: int = 0) -> PathComment | None:
    """The path in the comment on this line, without decoration and note."""
    core = line.strip() if len(line) <= MAX_LABEL else ""
    if core[:1] not in _FIRST_CHARACTERS or not may_hold_path(line):
        return None
    for style, pattern in _STYLES:
        if found := pattern.fullmatch(core):
            bare = read_bare(found.group(1))
            return PathComment(index, bare.path, bare.note, style) if bare else None
    return None


def comment_text(line: str) -> str:
    """What the comment on this line says; the stripped line if it is no comment."""
    core = line.strip()
    if core[:1] in _FIRST_CHARACTERS and len(line) <= MAX_LABEL:
        for style, pattern in _STYLES:
            found = pattern.fullmatch(core)
            if found and style not in ("dash", "semicolon"):
                return found.group(1).strip()
    return core


def is_rule_comment(line: str) -> bool:
    """Whether the line is a comment that contains only a rule: `// =======`."""
    core = line.strip() if len(line) <= MAX_LABEL else ""
    if not core or core[-1].isalnum():
        return False
    return any(
        (found := pattern.fullmatch(core)) and is_rule(found.group(1)) for _, pattern in _STYLES
    )


def first_comment(lines: Sequence[str]) -> PathComment | None:
    """The path comment at the start of the lines, also after directives, a doctype or a rule."""
    filled = islice(
        ((index, line) for index, line in enumerate(lines) if not is_blank(line)), _LOOK_AHEAD
    )
    for index, line in filled:
        if found := read_comment(line, index):
            return found
        if not is_rule_comment(line) and not _PREAMBLE.match(line.lstrip()[:MAX_LABEL]):
            return None
    return None


def splitting_comments(lines: Sequence[str]) -> list[PathComment]:
    """The comments that start a new file: at the margin, after nothing, a blank line or a rule.

    A bare name with a note in words (`// utils.js - helpers`) may be a remark and does not count.
    """
    found: list[PathComment] = []
    for index, line in enumerate(lines):
        above = lines[index - 1] if index else ""
        if line[:1] in " \t\r\n" or not (is_blank(above) or is_rule_comment(above)):
            continue
        comment = read_comment(line, index)
        if comment and ("/" in comment.path or comment.note[:1] in ("", "(", "[")):
            found.append(comment)
    return found
