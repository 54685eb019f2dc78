"""Whether a file of an answer parses, and whether its JSX tags match.

The methodology's "compiles" is measured as "parses".
"""

import json
from dataclasses import dataclass
from pathlib import PurePosixPath

from tree_sitter import Node, Tree

from stages.lib.measurement.measure import parse_state
from stages.lib.parsing.syntax import ParsedScript, parse_script

SCRIPT = {".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts"}
WITH_COMMENTS = ("tsconfig", ".eslintrc", "jsconfig")
"""JSON files in which their tools allow comments and trailing commas."""


@dataclass(frozen=True)
class FileState:
    """`error_share`: bytes under parse errors / all bytes, 0 to 1.

    `tag_errors`: JSX elements that are closed by another name.
    """

    parse_ok: bool
    error_share: float
    tag_errors: tuple[str, ...] = ()


def file_state(path: str, text: str) -> FileState | None:
    """The state of a script, a JSON or a Python file; None for other files.

    A script is read as TSX, then as TypeScript.
    """
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in SCRIPT:
        return _script_state(parse_script(text))
    if suffix == ".json":
        return _json_state(path, text)
    state = parse_state(path, text)
    return FileState(state.parse_ok, state.error_share) if state else None


def _script_state(parsed: ParsedScript) -> FileState:
    state = parsed.state
    return FileState(
        state.parse_ok, state.error_share, _tag_errors(parsed.tree) if parsed.tree else ()
    )


def _json_state(path: str, text: str) -> FileState:
    if path.rsplit("/", 1)[-1].startswith(WITH_COMMENTS):
        return _script_state(parse_script(f"({text}\n)"))
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return FileState(False, 1.0)
    return FileState(True, 0.0)


def _tag_errors(tree: Tree) -> tuple[str, ...]:
    """Opening and closing names that differ: the grammar accepts `<a></b>`."""
    found = []
    stack = [tree.root_node]
    while stack:
        node = stack.pop()
        if node.type == "jsx_element":
            opened, closed = (
                _tag_name(node.child_by_field_name(field)) for field in ("open_tag", "close_tag")
            )
            if opened != closed:
                found.append(f"line {node.start_point[0] + 1}: <{opened}> is closed by </{closed}>")
        stack.extend(reversed(node.named_children))
    return tuple(found)


def _tag_name(tag: Node | None) -> str:
    name = tag.child_by_field_name("name") if tag else None
    return (name.text or b"").decode("utf-8", "replace") if name else ""
