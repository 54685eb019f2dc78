"""From a model's Markdown answer to files: the order of the steps."""

from dataclasses import replace

from assay.answers.bare import Label
from assay.answers.blocks import pair_blocks
from assay.answers.classify import Classification, classify_blocks
from assay.answers.collected_files import CollectedFiles
from assay.answers.extraction_records import NO_PATH, UNFENCED, Extraction
from assay.answers.fence_languages import ending_of, family_of
from assay.answers.fences import without_doubled
from assay.answers.lines import split_lines
from assay.answers.naming import default_name
from assay.answers.pieces import make_piece
from assay.answers.unfenced import find_sections, lone_file


def extract_files(text: str) -> Extraction:
    """The files that a model's answer contains, and the counts of other blocks.

    Guarantees, for any text: no exception; work linear in the text's length; every path relative
    and contained, and unique without regard to case; every content a run of the answer's own
    characters, byte for byte, except in files marked "dedented" (each line without the block's
    indentation). Diffs, shell commands, project trees and code without a path are never files.
    There is one exception: blocks without a path that are the only code, at most one of a
    language, or a text that is nothing but code and prose around it, become files, marked
    "no-path".
    """
    collected = CollectedFiles()
    _read(text, collected)
    _name_the_only_blocks(collected)
    if not collected.files and not any(collected.ignored.values()):
        content = lone_file(split_lines(text))
        if name := default_name("", "".join(content)):
            collected.add(make_piece(Label(name), content, marks=[UNFENCED, NO_PATH]))
    ignored = {reason: count for reason, count in sorted(collected.ignored.items()) if count}
    return Extraction(collected.extracted(), ignored)


def _read(text: str, collected: CollectedFiles, is_wrapped: bool = False) -> None:
    lines = without_doubled(split_lines(text))
    blocks = pair_blocks(lines)
    pairs = list(zip(blocks, classify_blocks(lines, blocks), strict=True))
    taken = [
        range(block.opener.index, block.after)
        for block, found in pairs
        if found.pieces or found.wrapped
    ]
    sections = find_sections(lines, taken)
    inside = set[int]()
    if len(sections) <= len(taken):
        sections = []
    for section in sections:
        collected.add(section.piece)
        inside.update(range(section.first, section.end))
    for block, found in pairs:
        if block.opener.index not in inside:
            _keep(found, collected, is_wrapped)


def _keep(block: Classification, collected: CollectedFiles, is_wrapped: bool) -> None:
    if block.reason:
        collected.ignore(block.reason)
    if block.nameless and block.reason:
        piece = block.nameless
        marked = replace(piece, marks=piece.marks | collected.marks | {NO_PATH})
        collected.nameless.append((marked, block.reason))
    for piece in block.pieces:
        collected.add(piece)
    if block.wrapped is not None and is_wrapped:
        collected.ignore("snippet")
    elif block.wrapped is not None:  # the files of a wrapped answer carry the block's marks
        collected.marks = frozenset(block.marks)
        _read(block.wrapped, collected, is_wrapped=True)
        collected.marks = frozenset()


def _name_the_only_blocks(collected: CollectedFiles) -> None:
    """Make the answer's only code block a file, or its blocks if each has a language of its own.

    Examples of use count only if there is no other code.
    """
    if collected.files:
        return
    code = [(piece, reason) for piece, reason in collected.nameless if piece.path]
    able = [(piece, reason) for piece, reason in code if reason != "usage"] or code
    families = {family_of(ending_of(piece.path)) for piece, _ in able}
    if len(families) < len(able):
        return
    for piece, reason in able:
        collected.ignored[reason] -= 1
        collected.add(piece)
