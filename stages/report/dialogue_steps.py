"""A dialogue to read: its transcript as steps.

Text that stands elsewhere on the same page, byte for byte, is named instead of repeated.
Nothing else is left out.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from assay.records.pipeline import Dialogue, Prompt
from assay.records.untyped import JsonObject, ToolArguments

SERVED = "the file as it stands among the prompt's files"
WRITTEN = "the file as it stands among the files delivered"


class ToolCallView(NamedTuple):
    """One call; `body`: what it writes; `…_elsewhere`: the place of a text not repeated."""

    name: str
    arguments: str
    body: str
    body_elsewhere: str
    result: str
    result_elsewhere: str


class TranscriptStep(NamedTuple):
    """One message: of the model (with its turn's number and calls) or of the user."""

    role: str
    turn: int
    text: str
    calls: Sequence[ToolCallView]
    thoughts: str


def steps(dialogue: Dialogue, prompt: Prompt) -> list[TranscriptStep]:
    """The transcript after the prompt's two messages, turn by turn.

    As generate writes it, the results of a message's calls stand right behind it, in their order.
    """
    served = {file.content for file in prompt.files}
    written = {file.path: file.content for file in dialogue.files}
    transcript: list[TranscriptStep] = []
    turn = 0
    messages = iter(dialogue.transcript[2:])
    for message in messages:
        turn += message["role"] == "assistant"
        blocks = message.get("thinking_blocks") or ()
        texts = [message.get("reasoning_content"), *(block.get("thinking") for block in blocks)]
        calls = []
        for call in message.get("tool_calls", ()):
            result = next(messages)["content"]
            calls.append(_call(call["function"], result, served, written))
        step = TranscriptStep(
            role=message["role"],
            turn=turn,
            text=message["content"] or "",
            calls=calls,
            thoughts="\n\n".join(str(text) for text in texts if text),
        )
        transcript.append(step)
    return transcript


def _call(
    function: JsonObject,
    result: str,
    served: Collection[str | None],
    written: Mapping[str, str | None],
) -> ToolCallView:
    name, arguments = function["name"], function["arguments"]
    value = _parsed(arguments)
    body = body_elsewhere = result_elsewhere = ""
    if name == "write_file" and isinstance(value.get("content"), str):
        body = value.pop("content")
        path = str(PurePosixPath(str(value.get("path")).strip()))
        arguments = json.dumps(value, ensure_ascii=False, sort_keys=True)
        if written.get(path) == body:
            body, body_elsewhere = "", WRITTEN
    if name == "read_file" and result and result in served:
        result, result_elsewhere = "", SERVED
    return ToolCallView(name, arguments, body, body_elsewhere, result, result_elsewhere)


def _parsed(arguments: str) -> ToolArguments:
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
