"""A dialogue to read: its transcript as steps.

Text that stands elsewhere on the same page, byte for byte, is named instead of repeated.
Nothing else is left out.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from assay.records.pipeline import Dialogue, Prompt
from assay.records.untyped import JsonObject, Message, ToolArguments

SERVED = "the file as it stands among the prompt's files"
WRITTEN = "the file as it stands among the files delivered"


@dataclass
class ToolCallView:
    """One call; `body`: what it writes; `…_elsewhere`: the place of a text not repeated."""

    name: str
    arguments: str
    body: str = ""
    body_elsewhere: str = ""
    result: str = ""
    result_elsewhere: str = ""
    answered: bool = False


@dataclass
class TranscriptStep:
    """One message: of the model (with its turn's number and calls) or of the user."""

    role: str
    turn: int
    text: str
    calls: list[ToolCallView] = field(default_factory=list)
    thoughts: str = ""


def steps(dialogue: Dialogue, prompt: Prompt) -> list[TranscriptStep]:
    """The transcript after the prompt itself, turn by turn."""
    served = {file.path: file.content for file in prompt.files}
    written = {file.path: file.content for file in dialogue.files}
    transcript: list[TranscriptStep] = []
    turn = 0
    for message in _after_prompt(dialogue, prompt):
        role = str(message.get("role", ""))
        if role == "tool":
            _add_result(transcript, _text(message.get("content")), served)
            continue
        turn += role == "assistant"
        blocks = message.get("thinking_blocks") or ()
        texts = [message.get("reasoning_content"), *(block.get("thinking") for block in blocks)]
        step = TranscriptStep(
            role=role,
            turn=turn,
            text=_text(message.get("content")),
            calls=[_call(call, written) for call in message.get("tool_calls") or ()],
            thoughts="\n\n".join(_text(text) for text in texts if text),
        )
        transcript.append(step)
    return transcript


def _after_prompt(dialogue: Dialogue, prompt: Prompt) -> Sequence[Message]:
    head = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
    begins_so = list(dialogue.transcript[:2]) == head
    return dialogue.transcript[2:] if begins_so else dialogue.transcript


def _text(content: Any) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    return json.dumps(content, ensure_ascii=False, sort_keys=True)


def _call(call: JsonObject, written: Mapping[str, str | None]) -> ToolCallView:
    function = call.get("function") or {}
    name = str(function.get("name", ""))
    arguments = _text(function.get("arguments"))
    value = _parsed(arguments)
    if name != "write_file" or not isinstance(value.get("content"), str):
        return ToolCallView(name, arguments)
    body = value.pop("content")
    path = str(PurePosixPath(str(value.get("path")).strip()))
    others = json.dumps(value, ensure_ascii=False, sort_keys=True)
    if written.get(path) == body:
        return ToolCallView(name, others, body_elsewhere=WRITTEN)
    return ToolCallView(name, others, body)


def _parsed(arguments: str) -> ToolArguments:
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _add_result(
    transcript: list[TranscriptStep], result: str, served: Mapping[str, str | None]
) -> None:
    """Add the result to the last turn's first call without one: they come in order."""
    last = transcript[-1] if transcript else TranscriptStep("tool", 0, "")
    waiting = [call for call in last.calls if not call.answered]
    if not waiting:
        transcript.append(TranscriptStep("tool", last.turn, result))
        return
    call = waiting[0]
    call.answered = True
    if call.name == "read_file" and result and result in served.values():
        call.result_elsewhere = SERVED
    else:
        call.result = result
