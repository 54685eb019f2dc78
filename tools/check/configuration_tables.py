"""The keys of docs/configuration.md, from the classes that validate the files."""

from inspect import cleandoc
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from assay.config.judging_settings import JudgingConfig
from assay.config.params import Params
from assay.config.settings import (
    CallsConfig,
    DialogueConfig,
    JudgeConfig,
    ModelConfig,
    Price,
    Sampling,
    ScoreConfig,
    SuiteConfig,
)
from assay.content.criteria import CriterionConfig
from assay.content.datasets import DatasetConfig, Expected, PublishedClasses
from assay.content.git_source import GitSource
from assay.content.scenarios import FrontMatter
from assay.sandbox.execution_config import (
    ExecutionBounds,
    ExecutionConfig,
    MutantSeconds,
    Seconds,
)
from assay.sandbox.toolchains import ToolchainConfig
from tools.check.pages import Tables, table

SECTIONS: dict[str, type[BaseModel]] = {
    "`params.yaml`": Params,
    "`conf/model/<name>.yaml`": ModelConfig,
    "`conf/judge/<name>.yaml`": JudgeConfig,
    "`sampling` of a model or judge": Sampling,
    "`price` of a model or judge": Price,
    "`conf/suite/<name>.yaml`": SuiteConfig,
    "`conf/calls/default.yaml`": CallsConfig,
    "`conf/dialogue/default.yaml`": DialogueConfig,
    "`conf/judging/default.yaml`": JudgingConfig,
    "`conf/score/default.yaml`": ScoreConfig,
    "`conf/execution/default.yaml`": ExecutionConfig,
    "`bounds` in `conf/execution/default.yaml`": ExecutionBounds,
    "`seconds` of the bounds in `conf/execution/default.yaml`": Seconds,
    "`mutant_seconds` in `conf/execution/default.yaml`": MutantSeconds,
    "`toolchains/<name>/toolchain.yaml`": ToolchainConfig,
    "`datasets/<Name>/dataset.yaml`": DatasetConfig,
    "`source` of a data set, for a git repository": GitSource,
    "`expected` of a data set": Expected,
    "`published_classes` of a data set": PublishedClasses,
    "The front matter of `scenarios/<type>/<Scenario>.md`": FrontMatter,
    "A criterion in `criteria/<type>/<test>.yaml`": CriterionConfig,
}
WORDS: dict[Any, str] = {
    str: "text",
    float: "number",
    int: "whole number",
    bool: "true or false",
    Any: "value",
}


def tables() -> Tables:
    return {"keys": "".join(section(title, kind) for title, kind in SECTIONS.items())}


def section(title: str, kind: type[BaseModel]) -> str:
    """One class: its docstring and a row for each key."""
    rows = [
        (f"`{name}`", type_name(field.annotation), default(field))
        for name, field in kind.model_fields.items()
        if name != "name"  # a group's file does not repeat its own name
    ]
    intro = cleandoc(kind.__doc__ or "")
    return f"\n## {title}\n{intro}\n\n" + table(("key", "type", "default"), rows)


def type_name(annotation: Any) -> str:
    """A type as a reader of YAML understands it."""
    parts = [part for part in get_args(annotation) if part not in (type(None), ...)]
    origin = get_origin(annotation)
    if origin is Annotated:
        is_check = "Discriminator" in str(annotation)
        return "a check, see [checks](checks.md)" if is_check else type_name(parts[0])
    if origin is Literal:
        return ", ".join(f"`{part}`" for part in parts)
    names = list(dict.fromkeys(map(type_name, parts)))
    if origin in (list, tuple):
        return f"list of {names[0]}s"
    if origin is dict:
        return f"mapping of names to {names[-1]}{'s' if names[-1] in WORDS.values() else ''}"
    return ", ".join(names) or WORDS.get(annotation, f"`{annotation.__name__}`, see below")


def default(field: FieldInfo) -> str:
    value = field.default
    if field.is_required():
        return "required"
    if value is None or value in ("", [], {}, ()):
        return "–"
    if isinstance(value, BaseModel):
        return "nothing set"
    values = value if isinstance(value, tuple) else (str(value).lower(),)
    return ", ".join(f"`{item}`" for item in values)
