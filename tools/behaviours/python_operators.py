"""The operators for Python, by its own syntax tree."""

import ast
from collections.abc import Callable, Iterator
from itertools import accumulate

from tools.behaviours.operators import CodeChange

Place = tuple[int, int, str]
"""Start and end in bytes of the text, and what stands there instead."""

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", ">"),
    ast.Gt: (">", "<"),
    ast.LtE: ("<=", ">="),
    ast.GtE: (">=", "<="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
BOUNDS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
COMPUTED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
}


class Python:
    """A text, its tree, and where its nodes lie in bytes."""

    def __init__(self, text: str) -> None:
        self.data = text.encode()
        self.tree = ast.parse(text)
        lengths = (len(line) for line in self.data.splitlines(keepends=True))
        self._lines = [0, *accumulate(lengths)]

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._lines[node.lineno - 1] + node.col_offset
        return start, self._lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode()

    def between(self, left: ast.expr, right: ast.expr, old: str, new: str) -> Iterator[Place]:
        """The sign between two expressions, replaced."""
        start, end = self.span(left)[1], self.span(right)[0]
        at = self.data.find(old.encode(), start, end)
        if at >= 0:
            yield at, at + len(old), new


Operator = Callable[[Python, ast.AST], Iterator[Place]]


def changes(text: str) -> list[CodeChange]:
    """Every change of the text by every operator, in the order of the text."""
    try:
        python = Python(text)
    except SyntaxError:
        return []
    found = {
        CodeChange(name, *place)
        for node in _nodes(python.tree)
        for name, operator in OPERATORS.items()
        for place in operator(python, node)
    }
    return sorted(
        found, key=lambda change: (change.start, change.end, change.operator, change.text)
    )


def _nodes(root: ast.AST) -> Iterator[ast.AST]:
    """Every node, but not what stands in an f-string: Python 3.11 does not say where it stands."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.JoinedStr):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def handler_emptied(python: Python, node: ast.AST) -> Iterator[Place]:
    statements = _void_statements(node)
    if statements:
        yield python.span(statements[0])[0], python.span(statements[-1])[1], "pass"


def early_return(python: Python, node: ast.AST) -> Iterator[Place]:
    statements = _void_statements(node)
    if len(statements) > 1:
        start, end = python.span(statements[-1])
        yield start, end, "return"


def condition_negated(python: Python, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        start, end = python.span(node.test)
        yield start, end, f"not ({python.text(start, end)})"


def argument_dropped(python: Python, node: ast.AST) -> Iterator[Place]:
    """The last argument, if there are two or more."""
    if not isinstance(node, ast.Call) or len(node.args) + len(node.keywords) < 2:
        return
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    ends = sorted(python.span(value)[1] for value in values)
    yield ends[-2], ends[-1], ""


def operator_swapped(python: Python, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        old, new = COMPARED[type(node.ops[0])]
        yield from python.between(node.left, node.comparators[0], old, new)
    elif isinstance(node, ast.BoolOp):
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        yield from python.between(node.values[0], node.values[1], old, new)
    elif isinstance(node, ast.BinOp) and type(node.op) in COMPUTED:
        old, new = COMPUTED[type(node.op)]
        yield from python.between(node.left, node.right, old, new)


def off_by_one(python: Python, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        sign = COMPARED[type(node.ops[0])][0]
        if sign in BOUNDS:
            yield from python.between(node.left, node.comparators[0], sign, BOUNDS[sign])
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        start, end = python.span(node)
        yield start, end, str(node.value + 1)


def await_removed(python: Python, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Await):
        yield *python.span(node), python.text(*python.span(node.value))


def state_not_set(python: Python, node: ast.AST) -> Iterator[Place]:
    """A call whose value nobody takes, or an assignment to an attribute or a key, is left out."""
    is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    is_set = isinstance(node, ast.Assign) and isinstance(
        node.targets[0], ast.Attribute | ast.Subscript
    )
    if is_call or is_set:
        assert isinstance(node, ast.stmt)
        yield *python.span(node), "pass"


def clean_up_dropped(python: Python, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.Try) and node.finalbody:
        start, end = python.span(node.finalbody[0])[0], python.span(node.finalbody[-1])[1]
        yield start, end, "pass"


def wrong_default(python: Python, node: ast.AST) -> Iterator[Place]:
    if isinstance(node, ast.arguments):
        for value in [*node.defaults, *(each for each in node.kw_defaults if each)]:
            other = _other(value)
            if other:
                yield *python.span(value), other


def _other(value: ast.expr) -> str:
    """Another value of the same type; '' where there is none."""
    content = value.value if isinstance(value, ast.Constant) else None
    if isinstance(content, bool):
        return str(not content)
    if isinstance(content, int):
        return str(content + 1)
    if isinstance(content, str):
        return "''" if content else "'other'"
    return ""


def _void_statements(node: ast.AST) -> list[ast.stmt]:
    """The statements of a function that gives nothing back, without its docstring."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return []
    for inner in ast.walk(node):
        if isinstance(inner, ast.Return | ast.Yield | ast.YieldFrom) and inner.value is not None:
            return []
        if isinstance(inner, ast.Yield):
            return []
    return node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body


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
