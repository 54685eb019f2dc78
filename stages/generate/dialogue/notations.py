"""Calls that a model writes into its text, in the notation that its vendor trained.

A server whose parser does not fit the model leaves such calls in the text. They are recognised,
counted and answered with a hint, and never carried out.
"""

import re
from collections.abc import Sequence

from stages.generate.dialogue.tools import NAMES

_THOUGHT = re.compile(
    r"[<\[◁](/?)(?:think|thinking|thoughts?|reasoning|scratchpad)(?:[>▷]|\](?!\())", re.IGNORECASE
)
"""A tag that begins thoughts, or with a `/` ends them. A Markdown link is none."""
_TOOL = "|".join(NAMES)
_MARKS = (
    r"<\|tool_call\|>",  # Granite
    r"<\|tool_call(?:s_section)?_begin\|>",  # Kimi
    r"<[｜|]tool[▁_]calls?[▁_]begin[｜|]>",  # DeepSeek
    r"<tool_call>",  # Hermes, Qwen or GLM
    r"<function=[\w.-]+>|<\|python_tag\|>",  # Llama or Qwen Coder
    r"\[TOOL_CALLS\]",  # Mistral
    r"\bfunctools\s*\[",  # Phi
    r"<(?:\w+:)?invoke\s+name\s*=",  # Claude
    r"^[ \t]*`{3,}tool_code\b",  # Gemini
    r"\bto=functions\.",  # gpt-oss
    r"<\|START_ACTION\|>",  # Command R
    rf"^[ \t]*\[?(?:print\()?(?:default_api\.|functions\.)?(?={_TOOL})\w+\(",  # Python
    rf'^[ \t]*\{{\s*"(?:command|tool|name|tool_calls)"[^\n]{{0,80}}?"(?:{_TOOL})"',  # JSON
)
"""What begins a call."""
_BEGINS = re.compile("|".join(_MARKS), re.MULTILINE)
_NAMED = re.compile(rf"\b(?:{_TOOL})\b")
_NEAR = 300
"""Characters from the beginning of a call in which its tool is named."""
_INLINE = re.compile(r"(?<!`)`[^`\n]+`(?!`)")


def written_calls(text: str) -> tuple[str, ...]:
    """The calls in vendors' notations, outside of thoughts and inline code.

    By their tools; '' for one that names none.
    """
    text = _INLINE.sub("", outside_thoughts(text))
    tools: list[str] = []
    behind = 0
    for begin in _BEGINS.finditer(text):
        if begin.start() >= behind:
            named = _NAMED.search(text, begin.start(), begin.start() + _NEAR)
            behind = named.end() if named else begin.end()
            tools.append(named[0] if named else "")
    return tuple(tools)


def outside_thoughts(text: str) -> str:
    """The text without thoughts: blocks, all before an end alone, all behind a beginning alone."""
    parts: list[str] = []
    start = 0
    is_thought = False
    for tag in _THOUGHT.finditer(text):
        if tag[1] and not is_thought:
            parts.clear()
        elif not tag[1] and not is_thought:
            parts.append(text[start : tag.start()])
        is_thought = not tag[1]
        start = tag.end()
    return "".join(parts) + ("" if is_thought else text[start:])


def hint_about(calls: Sequence[str], remedy: str) -> str:
    """What the model is told of its calls in the text."""
    tools = ", ".join(dict.fromkeys(filter(None, calls)))
    named = f": {tools}" if tools else ""
    return f"Not carried out, because it is written as text{named}. {remedy}"
