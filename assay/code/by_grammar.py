"""Cyclomatic complexity of the languages whose row in parsing/languages.py names what counts.

The rule is the one for JavaScript: every function with a body is worth 1, lambdas and accessors
too, and so is each decision inside one. Decisions outside of functions are worth nothing.
"""

from functools import cache

from tree_sitter import Node

from assay.code.complexity import Complexity, count_within, nodes_of
from assay.code.languages import BY_NAME, Language, NodeKind
from assay.code.syntax import ParsedScript, language


def code_complexity(parsed: ParsedScript) -> Complexity:
    """The complexity of a parsed text; of a broken one, that of its recognised constructs."""
    row = BY_NAME[parsed.grammar]
    scopes: list[tuple[int, int]] = []
    decisions: list[int] = []
    for kinds, node in nodes_of(parsed.tree, _kinds(row)):
        if not any(_is(kind, node) for kind in kinds):
            continue
        if kinds[0] in row.functions:
            scopes.append(node.byte_range)
        else:
            decisions.append(node.start_byte)
    return Complexity(len(scopes) + count_within(scopes, decisions), len(scopes))


@cache
def _kinds(row: Language) -> dict[int | None, tuple[NodeKind, ...]]:
    """What the row says of nodes, by the grammar's numbers for kinds."""
    grouped: dict[int | None, tuple[NodeKind, ...]] = {}
    for kind in (*row.functions, *row.decisions):
        number = kind_number(row.name, kind.name)
        grouped[number] = (*grouped.get(number, ()), kind)
    return grouped


def kind_number(grammar: str, name: str) -> int | None:
    """The grammar's number of a kind of nodes, or of a token; None if it has no such kind."""
    numbers = language(grammar)
    return numbers.id_for_node_kind(name, True) or numbers.id_for_node_kind(name, False)


def _is(kind: NodeKind, node: Node) -> bool:
    parent = node.parent
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
