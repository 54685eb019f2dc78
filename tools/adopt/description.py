"""Writes what was adopted into the text of a dataset.yaml, and leaves every other line as it is."""

import re

import yaml

from assay.content.git_source import GitSource

SOURCE = re.compile(r"^source:[^\n]*(?:\n|\Z)(?:\n*[ \t]+[^\n]*(?:\n|\Z))*", re.MULTILINE)
"""The key with its value, which may go on in indented lines."""


def source_block(source: GitSource) -> str:
    """The key `source` as YAML."""
    values = source.model_dump(exclude_none=True)
    return yaml.safe_dump({"source": values}, sort_keys=False, allow_unicode=True)


def with_source(text: str, source: GitSource) -> str:
    """The dataset.yaml with this value of the key `source`."""
    block = source_block(source)
    return SOURCE.sub(lambda _: block, text, count=1)
