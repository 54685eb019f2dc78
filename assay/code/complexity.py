"""Cyclomatic complexity: the rows of languages.py name which nodes of a grammar count.

Every function with a body is worth 1, lambdas and accessors too, and so is each decision inside
one. Decisions outside of functions are worth nothing. For JavaScript and TypeScript this is the sum
over a file of what ESLint 8.57's rule `complexity` reports for each function: class fields with an
initialiser and static blocks are functions there, and what stands in decorators and computed names
of a class at the top level is outside of them.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from tree_sitter import Node, Tree

from assay.code.languages import BY_NAME, SCRIPT, Language, NodeKind
from assay.code.syntax import ParsedScript, language, union

_Meaning = TypeVar("_Meaning")


@dataclass(frozen=True, slots=True)
class Complexity:
    """A sum over `functions`, which include the initialisers and static blocks of classes."""

    cyclomatic_complexity: int
    functions: int


def code_complexity(parsed: ParsedScript) -> Complexity:
    """The complexity of a parsed text; of a broken one, that of its recognised constructs."""
    row = BY_NAME.get(parsed.grammar, SCRIPT)
    scopes: list[tuple[int, int]] = []
    decisions: list[int] = []
    for kinds, node in nodes_of(parsed.tree, _kinds(row, parsed.grammar)):
        kind = next((each for each in kinds if _is(each, node)), None)
        if kind is None:
            continue
        if kind in row.functions:
            scopes.append((_start(kind, node), node.end_byte))
        else:
            decisions.append(node.start_byte)
    return Complexity(len(scopes) + count_within(scopes, decisions), len(scopes))


@cache
def _kinds(row: Language, grammar: str) -> dict[int | None, tuple[NodeKind, ...]]:
    """What the row says of nodes, by the grammar's numbers for kinds."""
    grouped: dict[int | None, tuple[NodeKind, ...]] = {}
    for kind in (*row.functions, *row.decisions):
        number = kind_number(grammar, kind.name)
        grouped[number] = (*grouped.get(number, ()), kind)
    return grouped


def kind_number(grammar: str, name: str) -> int | None:
    """The grammar's number of a kind of nodes, or of a token; None if it has no such kind."""
    numbers = language(grammar)
    return numbers.id_for_node_kind(name, True) or numbers.id_for_node_kind(name, False)


def _is(kind: NodeKind, node: Node) -> bool:
    parent = node.parent if kind.inside else None
    if kind.inside and (parent is None or parent.type != kind.inside):
        return False
    if kind.has and not _has(node, kind.has):
        return False
    return not (kind.lacks and _has(node, kind.lacks))


def _has(node: Node, part: str) -> bool:
    """Whether the node has such a field, or a child of this kind."""
    if node.child_by_field_name(part) is not None:
        return True
    return any(child.type == part for child in node.children)


def _start(kind: NodeKind, node: Node) -> int:
    """Where the scope of a function begins."""
    field = node.child_by_field_name(kind.since) if kind.since else None
    return (node if field is None else field).start_byte


def nodes_of(
    tree: Tree, meanings: Mapping[int | None, _Meaning]
) -> Iterator[tuple[_Meaning, Node]]:
    """The nodes whose kind has a meaning, in the order of the text, in linear time at any depth.

    A tree-sitter query would be faster, but it misses nodes more than 65,535 levels deep.
    """
    cursor = tree.walk()
    while True:
        node = cursor.node
        if node is not None and (meaning := meanings.get(node.kind_id)) is not None:
            yield meaning, node
        if cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def count_within(scopes: Iterable[tuple[int, int]], decisions: Iterable[int]) -> int:
    """How many of the decisions (byte positions) lie in at least one scope."""
    ranges = union(scopes)
    starts = [start for start, _ in ranges]
    places = ((bisect_right(starts, byte) - 1, byte) for byte in decisions)
    return sum(1 for index, byte in places if index >= 0 and byte < ranges[index][1])
