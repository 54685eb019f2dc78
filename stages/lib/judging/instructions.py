"""The system message of every LLM judge.

It lies in stages/lib and not in the stage judge because the stage extract looks for its sentences
in answers.
"""

from functools import cache
from pathlib import Path


@cache
def instructions() -> str:
    """The judge's system message, from instructions.md beside this module."""
    return Path(__file__).with_suffix(".md").read_text(encoding="utf-8").strip()
