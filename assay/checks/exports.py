"""What a file of JavaScript or TypeScript exports."""

from typing import NamedTuple

import tree_sitter

from assay.checks.imports import source_of

_DECLARED = ("identifier", "type_identifier", "shorthand_property_identifier_pattern")


class Exports(NamedTuple):
    """The names exported (`default` among them), and the modules whose names are passed on.

    `is_open`: more may be exported than is written, as by CommonJS.
    """

    names: frozenset[str]
    passed_on: tuple[str, ...]
    is_open: bool


def exports(tree: tree_sitter.Tree) -> Exports:
    """The exports of a file. One that does not parse may export anything."""
    names: set[str] = set()
    passed_on: list[str] = []
    for statement in tree.root_node.named_children:
        if statement.type == "export_statement":
            names |= _names_of(statement)
            passed_on += _passed_on_by(statement)
    text = source_of(tree.root_node)
    is_common = "module.exports" in text or "exports." in text or "export =" in text
    return Exports(frozenset(names), tuple(passed_on), is_common or tree.root_node.has_error)


def _names_of(statement: tree_sitter.Node) -> set[str]:
    """The names that one statement exports, all but those of a module that it passes on."""
    if any(child.type == "default" for child in statement.children):
        return {"default"}
    names: set[str] = set()
    clause = _child(statement, "export_clause")
    if clause is not None:
        names |= {_exported_name(one) for one in clause.named_children}
    namespace = _child(statement, "namespace_export")
    if namespace is not None:
        names.add(source_of(namespace.named_children[-1]))
    declaration = statement.child_by_field_name("declaration")
    if declaration is not None:
        names |= _declared_names(declaration)
    return names


def _passed_on_by(statement: tree_sitter.Node) -> list[str]:
    """The module of `export * from "module"`; none for every other statement."""
    source = statement.child_by_field_name("source")
    names_some = _child(statement, "export_clause") or _child(statement, "namespace_export")
    if source is None or names_some is not None:
        return []
    return [source_of(source).strip("'\"")]


def _exported_name(specifier: tree_sitter.Node) -> str:
    alias = specifier.child_by_field_name("alias")
    name = specifier.child_by_field_name("name")
    chosen = alias or name
    return source_of(chosen) if chosen else ""


def _declared_names(declaration: tree_sitter.Node) -> set[str]:
    """The names that a declaration binds: its own, or those of its variables and patterns."""
    if declaration.type == "ambient_declaration":
        inner = [_declared_names(child) for child in declaration.named_children]
        return set[str]().union(*inner)
    name = declaration.child_by_field_name("name")
    if name is not None:
        return {source_of(name)}
    names: set[str] = set()
    for declarator in declaration.named_children:
        bound = declarator.child_by_field_name("name")
        if bound is not None:
            names |= _bound_names(bound)
    return names


def _bound_names(pattern: tree_sitter.Node) -> set[str]:
    if pattern.type in _DECLARED:
        return {source_of(pattern)}
    inner = [_bound_names(child) for child in pattern.named_children]
    return set[str]().union(*inner)


def _child(node: tree_sitter.Node, kind: str) -> tree_sitter.Node | None:
    return next((child for child in node.named_children if child.type == kind), None)
