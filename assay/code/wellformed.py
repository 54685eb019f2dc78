"""Whether a file of an answer parses, and whether its JSX tags match.

The methodology's "compiles" is measured as "parses".
"""

from dataclasses import replace
from pathlib import PurePosixPath

from tree_sitter import Node, Tree

from assay.code.json_files import loaded
from assay.code.languages import SCRIPT_SUFFIXES, language_of_path
from assay.code.syntax import SyntaxState, nodes_of, parse_code, parse_python, parse_script

_WITHOUT_JSX = (".ts", ".mts", ".cts")


def file_state(path: str, text: str) -> SyntaxState | None:
    """The state of a JSON file, or of code in a language of languages.py; None for other files."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in SCRIPT_SUFFIXES:
        parsed = parse_script(text, has_jsx=suffix not in _WITHOUT_JSX)
        return replace(parsed.state, tag_errors=_tag_errors(parsed.tree))
    if suffix == ".json":
        return _json_state(path, text)
    if suffix == ".py":
        parses = parse_python(text) is not None
        return SyntaxState(parses, 0.0 if parses else 1.0)
    row = language_of_path(path)
    return parse_code(row.name, text).state if row else None


def _json_state(path: str, text: str) -> SyntaxState:
    try:
        loaded(path, text)
    except (ValueError, RecursionError):
        return SyntaxState(False, 1.0)
    return SyntaxState(True, 0.0)


def _tag_errors(tree: Tree) -> tuple[str, ...]:
    """Opening and closing names that differ: the grammar accepts `<a></b>`."""
    found = []
    for node in nodes_of(tree.root_node):
        if node.type == "jsx_element":
            opened, closed = (
                _tag_name(node.child_by_field_name(field)) for field in ("open_tag", "close_tag")
            )
            if opened != closed:
                found.append(f"line {node.start_point[0] + 1}: <{opened}> is closed by </{closed}>")
    return tuple(found)


def _tag_name(tag: Node | None) -> str:
    name = tag.child_by_field_name("name") if tag else None
    return (name.text or b"").decode("utf-8", "replace") if name else ""
