"""fingerprint: which files each stage is made of, so that only what a change affects runs.

`outputs/fingerprint/<stage>.txt` lists the files that the stage imports, directly or through
others, its configuration and its templates, each with its SHA-256 (as `sha256sum` writes it), and
the values that it takes from params.yaml. In dvc.yaml each stage depends on its list.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from stages.lib.base import paths
from stages.lib.base.config import Config
from stages.lib.base.errors import AssayError
from stages.lib.base.jsonl import write_text
from stages.lib.base.params import Params, load_params
from stages.lib.base.stage import Summary, stage
from stages.lib.base.yaml_files import read_yaml
from stages.lib.calls.ledger import take_in_all

CALLS = "calls"
"""The config group that can change no result."""
STAGES = (
    "measure",
    "render",
    "generate",
    "extract",
    "execute",
    "judge",
    "score",
    "compare",
    "validity",
    "report",
)
FROM_PARAMS = re.compile(r"\$\{params:(\w+)\}")


class FingerprintConfig(Config):
    """fingerprint needs no settings."""


@stage("fingerprint", FingerprintConfig)
def main(_: FingerprintConfig) -> Summary:
    take_in_all()  # the first stage of a run: later ones and `dvc pull` may replace the files
    params = load_params()
    for name in STAGES:
        files = closure(name)
        if name == "judge":
            files = sorted([*files, *panel_files(params)])
        write_text(paths.fingerprint(name), hashes(files) + settings(name, params))
    return Summary(items=len(STAGES), new=len(STAGES))


def panel_files(params: Params) -> list[Path]:
    """The configuration of every judge of the panel."""
    return [paths.CONF / "judge" / f"{judge}.yaml" for judge in params.panel]


def hashes(files: list[Path]) -> str:
    """A line for each file: the SHA-256 of its bytes, two spaces, its path."""
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in files]
    return "".join(lines)


def settings(name: str, params: Params) -> str:
    """A line for each value of params.yaml that the stage's configuration refers to."""
    configuration_text = (paths.CONF / f"{name}.yaml").read_text(encoding="utf-8")
    wanted = sorted(set(FROM_PARAMS.findall(configuration_text)))
    return "".join(f"# params.yaml {key}: {json.dumps(getattr(params, key))}\n" for key in wanted)


def closure(name: str) -> list[Path]:
    """Every file that can change what the stage does, sorted.

    These are its import closure (imports inside functions too), texts of a module's name beside
    the module, the templates in its folder and its configuration.
    """
    seen: set[Path] = set()
    queue = [entry(name)]
    while queue:
        path = queue.pop()
        if path not in seen and path.exists():
            seen.add(path)
            queue.extend(imported(path))
    texts = {text for path in seen if (text := path.with_suffix(".md")).exists()}
    return sorted({path for path in seen if _has_code(path)} | texts | set(_beside(name)))


def entry(name: str) -> Path:
    """The module that `python -m stages.<name>` runs."""
    package = Path("stages") / name
    return package / "__main__.py" if package.is_dir() else package.with_suffix(".py")


def _beside(name: str) -> list[Path]:
    package = Path("stages") / name
    templates = [
        path for path in package.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")
    ]
    return [*templates, paths.CONF / "base.yaml", *configuration(name)]


def configuration(name: str) -> list[Path]:
    """The stage's own file under conf/ and the default files of the groups that it composes.

    The group of calls is left out: it says how calls are made, not what they ask.
    """
    own = paths.CONF / f"{name}.yaml"
    files = [own]
    for item in read_yaml(own)["defaults"]:
        groups = item.items() if isinstance(item, dict) else ()
        for group, choice in groups:
            if choice == "default" and group != CALLS:
                files.append(paths.CONF / group / f"{choice}.yaml")
    return files


class ModuleFacts(NamedTuple):
    """The modules of stages/ that a module's text imports; whether it is more than a docstring."""

    imports: tuple[str, ...]
    has_code: bool


def imported(path: Path) -> list[Path]:
    """The modules and packages of stages/ that a file imports. AssayError if it does not parse."""
    files: list[Path] = []
    for module in _module_facts(path).imports:
        base = Path(*module.split("."))
        files += [base.with_suffix(".py"), base / "__init__.py"]
    return files


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


def _module_facts(path: Path) -> ModuleFacts:
    try:
        return _facts_of(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise AssayError(f"{path}:{error.lineno}: {error.msg}: fix the file") from error


@cache
def _facts_of(text: str) -> ModuleFacts:
    """Stages share most of their modules: each is parsed once. SyntaxError if it does not parse."""
    tree = ast.parse(text)
    modules = [module for statement in _statements(tree) for module in _modules(statement)]
    return ModuleFacts(
        imports=tuple(module for module in modules if module.startswith("stages")),
        has_code=not all(_is_constant(node) for node in tree.body),
    )


def _has_code(path: Path) -> bool:
    """Whether the file is more than a docstring: an empty __init__ cannot change a result."""
    return _module_facts(path).has_code


def _is_constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


if __name__ == "__main__":
    main()
