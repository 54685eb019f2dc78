"""What every LLM judge is told first. Here and not in the judge's stage, for extract looks for it in answers."""

from functools import cache
from pathlib import Path


@cache
def instructions() -> str:
    """The judge's system message, from judge_instructions.md beside this module."""
    return Path(__file__).with_suffix(".md").read_text(encoding="utf-8").strip()
