"""Tools called by commands in the text, for models without tool calls: one JSON object a message.

`text.md` explains this to the model. Reading is more tolerant: prose, Markdown and thoughts around
the object, several objects, other names for the keys, line breaks and wrong escapes in strings, and
a file's text in a code block behind the object. What cannot be read is answered with the reason.
"""

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from stages.generate.dialogue.loose_json import LooseText, ObjectMatch, located
from stages.generate.dialogue.tools import NAMES
from stages.generate.dialogue.wire import Reading
from stages.lib.base.records import Response, ToolCall
from stages.lib.base.untyped import JsonObject, JsonSchema, Message, ToolArguments
from stages.lib.delivery.containment import MALFORMED, Refused
from stages.lib.extraction.blocks import pair_blocks
from stages.lib.extraction.lines import split_lines

_SURE_KEYS = ("command", "tool")
_NAME_KEYS = (*_SURE_KEYS, "name", "action", "function", "tool_name")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "input")
_ATTEMPT = re.compile(rf"""["'](?:{"|".join(NAMES)})["']""")
MAX_FAILURES = 500
"""Braces of one message that begin nothing; what stands behind them is not read."""
_NEAR = 300
"""Characters behind a brace in which the name of a tool makes a command of it."""
_THOUGHTS = re.compile(r"\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)
_CLOSES = re.compile(r"[ \t]*\r?\n?[ \t]*(?:`{3,}|~{3,})[ \t]*(?:\r?\n|\Z)")
_OPENS = re.compile(r"(?:`{3,}|~{3,})[^\n`]*\n\s*\Z")
_LONGEST_INFO = 100
_DEEPEST = 4
"""Objects and lists around a command: `{"tool_calls": [{"function": {…}}]}` has three."""


@cache
def instructions() -> str:
    """The part of the system message about the commands."""
    return (Path(__file__).parent / "text.md").read_text(encoding="utf-8").strip()


class Text:
    """Commands in the model's text, results in the user's messages."""

    tools: tuple[JsonSchema, ...] = ()
    reminder = (
        "There is no command in your message. Reply with one JSON object and nothing else, such "
        'as {"command": '
        '"list_files"}, or {"command": "end_task"} when the new application is complete.'
    )

    def system(self, text: str) -> str:
        return f"{text.rstrip()}\n\n{instructions()}\n"

    def read(self, response: Response, turn: int) -> Reading:
        return _Reader(_without_thoughts(response.text), turn).read()

    def as_message(self, response: Response, reading: Reading) -> Message:
        return {"role": "assistant", "content": response.text}

    def answers(self, reading: Reading, results: Sequence[str]) -> list[Message]:
        parts = [
            result if isinstance(asked, Refused) else f"Result of {asked.name}:\n{result}"
            for asked, result in zip(reading.asked, results, strict=True)
        ]
        return [{"role": "user", "content": "\n\n".join(parts)}]


class _Reader:
    """One message, read from the left. `position` is the end of what was read."""

    def __init__(self, text: str, turn: int) -> None:
        self._text = LooseText(text)
        self._turn = turn
        self._position = 0
        self._asked: list[ToolCall | Refused] = []
        self._flags: list[str] = []

    def read(self) -> Reading:
        failures = 0
        while failures < MAX_FAILURES and (found := self._text.next(self._position)):
            self._position = found.end
            failures += found.value is None
            if found.value is not None:
                self._take(found)
            elif self._is_attempt(found):
                self._asked.append(_unreadable(found))
            else:
                self._position = found.start + 1  # there may be a command inside
        if len(self._asked) > 1:
            self._flags.append("several commands")
        return Reading(tuple(self._asked), tuple(self._flags))

    def _is_attempt(self, match: ObjectMatch) -> bool:
        """Whether the brace was meant to begin a command.

        It was if a tool's name follows before any other brace.
        """
        near = self._text.text[match.start + 1 : match.start + _NEAR]
        return _ATTEMPT.search(near.partition("{")[0]) is not None

    def _take(self, match: ObjectMatch) -> None:
        commands = _commands(match.value)
        if commands and match.repaired:
            self._flags.append("invalid escapes")
        for name, value in commands:
            lacks_content = (
                name == "write_file" and isinstance(value, dict) and "content" not in value
            )
            whole = self._with_block(value, match) if lacks_content else value
            arguments = whole if isinstance(whole, str) else json.dumps(whole, ensure_ascii=False)
            known = name.encode("utf-8", "replace").decode(
                "utf-8"
            )  # JSON can spell half a character
            self._asked.append(
                ToolCall(
                    id=f"call_{self._turn}_{len(self._asked)}", name=known, arguments=arguments
                )
            )

    def _with_block(self, arguments: ToolArguments, match: ObjectMatch) -> ToolArguments:
        """The arguments, with the code block behind the object as `content`, once a message."""
        if "content in a code block" in self._flags:
            return arguments
        text = self._text.text
        start = match.end
        if _OPENS.search(
            text, max(0, match.start - _LONGEST_INFO), match.start
        ):  # the object has a block of its own
            closer = _CLOSES.match(text, start)
            start = closer.end() if closer else start
        lines = split_lines(text[start:])
        block = next(iter(pair_blocks(lines)), None)
        if block is None or block.ending != "closed":
            return arguments
        self._flags.append("content in a code block")
        self._position = start + len("".join(lines[: block.after]))
        return {**arguments, "content": "".join(lines[block.start : block.end])}


def _without_thoughts(text: str) -> str:
    """The text after the thoughts at its beginning, which some servers leave in."""
    found = _THOUGHTS.match(text)
    if found:
        return text[found.end() :]
    before, closed, after = text.partition("</think>")
    return after if closed and not _ATTEMPT.search(before) else text


def _unreadable(match: ObjectMatch) -> Refused:
    reason = located(match.error) if match.error else "too deep, or a number is too long"
    return Refused(
        MALFORMED,
        f"the command is not valid JSON: {reason}. Inside a string write "
        '\\" for a double quote, \\\\ for a backslash and \\n for a line break',
    )


def _commands(value: Any, depth: int = 0) -> list[tuple[str, Any]]:
    """The commands that an object is or contains.

    Each comes with its arguments: an object, or its JSON as a text.
    """
    inside = value if isinstance(value, list) else []
    if isinstance(value, dict):
        command = _command(value, nested=depth > 0)
        if command:
            return [command]
        inside = list(value.values())
    return (
        [command for item in inside for command in _commands(item, depth + 1)]
        if depth < _DEEPEST
        else []
    )


def _command(value: JsonObject, nested: bool) -> tuple[str, Any] | None:
    """The object as a command; None if it is none.

    Only an outermost `command` or `tool` may have a name that is no tool's.
    """
    for key in _NAME_KEYS:
        name = value.get(key)
        if isinstance(name, str) and (name in NAMES or (key in _SURE_KEYS and not nested)):
            return name, _arguments(value, key)
    if len(value) == 1:
        ((name, given),) = value.items()
        if name in NAMES and isinstance(given, dict):
            return name, given
    return None


def _arguments(value: JsonObject, name_key: str) -> Any:
    """The arguments of a command: under a key of their own, or beside its name."""
    for key in _ARGUMENT_KEYS:
        if isinstance(value.get(key), dict | str):
            return value[key]
    return {key: item for key, item in value.items() if key != name_key}
