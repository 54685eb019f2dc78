"""code: which files each stage is made of, so that a change runs again the stages that it affects and no others.

`outputs/code/<stage>.txt` lists the files that the stage imports, directly or through others, its configuration and
its templates, each with its SHA-256 (as `sha256sum` writes it), and the values that it takes from params.yaml. In
dvc.yaml each stage depends on its list.
"""

import ast
import json
import re
from hashlib import sha256
from pathlib import Path

from stages.lib.base import paths
from stages.lib.base.config import Config, read_yaml
from stages.lib.base.errors import AssayError
from stages.lib.base.jsonl import write_text
from stages.lib.base.params import Params, load_params
from stages.lib.base.stage import Summary, stage

CALLS = "calls"
"""The config group that can change no result."""
STAGES = (
    "measure",
    "render",
    "generate",
    "extract",
    "judge",
    "score",
    "compare",
    "validity",
    "report",
)
FROM_PARAMS = re.compile(r"\$\{params:(\w+)\}")


class CodeConfig(Config):
    """code needs no settings."""


@stage("code", CodeConfig)
def main(_: CodeConfig) -> Summary:
    params = load_params()
    for name in STAGES:
        panel = (
            [paths.CONF / "judge" / f"{judge}.yaml" for judge in params.panel]
            if name == "judge"
            else []
        )
        write_text(
            paths.code(name), listed(sorted([*closure(name), *panel])) + settings(name, params)
        )
    return Summary(items=len(STAGES), new=len(STAGES))


def listed(files: list[Path]) -> str:
    """A line for each file: the SHA-256 of its bytes, two spaces, its path."""
    return "".join(
        f"{sha256(path.read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in files
    )


def settings(name: str, params: Params) -> str:
    """A line for each value of params.yaml that the stage's configuration refers to."""
    wanted = sorted(
        set(FROM_PARAMS.findall((paths.CONF / f"{name}.yaml").read_text(encoding="utf-8")))
    )
    return "".join(f"# params.yaml {key}: {json.dumps(getattr(params, key))}\n" for key in wanted)


def closure(name: str) -> list[Path]:
    """Every file that can change what the stage does, sorted: its import closure (also imports inside functions), texts
    of a module's name beside it, the templates in its folder, its configuration."""
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
    """The stage's own file under conf/ and those of the groups that it always composes, but for how calls are made."""
    own = paths.CONF / f"{name}.yaml"
    composed = [item for item in read_yaml(own)["defaults"] if isinstance(item, dict)]
    chosen = [
        (group, choice)
        for item in composed
        for group, choice in item.items()
        if choice == "default"
    ]
    return [
        own,
        *(paths.CONF / group / f"{choice}.yaml" for group, choice in chosen if group != CALLS),
    ]


def imported(path: Path) -> list[Path]:
    """The modules and packages of stages/ that a file imports. AssayError if it does not parse."""
    found: list[Path] = []
    for node in ast.walk(_parsed(path)):
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


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise AssayError(f"{path}:{error.lineno}: {error.msg}: mend the file") from error


def _has_code(path: Path) -> bool:
    """Whether the file is more than a docstring: an empty __init__ cannot change a result."""
    body = _parsed(path).body
    return any(
        not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in body
    )


if __name__ == "__main__":
    main()
