"""A good suite of tests, spoiled in ways that leave its words: it must lose most of its score."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePosixPath

import tree_sitter

from assay.code.queries import compile_query, parse_for_queries
from assay.records.criteria_health import TrialKind
from assay.sandbox.staging import is_test
from tools.proof.mutants import Mutant

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


def returns_first(path: str, text: str) -> str:
    """Every test returns before it does anything."""

    def script(body: str) -> str:
        return "{ return; " + body[1:] if body.startswith("{") else "undefined"

    if _is_python(path):
        return _replaced(text, "python", PYTHON_TESTS, lambda body: f"return\n    {body}")
    return _replaced(text, "tsx", SCRIPT_TESTS, script)


def inverted(path: str, text: str) -> str:
    """Every expectation expects the opposite."""
    if _is_python(path):
        return _replaced(text, "python", PYTHON_ASSERTIONS, lambda body: f"not ({body})")
    return MATCHER.sub(lambda match: f".{match[2]}" if match[1] else f".not.{match[2]}", text)


SPOILED: dict[str, Callable[[str, str], str]] = {
    "every test returns first": returns_first,
    "every expectation is inverted": inverted,
    "no test is left": lambda path, text: "",
}


def spoiled(files: Mapping[str, str]) -> Iterator[tuple[TrialKind, Mutant]]:
    """The suite, spoiled in each way."""
    tests = {path: text for path, text in files.items() if is_test(path)}
    for label, spoil in SPOILED.items():
        texts = {path: spoil(path, text) for path, text in tests.items()}
        yield "spoiled suite", Mutant(label, texts)


def _is_python(path: str) -> bool:
    return PurePosixPath(path).suffix == ".py"


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
