"""Cyclomatic complexity, by what the rows of languages.py name.

Every function with a body is worth 1, and so is each decision inside one; decisions outside of
functions are worth nothing. For JavaScript and TypeScript these are the rules of ESLint 8.57's
`complexity`, summed over a file: a class field's initialiser and a static block are functions too,
and decorators and computed names of a class at the top level are outside. radon counts Python, and
lizard the languages without a row; their rules differ in detail, so figures compare only within a
language. A text that a counter cannot read has no figure: None, which is not 0.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from tree_sitter import Node

from assay.code.languages import BY_GRAMMAR, NodeKind
from assay.code.syntax import ParsedScript, language, nodes_of, parse_python, union

_Kinds = tuple[NodeKind, ...]
_BEGINNINGS = {"method_definition": "parameters", "public_field_definition": "value"}
"""The field at which such a function begins: what stands before belongs to what surrounds it."""


@dataclass(frozen=True, slots=True)
class Complexity:
    """A sum over `functions`, which include the initialisers and static blocks of classes."""

    cyclomatic_complexity: int
    functions: int


def complexity_of(parsed: ParsedScript) -> Complexity:
    """The complexity of a parsed text; of a broken one, that of its recognised constructs."""
    row = BY_GRAMMAR[parsed.grammar]
    scopes: list[tuple[int, int]] = []
    decisions: list[int] = []
    counted = _kinds(parsed.grammar)
    for node in nodes_of(parsed.tree.root_node):
        kinds = counted.get(node.kind_id, ())
        if not any(_is(kind, node) for kind in kinds):
            continue
        if kinds[0] in row.functions:
            beginning = node.child_by_field_name(_BEGINNINGS.get(node.type, "")) or node
            scopes.append((beginning.start_byte, node.end_byte))
        else:
            decisions.append(node.start_byte)
    return Complexity(len(scopes) + _count_within(scopes, decisions), len(scopes))


@cache
def _kinds(grammar: str) -> dict[int | None, _Kinds]:
    """What counts, by the grammar's numbers for kinds of nodes."""
    row = BY_GRAMMAR[grammar]
    grouped: dict[int | None, _Kinds] = {}
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


def _count_within(scopes: Iterable[tuple[int, int]], decisions: Iterable[int]) -> int:
    """How many of the decisions (byte positions) lie in at least one scope."""
    ranges = union(scopes)
    starts = [start for start, _ in ranges]
    places = ((bisect_right(starts, byte) - 1, byte) for byte in decisions)
    return sum(1 for index, byte in places if index >= 0 and byte < ranges[index][1])


# lizard reads some 400 kB a second: a longer text has no second opinion rather than a slow one.
LIZARD_MAX_CHARACTERS = 1_000_000


def python_complexity(text: str) -> Complexity | None:
    """The sum of radon's figures over functions and methods, nested ones included.

    None if the text does not parse. Classes and module code count nothing. radon does not see
    classes inside a function.
    """
    from radon.complexity import add_inner_blocks, cc_visit_ast
    from radon.visitors import Function

    tree = parse_python(text)
    if tree is None:
        return None
    try:
        blocks = add_inner_blocks(cc_visit_ast(tree))
    except RecursionError:
        return None
    values = [block.complexity for block in blocks if isinstance(block, Function)]
    return Complexity(sum(values), len(values))


def lizard_complexity(name: str, text: str) -> Complexity | None:
    """The sum of lizard's figures over all functions, in the language of the file `name`.

    None if lizard fails, which it does on some valid code, or if the text is too long for it.
    """
    from lizard import analyze_file

    if len(text) > LIZARD_MAX_CHARACTERS:
        return None
    try:
        functions = analyze_file.analyze_source_code(name, text).function_list
    # any: its readers stumble in ways nobody listed, and it is a second opinion only
    except Exception:
        return None
    return Complexity(sum(one.cyclomatic_complexity for one in functions), len(functions))
