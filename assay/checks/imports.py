"""What a file of code imports."""

import ast
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

import tree_sitter

from assay.code.languages import Language, language_of_path
from assay.code.queries import compile_query
from assay.code.syntax import nodes_of, parse_python

_NAMES = (
    "identifier",
    "shorthand_property_identifier_pattern",
    "property_identifier",
    "type_identifier",
)
_STATEMENTS = """
(import_statement source: (string (string_fragment) @module)) @statement
(import_statement (import_require_clause source: (string (string_fragment) @module))) @statement
(export_statement source: (string (string_fragment) @module)) @statement
(call_expression function: [(import) (identifier)] @function
  arguments: (arguments . (string (string_fragment) @module))) @statement
"""


EVERYTHING = "*"
"""Stands among the names of an import that takes all names of a module."""


class Imported(NamedTuple):
    """One import: the module's name as written, and the names taken from it."""

    module: str
    names: frozenset[str]


def imports(path: str, text: str, tree: Callable[[str], tree_sitter.Tree]) -> Iterator[Imported]:
    """Every import of the file; `tree` gives its tree under a grammar.

    A Python file that does not parse has none. In Java, C# and Kotlin a module stands once, with
    all names that the file imports from it, and so do the packages that it lies in.
    """
    row = language_of_path(path)
    if row is not None and row.imports:
        yield from _imports_by_grammar(row, tree(row.name))
        return
    if path.lower().endswith(".py"):
        yield from _python_imports(text)
    else:
        yield from _script_imports(tree("tsx"))


def _python_imports(text: str) -> Iterator[Imported]:
    module = parse_python(text)
    for node in ast.walk(module) if module else ():
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _python_import(alias.name, frozenset({alias.name}))
        elif isinstance(node, ast.ImportFrom):
            written = "." * node.level + (node.module or "")
            yield from _python_import(written, frozenset(alias.name for alias in node.names))


def _imports_by_grammar(row: Language, tree: tree_sitter.Tree) -> Iterator[Imported]:
    names: dict[str, set[str]] = {}
    kinds = {each.statement: each.modules for each in row.imports}
    for node in nodes_of(tree.root_node, lambda node: node.type not in kinds):
        for name, taken in _taken_by(node, kinds.get(node.type, ()), row.imports_spaces):
            names.setdefault(name, set()).add(taken)
    for name, all_taken in names.items():
        yield Imported(name, frozenset(all_taken))


def _taken_by(
    statement: tree_sitter.Node, modules: Container[str], takes_spaces: bool
) -> Iterator[tuple[str, str]]:
    """The module of an import and the packages that it lies in, each with the name taken from it.

    `modules`: the types of nodes for a module. A path, as in Go, is one module.
    """
    written = [child for child in statement.children if child.type in modules]
    if not written:
        return
    module = "".join(source_of(written[-1]).split()).strip('"`')
    takes_all = takes_spaces or any(
        each.type in ("asterisk", EVERYTHING) for each in statement.children
    )
    parts = [module] if "/" in module else module.split(".")
    yield module, EVERYTHING if takes_all else parts[-1]
    for end in range(1, len(parts)):
        yield ".".join(parts[:end]), parts[end]


def _python_import(module: str, names: frozenset[str]) -> Iterator[Imported]:
    """The module and the packages that it lies in."""
    parts = module.split(".")
    yield from (Imported(".".join(parts[:end]), names) for end in range(1, len(parts) + 1))


def _script_imports(tree: tree_sitter.Tree) -> Iterator[Imported]:
    """Every import, re-export, require() and import() with a literal name."""
    cursor = tree_sitter.QueryCursor(compile_query(_STATEMENTS))
    for _, found in cursor.matches(tree.root_node):
        statement = found["statement"][0]
        module = source_of(found["module"][0])
        function = found.get("function")
        if not function:
            yield Imported(module, _names(statement.named_children))
        elif source_of(function[0]) in ("require", "import"):
            yield Imported(module, _names(_receivers(statement)))


def _names(nodes: Iterable[tree_sitter.Node]) -> frozenset[str]:
    """Every name in these nodes: an import's, or those into which a value is destructured."""
    inside = (nodes_of(node, lambda each: each.type != "import_attribute") for node in nodes)
    return frozenset(source_of(each) for each in chain(*inside) if each.type in _NAMES)


def _receivers(call: tree_sitter.Node) -> list[tree_sitter.Node]:
    """What receives the value of a require() or an awaited import().

    This is a variable, a pattern, or one property of the value.
    """
    taker = call.parent
    while taker and taker.type in ("await_expression", "parenthesized_expression"):
        taker = taker.parent
    if taker is None:
        return []
    fields = (taker.child_by_field_name(field) for field in ("name", "left", "property"))
    return [field for field in fields if field]


def is_module(written: str, wanted: str) -> bool:
    """Whether an import of `written` imports the module `wanted` or a path below it."""
    return written == wanted or written.startswith(f"{wanted}/")


def source_of(node: tree_sitter.Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
