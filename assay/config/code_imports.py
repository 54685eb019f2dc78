"""What a module of assay/ or stages/ imports, read from its text: nothing is run."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from assay.errors import AssayError


def imported(path: Path) -> list[Path]:
    """The own modules and packages that a file imports. AssayError if it does not parse."""
    files: list[Path] = []
    for module in _module_facts(path)[0]:
        base = Path(*module.split("."))
        files += [base.with_suffix(".py"), base / "__init__.py"]
    return files


def has_code(path: Path) -> bool:
    """Whether the file is more than a docstring: an empty __init__ cannot change a result."""
    return _module_facts(path)[1]


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Every statement below the node. Expressions, which are most of a tree, hold none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, ast.expr):
            yield from _statements(child)


def _modules(node: ast.stmt) -> list[str]:
    """The dotted names that an import statement may load; none for any other statement."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def _module_facts(path: Path) -> tuple[list[str], bool]:
    """The own modules that a file imports, and whether it is more than a docstring."""
    try:
        return _facts_of(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise AssayError(f"{path}:{error.lineno}: {error.msg}: fix the file") from error


@cache
def _facts_of(text: str) -> tuple[list[str], bool]:
    """Stages share most of their modules: each is parsed once. SyntaxError if it does not parse."""
    tree = ast.parse(text)
    modules = [module for statement in _statements(tree) for module in _modules(statement)]
    own = [module for module in modules if module.startswith(("assay", "stages"))]
    return own, len(tree.body) > (ast.get_docstring(tree) is not None)
