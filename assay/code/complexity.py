"""Cyclomatic complexity of JavaScript and TypeScript by the rules of ESLint 8.57's `complexity`.

ESLint reports a value per function; this is their sum over a file. Every function, arrow, method,
accessor and constructor with a body, every class field's initialiser and every static block is
worth 1, and so is each decision inside one. ESLint reports functions only: decisions outside of
them are worth nothing, and so are those in decorators and computed names of a class at the top
level.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TypeVar

from tree_sitter import Node, Tree

from assay.code.syntax import ParsedScript, language, union

_Meaning = TypeVar("_Meaning")


class _Role(Enum):
    FUNCTION = "a function of its own"
    METHOD = "a function whose name and decorators belong to what surrounds it"
    FIELD = "a function if it has an initialiser"
    DECISION = "1 for the function around it"


_NODES = {
    "function_declaration": _Role.FUNCTION,
    "function_expression": _Role.FUNCTION,
    "generator_function": _Role.FUNCTION,
    "generator_function_declaration": _Role.FUNCTION,
    "arrow_function": _Role.FUNCTION,
    "class_static_block": _Role.FUNCTION,
    "method_definition": _Role.METHOD,
    "public_field_definition": _Role.FIELD,
    "if_statement": _Role.DECISION,
    "ternary_expression": _Role.DECISION,
    "for_statement": _Role.DECISION,
    "for_in_statement": _Role.DECISION,
    "while_statement": _Role.DECISION,
    "do_statement": _Role.DECISION,
    "catch_clause": _Role.DECISION,
    "switch_case": _Role.DECISION,
}
_OPERATORS = ("&&", "||", "??", "&&=", "||=", "??=")


@dataclass(frozen=True, slots=True)
class Complexity:
    """A sum over `functions`, which include the initialisers and static blocks of classes."""

    cyclomatic_complexity: int
    functions: int


def script_complexity(parsed: ParsedScript) -> Complexity:
    """The complexity of a parsed text; of a broken one, that of its recognised constructs."""
    scopes: list[tuple[int, int]] = []
    decisions: list[int] = []
    for role, node in nodes_of(parsed.tree, _roles(parsed.grammar)):
        if role is _Role.DECISION:
            decisions.append(node.start_byte)
        else:
            scopes += _scope(role, node)
    return Complexity(len(scopes) + count_within(scopes, decisions), len(scopes))


@cache
def _roles(grammar: str) -> dict[int | None, _Role]:
    """The roles by the grammar's numbers for its kinds of nodes."""
    kind = language(grammar).id_for_node_kind
    return {kind(name, True): role for name, role in _NODES.items()} | {
        kind(operator, False): _Role.DECISION for operator in _OPERATORS
    }


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


def _scope(role: _Role, node: Node) -> list[tuple[int, int]]:
    """Where the node is a function: a method from its parameters on, a field in its value.

    ESLint gives a field with the word `accessor` no function.
    """
    if role is _Role.METHOD:
        start = node.child_by_field_name("parameters") or node
        return [(start.start_byte, node.end_byte)]
    if role is _Role.FUNCTION:
        return [node.byte_range]
    value = node.child_by_field_name("value")
    if value is None or any(child.type == "accessor" for child in node.children):
        return []
    return [value.byte_range]


def count_within(scopes: Iterable[tuple[int, int]], decisions: Iterable[int]) -> int:
    """How many of the decisions (byte positions) lie in at least one scope."""
    ranges = union(scopes)
    starts = [start for start, _ in ranges]
    places = ((bisect_right(starts, byte) - 1, byte) for byte in decisions)
    return sum(1 for index, byte in places if index >= 0 and byte < ranges[index][1])
