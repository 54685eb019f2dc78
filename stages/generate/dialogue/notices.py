"""What is noticed about a `write_file` whose content is not where it belongs."""

import json
import re
from collections.abc import Iterable

from assay.records.pipeline import ToolCall

FENCES = ("```", "~~~")
FENCED_CONTENT = (
    "the content begins with a Markdown fence, which is now a part of the file. If it is not meant "
    "to be, write the file again without the fences"
)
SAME_BLOCK = (
    "the text behind the command stands in the command's own code block. Close the block after the "
    "command, and put the file into a code block of its own"
)
NOT_CLOSED = "the code block behind the command is not closed by a line with the same fence"
BEFORE = "there is a code block before the command. A code block counts only right behind it"
NO_BLOCK = "the text behind the command is not in a code block"
NOT_USED = (
    "the code block behind the command is not used, because the command has a 'content' of its own"
)
NATIVE = (
    "your message has a code block, but a file is written by the argument 'content' alone. Pass "
    "the whole text of the file there, without fences"
)
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})", re.MULTILINE)
_CLOSER = re.compile(r"\s*(?:`{3,}|~{3,})[ \t]*(?:\n|\Z)")
_BARE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[ \t]*$", re.MULTILINE)


def noticed(text: str) -> str:
    """The notice as it stands behind a result."""
    return f"\n(Noticed: {text}.)"


def has_fence(text: str) -> bool:
    """Whether a line begins with a fence."""
    return _FENCE.search(text) is not None


def about_missing_block(before: str, behind: str) -> str:
    """Why a command without content has no code block to take it from; '' if nothing is there.

    `before` and `behind` are the texts between the command and the commands beside it.
    """
    if _has_block(behind):
        return ""
    if has_fence(behind):
        return NOT_CLOSED
    closer = _CLOSER.match(before)  # of the block of the command before
    if _has_block(before[closer.end() :] if closer else before):
        return BEFORE
    return NO_BLOCK if behind.strip() else ""


def _has_block(text: str) -> bool:
    """Whether a fence is followed by one without an info string."""
    opener = _FENCE.search(text)
    return opener is not None and _BARE.search(text, opener.end()) is not None


def about_native_calls(text: str, calls: Iterable[ToolCall]) -> dict[str, str]:
    """What is noticed about the calls of a message with this text, by the ids of the calls."""
    if not has_fence(text):
        return {}
    return {call.id: NATIVE for call in calls if call.name == "write_file" and _lacks(call)}


def _lacks(call: ToolCall) -> bool:
    """Whether the call can be read and has no content."""
    try:
        value = json.loads(call.arguments or "{}")
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and not value.get("content")
