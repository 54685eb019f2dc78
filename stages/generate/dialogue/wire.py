"""What the engine needs from a way of calling tools, native or by commands in the text."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from assay.answers.containment import Refused
from assay.records.pipeline import Response, ToolCall
from assay.records.untyped import JsonSchema, Message


class Reading(NamedTuple):
    """What a message asks for, in order: calls, and calls that cannot be read.

    `flags` are counted. `hint`: what the model is told of calls that are not carried out, or ''.
    """

    asked: tuple[ToolCall | Refused, ...] = ()
    flags: tuple[str, ...] = ()
    hint: str = ""


class Wire(Protocol):
    """One way of calling tools.

    Everything depends only on the model's messages, so a replay asks the same questions.
    """

    tools: tuple[JsonSchema, ...]
    """What the request offers as tools."""
    reminder: str
    """What the model is told after a message without a call."""

    def system(self, text: str) -> str:
        """The system message."""

    def read(self, response: Response, turn: int) -> Reading:
        """What the model's message asks for. `turn` counts from 0."""

    def as_message(self, response: Response, reading: Reading) -> Message:
        """The model's message as the next request repeats it."""

    def answers(self, reading: Reading, results: Sequence[str]) -> list[Message]:
        """The messages that answer the calls: one result for each, and at least one."""
