"""Write the generated pages of docs/: configuration, catalogue and validity.

python -m tools.docs            write the pages
python -m tools.docs --check    exit with 1 if one of them is not current
"""

import sys
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from assay.config.params import Params
from assay.config.settings import (
    CallsConfig,
    DialogueConfig,
    JudgeConfig,
    JudgingConfig,
    Limits,
    ModelConfig,
    Price,
    Sampling,
    ScoreConfig,
    SuiteConfig,
)
from assay.content.criteria import CriterionConfig
from assay.content.datasets import DatasetConfig, Expected, Framework, PublishedClasses
from assay.content.git_source import GitSource
from assay.content.scenarios import FrontMatter
from assay.sandbox.execution_config import ExecutionBounds, ExecutionConfig, Seconds
from assay.sandbox.toolchains import ToolchainConfig
from tools import catalogue, validity

PAGE = Path("docs/configuration.md")
SECTIONS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("`params.yaml`", Params),
    ("`conf/model/<name>.yaml`", ModelConfig),
    ("`conf/judge/<name>.yaml`", JudgeConfig),
    ("`sampling` of a model or judge", Sampling),
    ("`price` of a model or judge", Price),
    ("`conf/suite/<name>.yaml`", SuiteConfig),
    ("`conf/calls/default.yaml`", CallsConfig),
    ("`limits` of a key in `conf/calls/default.yaml`", Limits),
    ("`conf/dialogue/default.yaml`", DialogueConfig),
    ("`conf/judging/default.yaml`", JudgingConfig),
    ("`conf/score/default.yaml`", ScoreConfig),
    ("`conf/execution/default.yaml`", ExecutionConfig),
    ("`bounds` in `conf/execution/default.yaml`", ExecutionBounds),
    ("`seconds` of the bounds in `conf/execution/default.yaml`", Seconds),
    ("`toolchains/<name>/toolchain.yaml`", ToolchainConfig),
    ("`datasets/<Name>/dataset.yaml`", DatasetConfig),
    ("`source` of a data set, for a git repository", GitSource),
    ("`expected` of a data set", Expected),
    ("`framework` of a data set", Framework),
    ("`published_classes` of a data set", PublishedClasses),
    ("The front matter of `scenarios/<type>/<Scenario>.md`", FrontMatter),
    ("A criterion in `criteria/<type>/<test>.yaml`", CriterionConfig),
)
HEAD = """# Configuration

Every key that a file may have, with its type and its default. An unknown key or a wrong type is an
error that names file and key. `python -m tools.docs` writes this page from the classes that
validate the files; a test keeps it current.
"""


def page() -> str:
    return HEAD + "".join(section(title, kind) for title, kind in SECTIONS)


def section(title: str, kind: type[BaseModel]) -> str:
    """One class: its docstring and a row for each key."""
    rows = [
        f"| `{name}` | {type_name(field.annotation)} | {default(field)} |"
        for name, field in kind.model_fields.items()
        if name != "name"  # a group's file does not repeat its own name
    ]
    intro = "\n".join(line.strip() for line in (kind.__doc__ or "").strip().splitlines())
    return "\n".join(
        [f"\n## {title}", intro, "", "| key | type | default |", "|---|---|---|", *rows, ""]
    )


def type_name(annotation: Any) -> str:
    """A type as a reader of YAML understands it."""
    parts = _parts(annotation)
    origin = get_origin(annotation)
    if origin is Annotated:
        is_check = "Discriminator" in str(annotation)
        return "a check, see [checks](checks.md)" if is_check else type_name(parts[0])
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    if origin in (Union, UnionType):
        return ", ".join(dict.fromkeys(type_name(part) for part in parts))
    if origin in (list, tuple):
        return f"list of {WORDS.get(_plain(parts[0]), type_name(parts[0]))}s"
    if origin is dict:
        return f"mapping of names to {_values_name(parts[1])}"
    return WORDS.get(annotation) or f"`{annotation.__name__}`, see below"


def _parts(annotation: Any) -> list[Any]:
    """The types that a type is made of, without None."""
    return [part for part in get_args(annotation) if part is not type(None)]


def _values_name(annotation: Any) -> str:
    plural = "s" if _plain(annotation) in WORDS else ""
    return f"{type_name(annotation)}{plural}"


def _plain(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


WORDS: dict[Any, str] = {
    str: "text",
    float: "number",
    int: "whole number",
    bool: "true or false",
    Any: "value",
}


def default(field: Any) -> str:
    if field.default is PydanticUndefined:
        return "required"
    if field.default is None or field.default in ("", [], {}, ()):
        return "–"
    if isinstance(field.default, tuple):
        return ", ".join(f"`{item}`" for item in field.default)
    return (
        "nothing set" if isinstance(field.default, BaseModel) else f"`{str(field.default).lower()}`"
    )


def main() -> None:
    for path, text in {
        PAGE: page(),
        catalogue.PAGE: catalogue.page(),
        validity.PAGE: validity.page(),
    }.items():
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is not current: run python -m tools.docs")


if __name__ == "__main__":
    main()
