"""Files as Markdown, for models and judges."""

import re
from pathlib import Path

from assay.records.pipeline import SourceFile

BYTES_PER_TOKEN = 4
"""The usual rough rate for code and English; only for estimates, never for accounting."""


def presented(files: tuple[SourceFile, ...]) -> str:
    """The files as Markdown, each below its path and unchanged in a fence that fits it."""
    return "\n".join(_presented(file) for file in files)


def _presented(file: SourceFile) -> str:
    if file.content is None:
        return f"### {file.path}\n(binary file, not shown)\n"
    longest = max(map(len, re.findall("`+", file.content)), default=0)
    fence = "`" * max(3, longest + 1)
    language = Path(file.path).suffix.removeprefix(".")
    end = "" if file.content.endswith("\n") else "\n"
    return f"### {file.path}\n{fence}{language}\n{file.content}{end}{fence}\n"
