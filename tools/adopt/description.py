"""Writes what was adopted into a dataset.yaml, and leaves every other line as it is."""

import json
import re
from pathlib import Path

from stages.lib.content.git_source import GitSource

SOURCE = re.compile(r"^source:[^\n]*(?:\n|\Z)(?:\n*[ \t]+[^\n]*(?:\n|\Z))*", re.MULTILINE)
"""The key with its value, which may go on in indented lines."""


def source_block(source: GitSource) -> str:
    """The key `source` as YAML."""
    values = source.model_dump(exclude_none=True)
    lines = [f"  {key}: {_quoted(value)}\n" for key, value in values.items()]
    return "source:\n" + "".join(lines)


def write_source(path: Path, source: GitSource) -> None:
    """Replace the key `source` of the dataset.yaml."""
    text = path.read_text(encoding="utf-8")
    block = source_block(source)
    path.write_text(SOURCE.sub(lambda _: block, text, count=1), encoding="utf-8")


def _quoted(value: str) -> str:
    """Quoted where YAML would read something else than a text, such as 1.0."""
    is_plain = re.fullmatch(r"[A-Za-z/.][\w./:@+-]*", value) and not value.endswith(":")
    is_word = value.lower() in {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}
    return value if is_plain and not is_word else json.dumps(value)
