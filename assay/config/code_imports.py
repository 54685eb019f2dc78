"""What a module of assay/ or stages/ imports, read from its text: nothing is run."""

import ast
from functools import cache
from pathlib import Path

from assay.errors import AssayError


def imported(path: Path) -> list[Path]:
    """The own modules and packages that a file imports. AssayError if it does not parse."""
    try:
        modules = _own_modules(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise AssayError(f"{path}:{error.lineno}: {error.msg}: fix the file") from error
    bases = [Path(*module.split(".")) for module in modules]
    return [file for base in bases for file in (base.with_suffix(".py"), base / "__init__.py")]


def _modules(node: ast.AST) -> list[str]:
    """The dotted names that an import statement may load; none for any other node."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


@cache
def _own_modules(text: str) -> list[str]:
    """Stages share most of their modules: each is parsed once. SyntaxError if it does not parse."""
    modules = [module for node in ast.walk(ast.parse(text)) for module in _modules(node)]
    return [module for module in modules if module.startswith(("assay", "stages"))]
