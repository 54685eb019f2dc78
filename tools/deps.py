"""The files of stages/ that a stage imports, directly or through others: what its deps in dvc.yaml must cover.

python -m tools.deps            print the list of each stage; a folder that is listed whole may stand for its files
"""

import ast
from pathlib import Path

STAGES = ("measure", "render", "generate", "extract", "judge", "score", "compare", "report")


def entry(stage: str) -> Path:
    """The module that `python -m stages.<stage>` runs."""
    package = Path("stages") / stage
    return package / "__main__.py" if package.is_dir() else package.with_suffix(".py")


def closure(stage: str) -> list[str]:
    """Every file of stages/ in the stage's import closure that has code, sorted, also imports inside functions."""
    seen: set[Path] = set()
    queue = [entry(stage)]
    while queue:
        path = queue.pop()
        if path in seen or not path.exists():
            continue
        seen.add(path)
        queue.extend(_imported(path))
    return sorted(path.as_posix() for path in seen if _has_code(path))


def _imported(path: Path) -> list[Path]:
    found: list[Path] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for module in modules:
            if module.startswith("stages"):
                base = Path(*module.split("."))
                found += [base.with_suffix(".py"), base / "__init__.py"]
    return found


def _has_code(path: Path) -> bool:
    """Whether the file is more than a docstring: an empty __init__ cannot change a result."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return any(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in body)


if __name__ == "__main__":
    for name in STAGES:
        print(name, *(f"      - {path}" for path in closure(name)), sep="\n")
