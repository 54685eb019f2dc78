"""Write docs/configuration.md from the classes that validate the configuration.

python -m tools.docs            write the page
python -m tools.docs --check    exit with 1 if the page is not current
"""

import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from stages.lib.config import (
    CallsConfig,
    DialogueConfig,
    JudgeConfig,
    JudgingConfig,
    ModelConfig,
    Price,
    Sampling,
    ScoreConfig,
    SuiteConfig,
)
from stages.lib.criteria import CriterionConfig
from stages.lib.datasets import DatasetConfig, Expected
from stages.lib.params import Params
from stages.lib.scenarios import FrontMatter

PAGE = Path("docs/configuration.md")
SECTIONS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("`params.yaml`", Params),
    ("`conf/model/<name>.yaml`", ModelConfig),
    ("`conf/judge/<name>.yaml`", JudgeConfig),
    ("`sampling` of a model or judge", Sampling),
    ("`price` of a model or judge", Price),
    ("`conf/suite/<name>.yaml`", SuiteConfig),
    ("`conf/calls/default.yaml`", CallsConfig),
    ("`conf/dialogue/default.yaml`", DialogueConfig),
    ("`conf/judging/default.yaml`", JudgingConfig),
    ("`conf/score/default.yaml`", ScoreConfig),
    ("`datasets/<Name>/dataset.yaml`", DatasetConfig),
    ("`expected` of a data set", Expected),
    ("The front matter of `scenarios/<type>/<Scenario>.md`", FrontMatter),
    ("A criterion in `criteria/<type>/<test>.yaml`", CriterionConfig),
)
HEAD = """# Configuration

Every key that a file may have, its type and its default. An unknown key or a wrong type is an error that names file and
key. This page is written by `python -m tools.docs` from the classes that validate the files; a test keeps it current.
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
    return "\n".join([f"\n## {title}", intro, "", "| key | type | default |", "|---|---|---|", *rows, ""])


def type_name(annotation: Any) -> str:
    """A type as a reader of YAML understands it."""
    text = getattr(annotation, "__name__", None) if isinstance(annotation, type) else str(annotation)
    if "Discriminator" in str(annotation):
        return "a check, see [checks](checks.md)"
    if "Literal" in str(annotation):
        return ", ".join(f"`{value}`" for value in _literals(annotation))
    plain = (text or "").replace("typing.", "").replace("Optional", "").split(", FieldInfo")[0]
    for python, yaml_word in WORDS.items():
        plain = plain.replace(python, yaml_word)
    return plain


WORDS = {
    "list[typing.Annotated[str": "list of names",
    "list[Annotated[str": "list of names",
    "list[str]": "list of texts",
    "dict[str, str]": "mapping of texts",
    "dict[str, float]": "mapping of numbers",
    "NoneType": "nothing",
    " | None": ", optional",
    "str": "text",
    "float": "number",
    "int": "whole number",
    "bool": "true or false",
    "stages.lib.config.": "",
    "stages.lib.datasets.": "",
    "stages.lib.checks.vocabulary.": "",
}


def _literals(annotation: Any) -> list[str]:
    from typing import get_args

    parts = get_args(annotation)
    if any(get_args(part) for part in parts):
        return [value for part in parts for value in (_literals(part) if get_args(part) else ["nothing"])]
    return [str(part) for part in parts]


def default(field: Any) -> str:
    if field.default is PydanticUndefined:
        return "required"
    if field.default is None or field.default in ("", [], {}):
        return "–"
    return "see below" if isinstance(field.default, BaseModel) else f"`{str(field.default).lower()}`"


def main() -> None:
    text = page()
    if "--check" in sys.argv[1:]:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == text else f"{PAGE} is not current: run python -m tools.docs")
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
