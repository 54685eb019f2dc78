"""Whether a file of an answer parses, and whether its JSX tags match.

The methodology's "compiles" is measured as "parses".
"""

from dataclasses import dataclass
from pathlib import PurePosixPath

from tree_sitter import Node, Tree

from assay.code.effort import Effort
from assay.code.json_files import loaded
from assay.code.languages import SCRIPT_SUFFIXES, language_of_path
from assay.code.syntax import (
    needs_respelling,
    parse_as_written,
    parse_code,
    parse_python,
    parse_script,
)


@dataclass(frozen=True)
class FileState:
    """`error_share`: bytes under parse errors / all bytes, 0 to 1.

    `tag_errors`: JSX elements that are closed by another name. `given_up`: the parser's effort was
    spent before its end.
    """

    parse_ok: bool
    error_share: float
    tag_errors: tuple[str, ...] = ()
    given_up: bool = False


GIVEN_UP = FileState(parse_ok=False, error_share=1.0, given_up=True)


def file_state(path: str, text: str, effort: Effort | None = None) -> FileState | None:
    """The state of a JSON file, or of code in a language of languages.py; None for other files.

    A script is read as TSX, then as TypeScript; and as the checks will read it, so that no later
    stage meets a text that its parser gives up. Without `effort` the file has a whole answer's.
    """
    effort = effort or Effort()
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in SCRIPT_SUFFIXES:
        state = _script_state(text, effort)
        if needs_respelling(text) and parse_as_written(text, effort).tree is None:
            return GIVEN_UP
        return GIVEN_UP if effort.is_spent else state
    if suffix == ".json":
        return _json_state(path, text)
    if suffix == ".py":
        parses = parse_python(text) is not None
        return FileState(parses, 0.0 if parses else 1.0)
    row = language_of_path(path)
    return _code_state(row.name, text, effort) if row else None


def _code_state(language: str, text: str, effort: Effort) -> FileState:
    parsed = parse_code(language, text, effort)
    if parsed.tree is None:
        return GIVEN_UP
    return FileState(parsed.state.parse_ok, parsed.state.error_share)


def _script_state(text: str, effort: Effort) -> FileState:
    parsed = parse_script(text, effort)
    if parsed.tree is None:
        return GIVEN_UP
    return FileState(parsed.state.parse_ok, parsed.state.error_share, _tag_errors(parsed.tree))


def _json_state(path: str, text: str) -> FileState:
    try:
        loaded(path, text)
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
