"""Files of behaviours wait by assertions: neither by time, nor by looking once.

A busy machine fails a behaviour that looks too early, and the score is wrong for ever.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from assay.code.syntax import nodes_of, parse_script
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
POLLS = ("expect", "expect.poll")
IN_PAGE = ("evaluate", "evaluateAll", "evaluateHandle", "addInitScript")
FUNCTIONS = ("arrow_function", "function_expression", "function_declaration")


def lint_all(problems: Problems) -> None:
    """Collect what is wrong with each file of behaviours."""
    for path in sorted(paths.BEHAVIOURS.glob("*.spec.ts")):
        for line in lint(path):
            problems.add(line)


def lint(path: Path) -> Iterator[str]:
    """Each place of a file of behaviours that does not wait by an assertion, and the remedy."""
    root = parse_script(read_utf8(path)).tree.root_node
    calls = [node for node in nodes_of(root) if node.type == "call_expression"]
    polled = {_text(argument) for call in calls for argument in _polled(call)}
    for call in calls:
        name = _called(call)
        place = f"{path}:{call.start_point[0] + 1}"
        if name in REFUSED:
            yield f"{place}: {name}() looks once, or waits by time: write {REFUSED[name]}"
        elif name in READS and not any(_repeats(each, polled) for each in _around(call)):
            yield f"{place}: {name}() reads once: use expect(locator) or expect.poll(() => …)"


def _text(node: Any) -> str:
    return str(node.text.decode("utf-8"))


def _called(call: Any) -> str:
    """The name of the method that is called; '' if it is none."""
    function = call.child_by_field_name("function")
    if function is None or function.type != "member_expression":
        return ""
    return _text(function.child_by_field_name("property"))


def _polled(call: Any) -> list[Any]:
    """What is asked again and again: the arguments of expect() and expect.poll()."""
    function = call.child_by_field_name("function")
    arguments = call.child_by_field_name("arguments")
    if function is None or arguments is None or _text(function) not in POLLS:
        return []
    return list(arguments.named_children)


def _repeats(function: Any, polled: set[str]) -> bool:
    """Whether a function is polled, by name too, or runs in the page."""
    return bool({_text(function), _name(function)} & polled) or _in_page(function)


def _around(node: Any) -> Iterator[Any]:
    while node := node.parent:
        if node.type in FUNCTIONS:
            yield node


def _in_page(function: Any) -> bool:
    call = function.parent.parent
    return call is not None and call.type == "call_expression" and _called(call) in IN_PAGE


def _name(function: Any) -> str:
    """The name by which a function is known; '' for none."""
    named = function.child_by_field_name("name")
    if named is None and function.parent.type == "variable_declarator":
        named = function.parent.child_by_field_name("name")
    return _text(named) if named is not None else ""
