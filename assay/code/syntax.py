"""From code to a syntax tree, and how much does not parse.

Every text has a tree, however broken it is. Some bad code takes minutes or gigabytes: 60 kB of
`a<b,` in TypeScript. So the text of an answer is parsed in a worker (assay/workers.py).
"""

import ast
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from tree_sitter import Language, Node, Parser, Tree

from assay.code.languages import BY_GRAMMAR

_ENTRIES = {"tsx": "language_tsx", "typescript": "language_typescript"}

MOST_TOKENS_IN_ERROR = 1_000
"""Children of an error up to which queries are asked about its file."""


@dataclass(frozen=True, slots=True)
class SyntaxState:
    """Whether a text parses, and `error_share`, the share of its bytes in errors, 0 to 1.

    If something is missing, such as the last brace, no byte is wrong: not `parse_ok`,
    `error_share` 0. `tag_errors`: JSX elements that are closed by another name.
    """

    parse_ok: bool
    error_share: float
    tag_errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedScript:
    """A text under one grammar."""

    grammar: str
    tree: Tree
    size: int
    error_bytes: int
    error_nodes: int

    @property
    def state(self) -> SyntaxState:
        """The share of erroneous bytes is rounded to four decimals."""
        share = self.error_bytes / self.size if self.size else 0.0
        return SyntaxState(parse_ok=self.error_nodes == 0, error_share=round(share, 4))


def parse_script(text: str, has_jsx: bool = True) -> ParsedScript:
    """The text under the TSX grammar, or under TypeScript if that finds fewer errors.

    TypeScript is tried for what TSX cannot express: `<T>x` and `<T>(x) => x`. Without `has_jsx`
    only TypeScript is: so compilers read a .ts file, and JSX in it is an error.
    """
    source = respelled(text.encode("utf-8", "replace"), "typescript")
    if not has_jsx:
        return parse_as("typescript", source)
    tsx = parse_as("tsx", source)
    if tsx.state.parse_ok:
        return tsx
    typescript = parse_as("typescript", source)
    return min(tsx, typescript, key=lambda each: (each.error_bytes, each.error_nodes))


def parse_as(grammar: str, source: bytes) -> ParsedScript:
    """`source`, in UTF-8 and unchanged, under one grammar of languages.py."""
    tree = Parser(language(grammar)).parse(source)
    if not tree.root_node.has_error:
        return ParsedScript(grammar, tree, len(source), 0, 0)
    errors = _errors(tree)
    error_bytes = sum(end - start for start, end in union(node.byte_range for node in errors))
    return ParsedScript(grammar, tree, len(source), error_bytes, max(1, len(errors)))


def parse_code(grammar: str, text: str) -> ParsedScript:
    """The text as it is written, under `tsx` or in a language of its own, however broken.

    Where the grammar rejects valid code, it is read as respelled, if that has fewer errors. So in
    TSX `&&` and `||` are told apart, unless something such as a bare `&` in JSX is rejected.
    """
    source = text.encode("utf-8", "replace")
    plain = parse_as(grammar, source)
    respelling = respelled(source, grammar)
    if plain.state.parse_ok or respelling == source:
        return plain
    other = parse_as(grammar, respelling)
    return min(plain, other, key=lambda each: each.error_nodes)


@cache
def language(grammar: str) -> Language:
    """The tree-sitter language of `grammar`, loaded on first use."""
    wheel = import_module(BY_GRAMMAR[grammar].grammar)
    return Language(getattr(wheel, _ENTRIES.get(grammar, "language"))())


def union(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The union of `ranges`: sorted ranges that do not touch."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def respelled(source: bytes, grammar: str) -> bytes:
    """The text in a spelling that the grammar accepts, with the same length and structure."""
    for pattern, spelling in BY_GRAMMAR[grammar].respellings:
        source = pattern.sub(spelling, source)
    return source


def nodes_of(root: Node, enters: Callable[[Node], bool] = lambda _: True) -> Iterator[Node]:
    """A node and all below it, in the order of the text, in linear time at any depth.

    What lies below a node that it does not enter is left out. A tree-sitter query would be faster,
    but it misses nodes more than 65,535 levels deep.
    """
    cursor = root.walk()
    while (node := cursor.node) is not None:
        yield node
        if enters(node) and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def _errors(tree: Tree) -> list[Node]:
    """The erroneous and missing nodes, in linear time: for some, a query takes quadratic time."""
    found = nodes_of(tree.root_node, lambda node: node.has_error)
    return [node for node in found if node.is_error or node.is_missing]


def is_rubble(tree: Tree) -> bool:
    """Whether an error spans so many tokens that the tree does not show what the text lacks.

    A query would also take quadratic time for it.
    """
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
