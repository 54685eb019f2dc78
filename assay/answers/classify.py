"""What a block is, by itself and the text above it: files, a diff, a wrapped answer, or nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.answers.bare import Label, mentions
from assay.answers.blocks import Block
from assay.answers.comments import PathComment, first_comment
from assay.answers.diffs import is_diff
from assay.answers.extraction_records import DEDENTED, SPLIT, TRUNCATED, UNCLOSED
from assay.answers.fence_languages import (
    ending_of,
    family_of,
    is_plain_text,
    language_of,
    may_be_shell_file,
)
from assay.answers.fences import find_markers
from assay.answers.file_paths import is_same_file, longer
from assay.answers.kinds import is_commands, is_tree
from assay.answers.labels import Surroundings, survey
from assay.answers.lines import common_indent, indent_of, is_blank
from assay.answers.naming import default_name
from assay.answers.pieces import CONTINUES, Part, Piece, make_piece, split_parts

_JSON_ENTRY = re.compile(r"\s*\"[^\"\n]{1,200}\"\s*:")


@dataclass(frozen=True, slots=True)
class Classification:
    """What a block is.

    `pieces`: files. `wrapped`: the answer inside the block, whose files get `marks`. `nameless`:
    code without a path, under its default name if it has one. `reason`: why the block is ignored,
    a key of `REASONS`.
    """

    pieces: tuple[Piece, ...] = ()
    wrapped: str | None = None
    marks: tuple[str, ...] = ()
    nameless: Piece | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class _Body:
    """A block's content lines, its language, and the marks that its shape alone gives."""

    lines: list[str]
    language: str
    marks: tuple[str, ...]


def classify_blocks(lines: Sequence[str], blocks: Sequence[Block]) -> list[Classification]:
    """The classification of every block of a text, in order.

    A path in a heading serves one file below it.
    """
    classifications: list[Classification] = []
    carried: tuple[Label, ...] = ()
    floor = 0
    for block in blocks:
        body = _read_body(lines, block)
        around = survey(lines[floor : block.opener.index], carried, body.language)
        found = _classify(block, body, around)
        classifications.append(found)
        carried = _unused(around.headings, found.pieces)
        floor = block.after
    return classifications


def _unused(headings: tuple[Label, ...], pieces: tuple[Piece, ...]) -> tuple[Label, ...]:
    """The heading's paths that are left for later blocks."""
    left = headings
    for piece in pieces[:9]:
        left = tuple(label for label in left if not is_same_file(label.path, piece.path))
    return left


def _read_body(lines: Sequence[str], block: Block) -> _Body:
    """The content, without the indentation that an indented block shares with its fence."""
    content = list(lines[block.start : block.end])
    shared = common_indent(content)[: len(block.opener.indent)] if block.opener.indent else ""
    if shared:
        content = [line[min(len(indent_of(line)), len(shared)) :] for line in content]
    marks = filter(None, (block.ending, DEDENTED if shared else ""))
    return _Body(content, language_of(block.opener.info), tuple(marks))


def _classify(block: Block, body: _Body, around: Surroundings) -> Classification:
    comment = _path_inside(body)
    label = _resolve(around.label, comment, _info_path(block.opener.info))
    if _is_diff(body):
        return Classification(reason="diff")
    if reason := _ignored_kind(body, label):
        return Classification(reason=reason)
    is_named = comment is not None or (label is not None and label.explicit)
    if _is_no_file(block, body, label) or (around.old and not is_named):
        return Classification(reason="snippet")
    if label is None:
        return _without_path(body, around)
    if label.prose and around.usage:
        return Classification(reason="usage")
    return Classification(pieces=_pieces(body, label, comment))


def _is_diff(body: _Body) -> bool:
    if family_of(body.language) == "diff":
        return True
    return is_plain_text(body.language) and is_diff(body.lines)


def _is_no_file(block: Block, body: _Body, label: Label | None) -> bool:
    """Whether an open fence has nothing below it, or JSON is an entry without its braces."""
    text = "".join(body.lines)
    if family_of(body.language) == "json" and _JSON_ENTRY.match(text):
        return label is None or CONTINUES.match(label.note) is None
    return bool(block.ending) and not text.strip()


def _path_inside(body: _Body) -> PathComment | None:
    """The path comment at the top of the block.

    In Markdown and plain text a `##` line is a heading instead.
    """
    comment = first_comment(body.lines)
    if comment is None or comment.style != "hash" or comment.path.lower().endswith((".md", ".mdx")):
        return comment
    is_title = body.lines[comment.index].lstrip().startswith("##")
    is_heading = is_title and is_plain_text(body.language)
    return None if is_heading or family_of(body.language) == "markdown" else comment


def _info_path(info: str) -> Label | None:
    """The path in an info string; a single word such as `dockerfile` is the language."""
    found = [
        one.path for one in mentions(info.replace(":", " ")) if one.path != info or "." in info
    ]
    return Label(found[0], explicit=True) if found else None


def _resolve(label: Label | None, comment: PathComment | None, info: Label | None) -> Label | None:
    """The one label of a block.

    Labels of the same file: the fuller path. Otherwise the info string, then a line that is nothing
    but a path and touches the block, then the comment inside, then what is left.
    """
    inside = Label(comment.path, comment.note, explicit=True) if comment else None
    explicit = label if label and label.explicit else None
    labels = [one for one in (info, explicit, inside, label) if one]
    if not labels:
        return None
    best = labels[0]
    for other in labels[1:]:
        if is_same_file(best.path, other.path):
            best = replace(best, path=longer(best.path, other.path), note=best.note or other.note)
    return best


def _ignored_kind(body: _Body, label: Label | None) -> str | None:
    """Why a block is no file: "shell" or "tree", unless its label names a file."""
    if family_of(body.language) == "shell":
        return None if label and _is_shell_file(label.path, body) else "shell"
    if not is_plain_text(body.language) or _names_a_text_file(label):
        return None
    if is_tree(body.lines):
        return "tree"
    return "shell" if is_commands(body.lines) else None


def _names_a_text_file(label: Label | None) -> bool:
    """Whether the label stands alone and names a file that may look like commands or a tree."""
    if label is None or not label.explicit:
        return False
    return family_of(ending_of(label.path)) in ("", "text", "markdown", "ini", "shell")


def _is_shell_file(path: str, body: _Body) -> bool:
    if family_of(ending_of(path)) == "shell" or path.startswith(".husky/"):
        return True
    return may_be_shell_file(path) and not is_commands(body.lines)


def _without_path(body: _Body, around: Surroundings) -> Classification:
    is_text = is_plain_text(body.language) or family_of(body.language) == "markdown"
    if is_text and find_markers(body.lines):
        return Classification(wrapped="".join(body.lines), marks=tuple({DEDENTED} & {*body.marks}))
    parts = split_parts(body.lines)
    if parts and family_of(body.language) != "markdown":
        leading = any(not is_blank(line) for line in body.lines[: parts[0].start])
        return Classification(
            pieces=_from_parts(body, parts, None), reason="snippet" if leading else None
        )
    return _nameless(body, "usage" if around.usage else "snippet")


def _nameless(body: _Body, reason: str) -> Classification:
    """Code that is a file only if it is the answer's only block; else `reason` is counted."""
    if all(map(is_blank, body.lines)):
        return Classification(reason=reason)
    name = default_name(body.language, "".join(body.lines)) or ""
    piece = make_piece(Label(name), body.lines, body.marks)
    return Classification(nameless=piece, reason=reason)


def _pieces(body: _Body, label: Label, comment: PathComment | None) -> tuple[Piece, ...]:
    own = comment is not None and is_same_file(comment.path, label.path)
    if own and family_of(body.language) != "markdown" and (parts := split_parts(body.lines)):
        return _from_parts(body, parts, label)
    return (make_piece(label, body.lines, body.marks),)


def _from_parts(body: _Body, parts: list[Part], label: Label | None) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for order, part in enumerate(parts):
        path = label.path if label and order == 0 else part.comment.path
        own = Label(path, part.comment.note, explicit=True)
        marks = {*body.marks, SPLIT}
        if order + 1 < len(parts):
            marks -= {TRUNCATED, UNCLOSED}
        pieces.append(make_piece(own, body.lines[part.start : part.end], marks))
    return tuple(pieces)
