"""A good suite of tests, spoiled in ways that leave its words: it must lose most of its score."""

import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

import tree_sitter

from assay.code.queries import compile_query, parse_for_queries
from assay.sandbox.staging import is_test

Files = Mapping[str, str]
SCRIPT_TESTS = """
(call_expression function: (_) @name
  arguments: (arguments [(arrow_function body: (_) @body) (function_expression body: (_) @body)] .)
  (#match? @name "^(it|test)([.(]|$)"))
"""
PYTHON_TESTS = """
(function_definition name: (_) @name body: (_) @body (#match? @name "^test"))
"""
PYTHON_ASSERTIONS = "(assert_statement . (_) @body)"
MATCHER = re.compile(r"\.(not\.)?(to[A-Z]\w*\()")


def returns_first(files: Files) -> dict[str, str]:
    """Every test returns before it does anything."""

    def script(body: str) -> str:
        return "{ return; " + body[1:] if body.startswith("{") else "undefined"

    def python(body: str) -> str:
        return f"return\n    {body}"

    return _in_tests(
        files,
        lambda text: _replaced(text, "tsx", SCRIPT_TESTS, script),
        lambda text: _replaced(text, "python", PYTHON_TESTS, python),
    )


def inverted(files: Files) -> dict[str, str]:
    """Every expectation expects the opposite."""

    def turned(match: re.Match[str]) -> str:
        return f".{match[2]}" if match[1] else f".not.{match[2]}"

    def negated(condition: str) -> str:
        return f"not ({condition})"

    return _in_tests(
        files,
        lambda text: MATCHER.sub(turned, text),
        lambda text: _replaced(text, "python", PYTHON_ASSERTIONS, negated),
    )


def empty(files: Files) -> dict[str, str]:
    """There is no test, only the configuration."""
    return {path: text for path, text in files.items() if not is_test(path)}


SPOILED: dict[str, Callable[[Files], dict[str, str]]] = {
    "return first": returns_first,
    "inverted": inverted,
    "empty": empty,
}


def _in_tests(
    files: Files, script: Callable[[str], str], python: Callable[[str], str]
) -> dict[str, str]:
    """The files, with those that are tests changed by the function of their language."""
    changed = dict(files)
    for path, text in files.items():
        if is_test(path):
            is_python = PurePosixPath(path).suffix == ".py"
            changed[path] = python(text) if is_python else script(text)
    return changed


def _replaced(text: str, grammar: str, query: str, by: Callable[[str], str]) -> str:
    """The text with each @body of the query replaced, the last one first."""
    tree = parse_for_queries(text, grammar)
    if tree is None:
        return text
    cursor = tree_sitter.QueryCursor(compile_query(query, grammar))
    matches = cursor.matches(tree.root_node)
    spans = {captures["body"][0].byte_range for _, captures in matches}
    data = text.encode()
    for start, end in sorted(spans, reverse=True):
        data = data[:start] + by(data[start:end].decode()).encode() + data[end:]
    return data.decode()
