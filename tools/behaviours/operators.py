"""Operators that each make one small change to what a program does.

Each finds places in a syntax tree of TypeScript or TSX and says what stands there instead. Offsets
are bytes of the file's UTF-8 text.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tree_sitter import Node

from assay.code.syntax import parse_as

GRAMMARS: tuple[str, ...] = ("tsx", "typescript")
SCRIPTS = (".js", ".jsx", ".ts", ".tsx")


class CodeChange(NamedTuple):
    """Bytes `start` to `end` of a file, replaced by another text."""

    operator: str
    start: int
    end: int
    text: str


Operator = Callable[[Node], Iterator[tuple[Node, str]]]
"""Of one node: the node to replace, and the text that takes its place."""

FUNCTIONS = ("arrow_function", "function_declaration", "function_expression", "method_definition")
NO_PROGRAM = (
    "import_statement",
    "interface_declaration",
    "type_alias_declaration",
    "type_annotation",
)
"""Nodes that do nothing when the program runs."""

SWAPPED = {
    "&&": "||",
    "||": "&&",
    "??": "&&",
    "===": "!==",
    "!==": "===",
    "==": "!=",
    "!=": "==",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
}
BOUNDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SETTERS = re.compile(
    r"(?:^|\.)(?:set[A-Z]\w*|set|update|dispatch|emit|next|setItem|patchValue|setValue|patchState)$"
)
CLEANERS = re.compile(
    r"(?:^|\.)(?:removeEventListener|clearTimeout|clearInterval|abort|cancel\w*|unsubscribe|"
    r"revokeObjectURL|disconnect|close)$"
)
EFFECTS = re.compile(r"^(?:React\.)?use(?:Layout)?Effect$")
HOOKS = re.compile(r"^(?:React\.)?use(?:Layout)?(?:Effect|Memo|Callback)$")
"""What their last argument names decides when they run, and most often not what they do."""
STATES = re.compile(r"^(?:React\.)?(?:useState|useRef|signal|input|model)$")


def changes(text: str) -> list[CodeChange]:
    """Every change of the text by every operator, in the text's order; none if it is broken."""
    root = _root(text)
    if root is None:
        return []
    found = set[CodeChange]()
    for node in _nodes(root):
        for name, operator in OPERATORS.items():
            for place, instead in operator(node):
                found.add(CodeChange(name, place.start_byte, place.end_byte, instead))
    return sorted(
        found, key=lambda change: (change.start, change.end, change.operator, change.text)
    )


def _root(text: str) -> Node | None:
    """The tree of the text, by the first grammar that accepts it."""
    for grammar in GRAMMARS:
        parsed = parse_as(grammar, text.encode())
        if parsed.state.parse_ok:
            return parsed.tree.root_node
    return None


def _nodes(root: Node) -> Iterator[Node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type not in NO_PROGRAM:
            yield node
            waiting.extend(reversed(node.named_children))


def text_of(node: Node | None) -> str:
    return node.text.decode() if node is not None and node.text is not None else ""


def handler_emptied(node: Node) -> Iterator[tuple[Node, str]]:
    """The body of a function without a result is emptied, or an arrow in an `on…` attribute."""
    body = _void_body(node)
    if body is not None and _statements(body):
        yield body, "{}"
    elif node.type == "arrow_function" and _is_handler(node):
        inner = node.child_by_field_name("body")
        if inner is not None and inner.type != "statement_block":
            yield inner, "undefined"


def _is_handler(node: Node) -> bool:
    holder = node.parent.parent if node.parent is not None else None
    if holder is None or holder.type != "jsx_attribute":
        return False
    return bool(re.match(r"on[A-Z]", text_of(holder.named_children[0])))


def condition_negated(node: Node) -> Iterator[tuple[Node, str]]:
    if node.type in ("if_statement", "ternary_expression", "while_statement"):
        condition = node.child_by_field_name("condition")
        if condition is not None:
            inner = condition
            if condition.type == "parenthesized_expression":
                inner = condition.named_children[0]
            yield inner, f"!({text_of(inner)})"


def early_return(node: Node) -> Iterator[tuple[Node, str]]:
    """The last statement of a function without a result is left out."""
    body = _void_body(node)
    statements = _statements(body) if body is not None else []
    if len(statements) > 1 and not statements[-1].type.endswith("declaration"):
        last = statements[-1]
        yield last, f"return; {text_of(last)}"


def argument_dropped(node: Node) -> Iterator[tuple[Node, str]]:
    arguments = node.child_by_field_name("arguments") if node.type == "call_expression" else None
    if arguments is None or arguments.type != "arguments":
        return
    listed = [each for each in arguments.named_children if each.type != "comment"]
    if len(listed) > 1 and not HOOKS.match(text_of(node.child_by_field_name("function"))):
        yield arguments, f"({', '.join(text_of(each) for each in listed[:-1])})"


def operator_swapped(node: Node) -> Iterator[tuple[Node, str]]:
    sign = _sign(node)
    if sign is not None and text_of(sign) in SWAPPED:
        yield sign, SWAPPED[text_of(sign)]


def off_by_one(node: Node) -> Iterator[tuple[Node, str]]:
    sign = _sign(node)
    if sign is not None and text_of(sign) in BOUNDS:
        yield sign, BOUNDS[text_of(sign)]
    elif node.type == "number" and re.fullmatch(r"\d[\d_]*", text_of(node)):
        yield node, str(int(text_of(node).replace("_", "")) + 1)


def await_removed(node: Node) -> Iterator[tuple[Node, str]]:
    if node.type == "await_expression":
        yield node, text_of(node.named_children[0])


def state_not_set(node: Node) -> Iterator[tuple[Node, str]]:
    """A call that sets a state, or an assignment to a property, is left out."""
    if node.type == "expression_statement":
        inner = node.named_children[0]
        if _calls(inner, SETTERS) or _sets_a_property(inner):
            yield node, ";"
    elif node.type == "arrow_function":
        inner_body = node.child_by_field_name("body")
        if inner_body is not None and _calls(inner_body, SETTERS):
            yield inner_body, "undefined"


def _sets_a_property(node: Node) -> bool:
    left = node.child_by_field_name("left") if node.type == "assignment_expression" else None
    return left is not None and left.type == "member_expression"


def clean_up_dropped(node: Node) -> Iterator[tuple[Node, str]]:
    """An effect gives no function back that cleans up, or a call that cleans up is left out."""
    if node.type == "expression_statement" and _calls(node.named_children[0], CLEANERS):
        yield node, ";"
    if node.type != "call_expression" or not _calls(node, EFFECTS):
        return
    effect = _first_argument(node)
    body = effect.child_by_field_name("body") if effect is not None else None
    if body is None:
        return
    for statement in _statements(body):
        if statement.type == "return_statement" and statement.named_children:
            yield statement, "return;"


def _first_argument(call: Node) -> Node | None:
    arguments = call.child_by_field_name("arguments")
    return arguments.named_children[0] if arguments and arguments.named_children else None


def wrong_default(node: Node) -> Iterator[tuple[Node, str]]:
    value = _default(node)
    if value is not None and _other(value):
        yield value, _other(value)


def _default(node: Node) -> Node | None:
    """The value that a parameter, a property, a fallback or a state starts with."""
    if node.type in ("required_parameter", "optional_parameter"):
        return node.child_by_field_name("value")
    if node.type in ("assignment_pattern", "object_assignment_pattern"):
        return node.child_by_field_name("right")
    if node.type == "binary_expression" and text_of(_sign(node)) in ("??", "||"):
        return node.child_by_field_name("right")
    if node.type == "call_expression" and _calls(node, STATES):
        return _first_argument(node)
    return None


def _other(value: Node) -> str:
    """Another value of the same type; '' where there is none."""
    text = text_of(value)
    if value.type in ("true", "false"):
        return "false" if value.type == "true" else "true"
    if value.type == "number" and text.isdigit():
        return str(int(text) + 1)
    if value.type == "string":
        return "'other'" if len(text) == 2 else "''"
    return ""


def _sign(node: Node) -> Node | None:
    return node.child_by_field_name("operator") if node.type == "binary_expression" else None


def _calls(node: Node, names: re.Pattern[str]) -> bool:
    function = node.child_by_field_name("function") if node.type == "call_expression" else None
    return function is not None and bool(names.search(text_of(function)))


def _void_body(node: Node) -> Node | None:
    """The block of a function that returns no value; None for any other node."""
    body = node.child_by_field_name("body") if node.type in FUNCTIONS else None
    if body is None or body.type != "statement_block" or _gives_back(body):
        return None
    return None if text_of(node.child_by_field_name("name")) == "constructor" else body


def _gives_back(body: Node) -> bool:
    waiting = list(body.named_children)
    while waiting:
        node = waiting.pop()
        if node.type == "return_statement" and node.named_children:
            return True
        if node.type not in FUNCTIONS:
            waiting.extend(node.named_children)
    return False


def _statements(body: Node) -> list[Node]:
    return [each for each in body.named_children if each.type != "comment"]


OPERATORS: dict[str, Operator] = {
    "handler emptied": handler_emptied,
    "condition negated": condition_negated,
    "early return": early_return,
    "argument dropped": argument_dropped,
    "operator swapped": operator_swapped,
    "off by one": off_by_one,
    "await removed": await_removed,
    "state not set": state_not_set,
    "effect without clean-up": clean_up_dropped,
    "wrong default": wrong_default,
}
