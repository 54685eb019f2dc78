"""From code to a syntax tree, and how much does not parse.

Three guarantees. Every text has an answer: a tree, however broken the text is, or none where the
parser gives up. The same text has the same answer on every machine: the bounds are in steps of the
parser, not in seconds. And no text takes more than MOST_MEMORY.
"""

import ast
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import import_module

from tree_sitter import Language, Node, Parser, Tree

from assay.code import languages
from assay.code.effort import PARSE_STEPS, Effort
from assay.code.languages import Respellings
from assay.code.memory_trial import MemoryTrial

_SCRIPT_GRAMMARS = {"tsx": "language_tsx", "typescript": "language_typescript"}

_PIECE = 4096
"""Bytes of a piece."""
SURELY_FITS = 2_000
"""Bytes. Memory grows with the square of the length: this much of the worst code known, `a=>` in
Java and repeated, takes 161 MB.
"""
STEPS_WITHOUT_MEMORY = PARSE_STEPS // 10
"""What a text costs that would take too much memory. So an answer can have ten of them."""
_FITTING: dict[bytes, bool] = {}
"""By the hash of a text: whether it fits the memory. A trial takes longer than most parsing."""
MOST_TOKENS_IN_ERROR = 1_000
"""Children of an error up to which queries are asked about its file."""

# What follows a word that is a name and no modifier.
_NAME_ENDS = rb"(?=\s*[.,;:?=()\]}<>!+*|&-])"
# Valid code that tree-sitter-typescript 0.23.2 takes for errors, and a spelling of the same length
# and the same structure that it accepts. A bare & stands in JSX texts and attributes, where it is
# like any character, and as an operator on values and types, where | has the same syntax: a tree's
# `||` may have been `&&`.
_RESPELLINGS: Respellings = (
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

    grammar: str
    tree: Tree | None
    size: int
    error_bytes: int
    error_nodes: int

    @property
    def state(self) -> SyntaxState:
        """The share of erroneous bytes is rounded to four decimals."""
        share = self.error_bytes / self.size if self.size else 0.0
        return SyntaxState(parse_ok=self.error_nodes == 0, error_share=round(share, 4))


def parse_script(text: str, effort: Effort | None = None) -> ParsedScript:
    """The text under the TSX grammar, or under TypeScript if that finds fewer errors.

    TypeScript is tried for what TSX cannot express: `<T>x` and `<T>(x) => x`. The file's
    extension does not matter: JSX in a .ts file parses, although a compiler would refuse it.
    Without `effort` the text has a whole answer's.
    """
    effort = effort or Effort()
    source = respelled(text.encode("utf-8", "replace"))
    tsx = parse_as("tsx", source, effort)
    if tsx.state.parse_ok or tsx.tree is None:
        return tsx
    typescript = parse_as("typescript", source, effort)
    return min(tsx, typescript, key=lambda each: (each.error_bytes, each.error_nodes))


def parse_as_written(text: str, effort: Effort | None = None) -> ParsedScript:
    """The text under the TSX grammar, however broken, with `&&` and `||` told apart.

    Where the grammar rejects valid code, such as a bare `&` in JSX, it is read as respelled:
    `&` as `|`. Without `effort` the text has a whole answer's.
    """
    effort = effort or Effort()
    source = text.encode("utf-8", "replace")
    plain = parse_as("tsx", source, effort)
    if plain.state.parse_ok or plain.tree is None:
        return plain
    other = parse_as("tsx", respelled(source), effort)
    return min(plain, other, key=lambda each: each.error_nodes)


def parse_as(grammar: str, source: bytes, effort: Effort) -> ParsedScript:
    """`source`, in UTF-8 and unchanged, under one grammar: `tsx`, `typescript`, or a language of
    languages.py.
    """
    tree = _tree(grammar, source, effort)
    if tree is None:
        return ParsedScript(grammar, None, len(source), len(source), len(source))
    if not tree.root_node.has_error:
        return ParsedScript(grammar, tree, len(source), 0, 0)
    errors = _errors(tree)
    error_bytes = sum(end - start for start, end in union(node.byte_range for node in errors))
    return ParsedScript(grammar, tree, len(source), error_bytes, max(1, len(errors)))


def parse_code(name: str, text: str, effort: Effort | None = None) -> ParsedScript:
    """The text in a language of languages.py, but JavaScript and TypeScript.

    Where the grammar rejects it, it is read as respelled, if that has fewer errors. Without
    `effort` the text has a whole answer's.
    """
    effort = effort or Effort()
    source = text.encode("utf-8", "replace")
    plain = parse_as(name, source, effort)
    respelling = _respelled(source, languages.BY_NAME[name].respellings)
    if plain.state.parse_ok or respelling == source:
        return plain
    other = parse_as(name, respelling, effort)
    return min(plain, other, key=lambda each: each.error_nodes)


@cache
def language(grammar: str) -> Language:
    """The tree-sitter language of `grammar`, loaded on first use."""
    if grammar in _SCRIPT_GRAMMARS:
        wheel = import_module("tree_sitter_typescript")
        entry = _SCRIPT_GRAMMARS[grammar]
    else:
        wheel = import_module(languages.BY_NAME[grammar].grammar)
        entry = "language"
    return Language(getattr(wheel, entry)())


def union(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The union of `ranges`: sorted ranges that do not touch."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def needs_respelling(text: str) -> bool:
    """Whether `parse_script` and `parse_as_written` read different spellings of the text."""
    source = text.encode("utf-8", "replace")
    return respelled(source) != source


def respelled(source: bytes) -> bytes:
    """The text in a spelling that the grammars accept, with the same length and structure."""
    return _respelled(source, _RESPELLINGS)


def _respelled(source: bytes, respellings: Respellings) -> bytes:
    for pattern, spelling in respellings:
        source = pattern.sub(spelling, source)
    return source


def _tree(grammar: str, source: bytes, effort: Effort) -> Tree | None:
    """The tree; None if the effort is spent before the parser has ended, or memory would be."""
    if effort.is_spent:
        return None
    if not _fits_memory(grammar, source, effort):
        effort.steps_left -= STEPS_WITHOUT_MEMORY
        return None
    return _parsed(grammar, source, effort)


def _fits_memory(grammar: str, source: bytes, effort: Effort) -> bool:
    """Whether the parser needs at most MOST_MEMORY. Each text is tried at most once in a process.

    A text that was read once without a trial is not tried later, by a query for instance.
    """
    if len(source) <= SURELY_FITS:
        return True
    request = b"%b %b" % (grammar.encode(), source)
    key = sha256(request).digest()
    if key not in _FITTING:
        _FITTING[key] = not effort.tries_memory or _TRIAL.stays_in_memory(request)
    return _FITTING[key]


def _tried(request: bytes) -> None:
    """Parse the text of a request to the trial: the grammar, a space, the text."""
    grammar, _, source = request.partition(b" ")
    _parsed(grammar.decode(), source, Effort())


_TRIAL = MemoryTrial(_tried)


def _parsed(grammar: str, source: bytes, effort: Effort) -> Tree | None:
    """The tree; None if the effort is spent before the parser has ended."""

    def read(offset: int, _point: object) -> bytes:
        effort.reads_left -= 1
        return source[offset : offset + _PIECE]

    def must_stop(_offset: int, _has_error: bool) -> bool:
        effort.steps_left -= 1
        return effort.is_spent

    try:
        tree = Parser(language(grammar)).parse(read, progress_callback=must_stop)
    except ValueError:  # how the parser says that the callback stopped it
        return None
    return None if effort.is_spent else tree


def _errors(tree: Tree) -> list[Node]:
    """The erroneous and missing nodes, in linear time: for some, a query takes quadratic time."""
    errors: list[Node] = []
    cursor = tree.walk()
    while True:
        node = cursor.node
        if node is not None and (node.is_error or node.is_missing):
            errors.append(node)
        if node is not None and node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return errors


def is_rubble(tree: Tree) -> bool:
    """Whether an error spans so many tokens that a query would take quadratic time for it."""
    if not tree.root_node.has_error:
        return False
    return any(node.child_count > MOST_TOKENS_IN_ERROR for node in _errors(tree))


def parse_python(text: str) -> ast.Module | None:
    """The syntax tree of a Python text, by the running Python; None if it does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
