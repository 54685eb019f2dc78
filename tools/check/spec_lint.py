"""Files of behaviours wait by assertions: neither by time, nor by looking once.

A busy machine fails a behaviour that looks too early, and the score is wrong for ever.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tree_sitter
from tree_sitter import Node

from assay.code.queries import compile_query
from assay.code.syntax import ParsedScript, parse_script
from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.errors import Problems

REFUSED = {
    "check": "click(), then expect(…).toBeChecked()",
    "uncheck": "click(), then expect(…).not.toBeChecked()",
    "setChecked": "click(), then expect(…).toBeChecked()",
    "waitForTimeout": "an assertion that waits for what is to come",
}
"""Calls that look once or wait for a time, and what to write instead."""
READS = (
    *("textContent", "allTextContents", "innerText", "allInnerTexts", "innerHTML", "inputValue"),
    *("getAttribute", "count", "isChecked", "isDisabled", "isEditable", "isEnabled", "isHidden"),
    "isVisible",
)
CALLS = "(call_expression function: (member_expression property: (_) @name)) @call"
REPEATED = """
((call_expression function: (_) @by arguments: (arguments (_) @argument))
  (#any-of? @by "expect" "expect.poll"))
((call_expression function: (member_expression property: (_) @by)
   arguments: (arguments . (_) @argument))
  (#any-of? @by "evaluate" "evaluateAll" "evaluateHandle" "addInitScript"))
"""
"""What is asked again and again, and what runs in the page."""
FUNCTIONS = ("arrow_function", "function_expression", "function_declaration")


def lint_all(problems: Problems) -> None:
    """Collect what is wrong with each file of behaviours."""
    for path in sorted(paths.BEHAVIOURS.glob("*.spec.ts")):
        for line in lint(path):
            problems.add(line)


def lint(path: Path) -> Iterator[str]:
    """Each place of a file of behaviours that does not wait by an assertion, and the remedy."""
    parsed = parse_script(read_utf8(path))
    repeated = {_text(found["argument"][0]) for found in _matches(REPEATED, parsed)}
    for found in _matches(CALLS, parsed):
        name, call = _text(found["name"][0]), found["call"][0]
        place = f"{path}:{call.start_point[0] + 1}"
        if name in REFUSED:
            yield f"{place}: {name}() looks once, or waits by time: write {REFUSED[name]}"
        elif name in READS and not any(_names(each) & repeated for each in _around(call)):
            yield f"{place}: {name}() reads once: use expect(locator) or expect.poll(() => …)"


def _matches(query: str, parsed: ParsedScript) -> list[dict[str, list[Node]]]:
    cursor = tree_sitter.QueryCursor(compile_query(query, parsed.grammar))
    return [captures for _, captures in cursor.matches(parsed.tree.root_node)]


def _text(node: Any) -> str:
    return str(node.text.decode("utf-8"))


def _around(node: Any) -> Iterator[Any]:
    while node := node.parent:
        if node.type in FUNCTIONS:
            yield node


def _names(function: Any) -> set[str]:
    """A function's text, and the name by which it is known."""
    named = function.child_by_field_name("name")
    if named is None and function.parent.type == "variable_declarator":
        named = function.parent.child_by_field_name("name")
    return {_text(function)} if named is None else {_text(function), _text(named)}
