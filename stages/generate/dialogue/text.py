"""Tools called by commands in the text, for models without tool calls: JSON objects on own lines.

`text.md` explains this to the model. Thoughts are left out before. A line that does not begin with
an object, or goes on behind it, is prose. What cannot be read is answered with the reason.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from assay.answers.blocks import pair_blocks
from assay.answers.containment import MALFORMED, Refused
from assay.answers.dialogue_process import CALL_AS_TEXT
from assay.answers.lines import split_lines
from assay.records.pipeline import Response, ToolCall
from assay.records.untyped import JsonObject, JsonSchema, Message, ToolArguments
from stages.generate.dialogue.loose_json import ObjectMatch, located, object_at
from stages.generate.dialogue.notations import hint_about, outside_thoughts, written_calls
from stages.generate.dialogue.tools import NAMES, Reading

_BEGINS = re.compile(r"""^[ \t\ufeff]*(?=\{\s*["'])""", re.MULTILINE)
"""A line that begins with an object."""
_REST = re.compile(r"(?:<[^<>\n]{0,80}>|[ \t])*(?:\n|\Z)")
"""Behind a command its line holds tags at most."""
_ATTEMPT = re.compile(rf"""["'](?:{"|".join(NAMES)})["']""")
_NEAR = 300
"""Characters behind a brace in which the name of a tool makes a command of it."""
_NAME_KEYS = ("command", "tool", "name")
_ARGUMENT_KEYS = ("arguments", "parameters")
MAX_FAILURES = 500
"""Objects of one message that are no command; what stands behind them is not read."""
REMEDY = (
    'Write a command as a JSON object on a line of its own, such as {"command": "read_file", '
    '"path": "src/index.js"}.'
)
NO_TEXT = (
    "A `write_file` without 'content' takes the code block right behind the command. The block "
    "must be closed by a line with the same fence, and it is not the command's own"
)


@cache
def instructions() -> str:
    """The part of the system message about the commands."""
    return (Path(__file__).parent / "text.md").read_text(encoding="utf-8").strip()


class Text:
    """Commands in the model's text, results in the user's messages."""

    tools: tuple[JsonSchema, ...] = ()
    reminder = (
        "There is no command in your message. Write a command as a JSON object on a line of its "
        'own, such as {"command": "list_files"}, or {"command": "end_task"} when the new '
        "application is complete."
    )

    def system(self, text: str) -> str:
        return f"{text.rstrip()}\n\n{instructions()}\n"

    def read(self, response: Response, turn: int) -> Reading:
        reading = _Reader(outside_thoughts(response.text), turn).read()
        written = () if reading.asked else written_calls(response.text)
        if not written:
            return reading
        return Reading(flags=(CALL_AS_TEXT,) * len(written), hint=hint_about(written, REMEDY))

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
        self._text = text
        self._turn = turn
        self._position = 0
        lines = split_lines(text)
        self._places = [0, *accumulate(map(len, lines))]
        self._blocks = pair_blocks(lines)
        self._starts = [self._places[block.start] for block in self._blocks]
        self._asked: list[ToolCall | Refused] = []
        self._flags: list[str] = []
        self._hint = ""

    def read(self) -> Reading:
        failures = 0
        while failures < MAX_FAILURES and (line := _BEGINS.search(self._text, self._position)):
            match = object_at(self._text, line.end())
            self._position = match.end
            failures += match.value is None
            if match.value is not None:
                self._take(match, match.value)
            elif self._is_attempt(match.start):
                self._asked.append(_unreadable(match))
            else:
                self._position = match.start + 1
        return Reading(tuple(self._asked), tuple(self._flags), self._hint)

    def _is_attempt(self, start: int) -> bool:
        """Whether the brace was meant to begin a command: a tool's name is near."""
        near = self._text[start + 1 : start + _NEAR]
        return _ATTEMPT.search(near.partition("{")[0]) is not None

    def _take(self, match: ObjectMatch, value: JsonObject) -> None:
        key = next((key for key in _NAME_KEYS if _is_name(value.get(key), key)), None)
        if key is None or not _REST.match(self._text, match.end):
            return
        if match.repaired:
            self._flags.append("invalid escapes")
        name, inputs = value[key], _arguments(value, key)
        if name == "write_file" and isinstance(inputs, dict) and "content" not in inputs:
            inputs = self._with_block(inputs)
        arguments = inputs if isinstance(inputs, str) else json.dumps(inputs, ensure_ascii=False)
        # JSON can spell halves of characters, which no file may hold
        name = name.encode("utf-8", "replace").decode("utf-8")
        id_ = f"call_{self._turn}_{len(self._asked)}"
        self._asked.append(ToolCall(id=id_, name=name, arguments=arguments))

    def _with_block(self, inputs: ToolArguments) -> ToolArguments:
        """The arguments with the next code block as their content, if it closes.

        No other command may stand before it or begin it.
        """
        number = bisect_right(self._starts, self._position)
        if number < len(self._blocks) and self._blocks[number].ending == "closed":
            block = self._blocks[number]
            start, end = self._places[block.start], self._places[block.end]
            if _ATTEMPT.search(self._text, self._position, self._places[block.start + 1]) is None:
                self._flags.append("content in a code block")
                self._position = self._places[block.after]
                return {**inputs, "content": self._text[start:end]}
        self._hint = NO_TEXT
        return inputs


def _is_name(value: Any, key: str) -> bool:
    """Whether it names a tool; a `command` may name one that is not there."""
    return isinstance(value, str) and (value in NAMES or key == _NAME_KEYS[0])


def _arguments(value: JsonObject, name_key: str) -> Any:
    """The arguments of a command: under a key of their own, or beside its name."""
    for key in _ARGUMENT_KEYS:
        if isinstance(value.get(key), dict | str):
            return value[key]
    return {key: item for key, item in value.items() if key != name_key}


def _unreadable(match: ObjectMatch) -> Refused:
    reason = located(match.error) if match.error else "too deep, or a number is too long"
    return Refused(
        MALFORMED,
        f"the command is not valid JSON: {reason}. Inside a string write "
        '\\" for a double quote, \\\\ for a backslash and \\n for a line break',
    )
