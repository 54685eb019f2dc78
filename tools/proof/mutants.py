"""Mutants, and the parts of a file that can be left out.

Parts follow the structure of an answer (files, declarations, elements, sections, sentences), so
that a search can find the smallest part that a criterion depends on. Offsets are bytes of the
file's UTF-8 text.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import NamedTuple

from tree_sitter import Node

from assay.answers.dialogue_process import Process
from assay.code.languages import SCRIPT_SUFFIXES, language_of_path
from assay.code.queries import parse_for_queries
from assay.content.criteria import Criterion


class Mutant(NamedTuple):
    """A good answer with one thing wrong: in words, and the new texts of files that it changes.

    An emptied file is removed; a file that did not exist is added. `process`: instead, the same
    files from a dialogue that went otherwise. `suspects`: the criteria that may notice; None for
    all.
    """

    label: str
    texts: Mapping[str, str] = {}
    process: Process | None = None
    suspects: Sequence[Criterion] | None = None


def spliced(
    path: str, data: bytes, spans: Sequence[tuple[int, int]], insert: str = ""
) -> dict[str, str]:
    """The file with another text in place of these spans of its bytes; nothing without any."""
    for start, end in sorted(spans, reverse=True):
        data = data[:start] + insert.encode() + data[end:]
    return {path: data.decode("utf-8", "replace")} if spans else {}


@dataclass(frozen=True)
class MutablePart:
    """A part of a file: a syntax node, or a piece of text at a level of TEXT_LEVELS."""

    path: str
    start: int
    end: int
    node: Node | None = None
    level: int = 0

    def without(self, data: bytes, suspects: Sequence[Criterion]) -> Mutant:
        words = " ".join(data[self.start : self.end].decode("utf-8", "replace").split())
        line = data.count(b"\n", 0, self.start) + 1
        whole = self.start == 0 and self.end == len(data)
        label = f"{self.path} left out" if whole else f"{self.path}:{line} without {words[:60]!r}"
        return Mutant(label, spliced(self.path, data, [(self.start, self.end)]), suspects=suspects)


TEXT_LEVELS = (
    re.compile(rb"^(?=#{1,3} )", re.MULTILINE),  # sections
    re.compile(rb"\n{2,}"),  # paragraphs
    re.compile(rb"\n"),
    re.compile(rb"(?<=[.;:,|])\s"),  # sentences, cells
    re.compile(rb"\s+"),
)


def whole(path: str, text: str) -> MutablePart:
    """The whole file, as a part: a tree where a grammar reads it, else text."""
    row = language_of_path(path)
    grammar = row.name if row and row.functions else ""
    if PurePosixPath(path).suffix.lower() in SCRIPT_SUFFIXES:
        grammar = "tsx"
    tree = parse_for_queries(text, grammar) if grammar else None
    return MutablePart(path, 0, len(text.encode()), tree.root_node if tree else None)


def pieces(part: MutablePart, data: bytes) -> list[MutablePart]:
    """The next smaller parts of a part; none of a token or a word."""
    if part.node is not None:
        return [
            MutablePart(part.path, node.start_byte, node.end_byte, node)
            for node in part.node.named_children
            if node.end_byte > node.start_byte
        ]
    for level in range(part.level, len(TEXT_LEVELS)):
        spans = _spans(part, data, TEXT_LEVELS[level])
        if spans:
            return [MutablePart(part.path, start, end, level=level + 1) for start, end in spans]
    return []


def _spans(part: MutablePart, data: bytes, boundary: re.Pattern[bytes]) -> list[tuple[int, int]]:
    """The start and end of each piece between the boundaries; none without a boundary inside."""
    cuts = [match.end() for match in boundary.finditer(data, part.start, part.end)]
    inner = [cut for cut in cuts if part.start < cut < part.end]
    if not inner:
        return []
    ends = pairwise([part.start, *inner, part.end])
    return [(start, end) for start, end in ends if data[start:end].strip()]
