"""What a module of assay/ or stages/ imports, read from its text: nothing is run."""

import ast
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


def _modules(node: ast.AST) -> list[str]:
    """The dotted names that an import statement may load; none for any other node."""
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
    modules = [module for node in ast.walk(tree) for module in _modules(node)]
    own = [module for module in modules if module.startswith(("assay", "stages"))]
    return own, len(tree.body) > (ast.get_docstring(tree) is not None)
