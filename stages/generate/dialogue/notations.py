"""Calls that a model writes into its text, in the notation that its vendor trained.

A server whose parser does not fit the model leaves such calls in the text. They are recognised,
counted and answered with a hint, and never carried out.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from stages.generate.dialogue.placement import THOUGHT
from stages.generate.dialogue.tools import NAMES

_TOOL = "|".join(NAMES)
_MARKS: Mapping[str, str] = {
    "Granite": r"<\|tool_call\|>",
    "Kimi": r"<\|tool_call(?:s_section)?_begin\|>",
    "DeepSeek": r"<[｜|]tool[▁_]calls?[▁_]begin[｜|]>",
    "Hermes, Qwen or GLM": r"<tool_call>",
    "Llama or Qwen Coder": r"<function=[\w.-]+>|<\|python_tag\|>",
    "Mistral": r"\[TOOL_CALLS\]",
    "Phi": r"\bfunctools\s*\[",
    "Claude": r"<(?:\w+:)?invoke\s+name\s*=",
    "Gemini": r"^[ \t]*`{3,}tool_code\b",
    "gpt-oss": r"\bto=functions\.",
    "Command R": r"<\|START_ACTION\|>",
    "Python": rf"^[ \t]*\[?(?:print\()?(?:default_api\.|functions\.)?(?={_TOOL})\w+\(",
}
"""What begins a call, by whose notation it is."""
_BEGINS = re.compile("|".join(f"({mark})" for mark in _MARKS.values()), re.MULTILINE)
_NAMED = re.compile(rf"\b(?:{_TOOL})\b")
_NEAR = 300
"""Characters from the beginning of a call in which its tool is named."""
_INLINE = re.compile(r"(?<!`)`[^`\n]+`(?!`)")


class WrittenCall(NamedTuple):
    """A call in the text: whose notation it is, and its tool ('' if it is not named)."""

    notation: str
    tool: str


def written_calls(text: str) -> tuple[WrittenCall, ...]:
    """The calls in vendors' notations, outside of thoughts and inline code."""
    return tuple(_calls(_INLINE.sub("", outside_thoughts(text))))


def _calls(text: str) -> Iterator[WrittenCall]:
    names = tuple(_MARKS)
    behind = 0
    for begin in _BEGINS.finditer(text):
        if begin.start() < behind:
            continue
        named = _NAMED.search(text, begin.start(), begin.start() + _NEAR)
        behind = named.end() if named else begin.end()
        yield WrittenCall(names[(begin.lastindex or 1) - 1], named[0] if named else "")


def outside_thoughts(text: str) -> str:
    """The text without thoughts: blocks, all before an end alone, all behind a beginning alone."""
    parts: list[str] = []
    start = 0
    is_thought = False
    for tag in THOUGHT.finditer(text):
        if tag[1] and not is_thought:
            parts.clear()
        elif not tag[1] and not is_thought:
            parts.append(text[start : tag.start()])
        is_thought = not tag[1]
        start = tag.end()
    return "".join(parts) + ("" if is_thought else text[start:])


def hint_about(calls: tuple[WrittenCall, ...], remedy: str) -> str:
    """What the model is told of its calls in the text."""
    tools = ", ".join(dict.fromkeys(call.tool for call in calls if call.tool))
    notations = ", ".join(dict.fromkeys(call.notation for call in calls))
    return (
        f"Not carried out, because it is written as text (notation: {notations})"
        f"{f': {tools}' if tools else ''}. {remedy}"
    )
