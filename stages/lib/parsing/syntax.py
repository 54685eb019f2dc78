"""From JavaScript, TypeScript or Python to a syntax tree, and how much does not parse.

Two guarantees. Every text has a result: a tree, or none after `PARSE_SECONDS`. The same text has
the same result, unless it is so broken that its parse comes near that limit.
"""

import ast
import re
import time
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree

Grammar = Literal["tsx", "typescript"]

# Recovery from errors is quadratic in tree-sitter: 10 MB take two seconds when clean, hours when
# broken.
PARSE_SECONDS = 30.0
# The parser asks for its text in pieces of this many bytes.
_PIECE = 65536

# What follows a word that is a name and no modifier.
_NAME_ENDS = rb"(?=\s*[.,;:?=()\]}<>!+*|&-])"
# Valid code that tree-sitter-typescript 0.23.2 takes for errors, and a spelling of the same length
# and the same structure that it accepts. A bare & stands in JSX texts and attributes, where it is
# like any character, and as an operator on values and types, where | has the same syntax: a tree's
# `||` may have been `&&`.
_RESPELLINGS: tuple[tuple[re.Pattern[bytes], bytes], ...] = (
    (re.compile(rb"&"), b"|"),
    (re.compile(rb"\?\.(?=[0-9])"), b"? "),  # a?.5:1 is a conditional
    (re.compile(rb"\bexport type(?=\s*\*)"), b"export     "),  # export type * from "./types"
    (
        re.compile(rb"\babstract" + _NAME_ENDS),
        b"abstrac_",
    ),  # interface Article { abstract?: string }
    (re.compile(rb"\busing" + _NAME_ENDS), b"usin_"),  # exports.using = using
)


@dataclass(frozen=True, slots=True)
class SyntaxState:
    """Whether a text parses, and `error_share`, the share of its bytes in errors, 0 to 1.

    If something is missing, such as the last brace, no byte is wrong: not `parse_ok`,
    `error_share` 0.
    """

    parse_ok: bool
    error_share: float


@dataclass(frozen=True, slots=True)
class ParsedScript:
    """A text under one grammar.

    `tree` is None if the parser gave up; then every byte is an error.
    """

    grammar: Grammar
    tree: Tree | None
    size: int
    error_bytes: int
    error_nodes: int

    @property
    def state(self) -> SyntaxState:
        """The share of erroneous bytes is rounded to four decimals."""
        share = self.error_bytes / self.size if self.size else 0.0
        return SyntaxState(parse_ok=self.error_nodes == 0, error_share=round(share, 4))


def parse_script(text: str) -> ParsedScript:
    """The text under the TSX grammar, or under TypeScript if that finds fewer errors.

    TypeScript is tried for what TSX cannot express: `<T>x` and `<T>(x) => x`. The file's
    extension does not matter: JSX in a .ts file parses, although a compiler would refuse it.
    """
    source = respelled(text.encode("utf-8", "replace"))
    tsx = parse_as("tsx", source)
    if tsx.state.parse_ok:
        return tsx
    return min(
        tsx, parse_as("typescript", source), key=lambda each: (each.error_bytes, each.error_nodes)
    )


def parse_as(grammar: Grammar, source: bytes) -> ParsedScript:
    """`source`, in UTF-8 and unchanged, under one grammar."""
    tree = _tree(grammar, source)
    if tree is None:
        return ParsedScript(grammar, None, len(source), len(source), len(source))
    if not tree.root_node.has_error:
        return ParsedScript(grammar, tree, len(source), 0, 0)
    errors = _errors(grammar, tree)
    error_bytes = sum(end - start for start, end in union(node.byte_range for node in errors))
    return ParsedScript(grammar, tree, len(source), error_bytes, max(1, len(errors)))


@cache
def language(grammar: Grammar) -> Language:
    """The tree-sitter language of `grammar`, loaded on first use."""
    import tree_sitter_typescript as grammars

    return Language(grammars.language_tsx() if grammar == "tsx" else grammars.language_typescript())


def union(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The union of `ranges`: sorted ranges that do not touch."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def respelled(source: bytes) -> bytes:
    """The text in a spelling that the grammars accept, with the same length and structure."""
    for pattern, spelling in _RESPELLINGS:
        source = pattern.sub(spelling, source)
    return source


def _tree(grammar: Grammar, source: bytes) -> Tree | None:
    deadline = time.monotonic() + PARSE_SECONDS
    try:
        return Parser(language(grammar)).parse(
            lambda offset, _point: source[offset : offset + _PIECE],
            progress_callback=lambda _offset, _has_error: time.monotonic() > deadline,
        )
    except ValueError:  # how the parser says that the callback stopped it
        return None


@cache
def _error_query(grammar: Grammar) -> Query:
    return Query(language(grammar), "[(ERROR) (MISSING)] @error")


def _errors(grammar: Grammar, tree: Tree) -> list[Node]:
    return QueryCursor(_error_query(grammar)).captures(tree.root_node).get("error", [])


def parse_python(text: str) -> ast.Module | None:
    """The syntax tree of a Python text, by the running Python; None if it does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
