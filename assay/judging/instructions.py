"""The system message of every LLM judge.

It is in the library because the stage extract searches answers for its sentences.
"""

from functools import cache
from pathlib import Path


@cache
def instructions() -> str:
    """The judge's system message, from instructions.md beside this module."""
    return Path(__file__).with_suffix(".md").read_text(encoding="utf-8").strip()
