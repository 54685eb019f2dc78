"""The system messages of LLM judges, from the Markdown files beside this module."""

from functools import cache
from pathlib import Path


@cache
def instructions(of: str = "instructions") -> str:
    """The judge's system message; `document`: that of questions about a document."""
    return Path(__file__).with_name(f"{of}.md").read_text(encoding="utf-8").strip()
