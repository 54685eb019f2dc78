"""Tools called by commands in the text, for models without tool calls: JSON objects on own lines.

`text.md` explains this to the model. Reading is more tolerant: prose and Markdown between the
commands, other names for the keys, line breaks and wrong escapes in strings, and a file's text in a
code block behind the object. A command inside a sentence, inline code or a thought is only
mentioned: it is not carried out. What cannot be read is answered with the reason.
"""

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from assay.answers.blocks import pair_blocks
from assay.answers.containment import MALFORMED, Refused
from assay.answers.dialogue_process import CALL_AS_TEXT
from assay.answers.lines import split_lines
from assay.records.pipeline import Response, ToolCall
from assay.records.untyped import JsonSchema, Message, ToolArguments
from stages.generate.dialogue.commands import Command, commands_in
from stages.generate.dialogue.loose_json import ObjectMatch, located, next_brace, next_object
from stages.generate.dialogue.notations import hint_about, written_calls
from stages.generate.dialogue.placement import THOUGHT, Placement
from stages.generate.dialogue.tools import NAMES
from stages.generate.dialogue.wire import Reading

_ATTEMPT = re.compile(rf"""["'](?:{"|".join(NAMES)})["']""")
REMEDY = (
    'Write a command as a JSON object on a line of its own, such as {"command": "read_file", '
    '"path": "src/index.js"}.'
)
MAX_FAILURES = 500
"""Braces and thoughts of one message that are no command; what stands behind them is not read."""
_NEAR = 300
"""Characters behind a brace in which the name of a tool makes a command of it."""
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
        reading = _Reader(response.text, turn).read()
        written = () if reading.asked or reading.hint else written_calls(response.text)
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


def read_commands(text: str) -> tuple[ToolCall | Refused, ...]:
    """The commands that stand on lines of their own, and those that cannot be read."""
    return _Reader(text, turn=0).read().asked


class _Reader:
    """One message, read from the left. `position` is the end of what was read."""

    def __init__(self, text: str, turn: int) -> None:
        self._text = text
        self._placement = Placement(text)
        self._turn = turn
        self._position = 0
        self._failures = 0
        self._blocks = _blocks_of(text)
        self._is_without_text = False
        self._asked: list[ToolCall | Refused] = []
        self._mentioned: list[str] = []
        self._flags: list[str] = []

    def read(self) -> Reading:
        while found := self._next():
            self._position = found.end
            self._failures += found.value is None
            if found.value is not None:
                self._take(found)
            elif not self._is_attempt(found):
                self._position = found.start + 1  # there may be a command inside
            elif self._placement.begins_alone(found.start):
                self._asked.append(_unreadable(found))
        hints = [_about_mentioned(self._mentioned), NO_TEXT if self._is_without_text else ""]
        return Reading(tuple(self._asked), tuple(self._flags), " ".join(filter(None, hints)))

    def _next(self) -> ObjectMatch | None:
        """The next object outside of thoughts.

        A tag that ends thoughts without a beginning makes a thought of all before it.
        """
        text = self._text
        while self._failures < MAX_FAILURES:
            start = next_brace(text, self._position)
            tag = THOUGHT.search(text, self._position, len(text) if start is None else start)
            if tag is None:
                return None if start is None else next_object(text, self._position)
            self._failures += 1
            if tag[1]:
                self._asked.clear()
                self._is_without_text = False
                self._mentioned.clear()
                self._flags.clear()
                self._position = tag.end()
            else:
                self._position = _end_of_thought(text, tag.end())
            self._placement.passed(self._position, closed=True)
        return None

    def _is_attempt(self, match: ObjectMatch) -> bool:
        """Whether the brace was meant to begin a command.

        It was if a tool's name follows before any other brace.
        """
        near = self._text[match.start + 1 : match.start + _NEAR]
        return _ATTEMPT.search(near.partition("{")[0]) is not None

    def _take(self, match: ObjectMatch) -> None:
        commands = commands_in(match.value)
        if not commands:
            return
        if not self._is_given(match):
            self._mentioned += [command.name for command in commands]
            self._flags += ["command only mentioned"] * len(commands)
            return
        if match.repaired:
            self._flags.append("invalid escapes")
        self._placement.passed(match.end, closed=False)
        for command in commands:
            self._asked.append(self._call(command, match))

    def _is_given(self, match: ObjectMatch) -> bool:
        """Whether the object stands on lines of its own, so that it is meant to be carried out."""
        place = self._placement
        alone = place.begins_alone(match.start) and place.ends_alone(match.end)
        return alone or place.is_whole_message(match.start, match.end)

    def _call(self, command: Command, match: ObjectMatch) -> ToolCall:
        inputs = command.arguments
        id_ = f"call_{self._turn}_{len(self._asked)}"
        if command.name == "write_file" and isinstance(inputs, dict):
            inputs = self._with_block(inputs, match.end)
        arguments = inputs if isinstance(inputs, str) else json.dumps(inputs, ensure_ascii=False)
        return ToolCall(id=id_, name=command.name, arguments=arguments)

    def _with_block(self, inputs: ToolArguments, end: int) -> ToolArguments:
        """The arguments of `write_file`, with the code block behind it as the missing `content`."""
        if "content" in inputs or self._position > end:
            return inputs
        block = self._block_behind(end)
        if block is None:
            self._is_without_text = True
            return inputs
        self._flags.append("content in a code block")
        self._position = block.after
        self._placement.passed(block.after, closed=True)
        return {**inputs, "content": self._text[block.start : block.end]}

    def _block_behind(self, end: int) -> "_Block | None":
        """The next code block, if it closes and no other command is in it or before it.

        In a block of its own the command must be alone. `end` never decreases.
        """
        while self._blocks and self._blocks[-1].after <= end:
            self._blocks.pop()
        if self._blocks and self._blocks[-1].start <= end:
            own = self._blocks.pop()
            if self._text[end : own.end].strip():
                return None
        if not self._blocks or not self._blocks[-1].closed:
            return None
        block = self._blocks[-1]
        is_taken = _ATTEMPT.search(self._text, end, block.start) is not None
        return None if is_taken or _is_command(self._text[block.start : block.end]) else block


class _Block(NamedTuple):
    """A code block: its content `start:end`, the position `after` it, and whether it closes."""

    start: int
    end: int
    after: int
    closed: bool


def _blocks_of(text: str) -> list[_Block]:
    """The code blocks of a message, the last one first."""
    lines = split_lines(text)
    places = [0, *accumulate(map(len, lines))]
    blocks = [
        _Block(places[one.start], places[one.end], places[one.after], one.ending == "closed")
        for one in pair_blocks(lines)
    ]
    return blocks[::-1]


def _end_of_thought(text: str, start: int) -> int:
    """The end of the next tag that ends thoughts, or of the text."""
    for tag in THOUGHT.finditer(text, start):
        if tag[1]:
            return tag.end()
    return len(text)


def _is_command(content: str) -> bool:
    """Whether the text of a block is itself a command."""
    found = next_object(content.strip(), 0)
    return found is not None and found.start == 0 and bool(commands_in(found.value))


def _about_mentioned(names: Sequence[str]) -> str:
    """What the model is told of commands that it only mentioned."""
    if not names:
        return ""
    listed = ", ".join(dict.fromkeys(name[:80] for name in names))
    return (
        f"Not carried out, because it stands inside other text: {listed}. A command counts on a "
        "line of its own, outside of sentences, lists, backticks and thoughts."
    )


def _unreadable(match: ObjectMatch) -> Refused:
    reason = located(match.error) if match.error else "too deep, or a number is too long"
    return Refused(
        MALFORMED,
        f"the command is not valid JSON: {reason}. Inside a string write "
        '\\" for a double quote, \\\\ for a backslash and \\n for a line break',
    )
