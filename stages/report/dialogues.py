"""A dialogue's transcript as steps to read: what the model said, what it called, what the tools answered.

Text that stands elsewhere in the same section, byte for byte, is named instead of repeated; nothing else is left out.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from stages.lib.base.records import Dialogue, Prompt

SERVED = "the file as it stands among the prompt's files"
WRITTEN = "the file as it stands among the files delivered"


@dataclass
class Call:
    """One tool call. `body` is what it writes; an `…_elsewhere` names the place of a text that is not repeated."""

    name: str
    arguments: str
    body: str = ""
    body_elsewhere: str = ""
    result: str = ""
    result_elsewhere: str = ""
    answered: bool = False


@dataclass
class Step:
    """One message: of the model (with its turn's number and calls) or of the user."""

    role: str
    turn: int
    text: str
    calls: list[Call] = field(default_factory=list)
    thoughts: str = ""


def steps(dialogue: Dialogue, prompt: Prompt) -> list[Step]:
    """The transcript after the prompt itself, turn by turn."""
    served = {file.path: file.content for file in prompt.files}
    written = {file.path: file.content for file in dialogue.files}
    found: list[Step] = []
    turn = 0
    for message in _after_prompt(dialogue, prompt):
        if message.get("role") == "tool":
            _answer(found, _text(message.get("content")), served)
            continue
        turn += message.get("role") == "assistant"
        calls = [_call(call, written) for call in message.get("tool_calls") or ()]
        found.append(
            Step(
                str(message.get("role", "")),
                turn,
                _text(message.get("content")),
                calls,
                _thoughts(message),
            )
        )
    return found


def _after_prompt(dialogue: Dialogue, prompt: Prompt) -> Iterable[Mapping[str, Any]]:
    head = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
    same = [dict(message) for message in dialogue.transcript[:2]] == head
    return dialogue.transcript[2:] if same else dialogue.transcript


def _thoughts(message: Mapping[str, Any]) -> str:
    """The thoughts that went back to the provider with the message, as far as it shows them."""
    blocks = message.get("thinking_blocks") or ()
    return "\n\n".join(
        filter(
            None,
            [_text(message.get("reasoning_content")), *(_text(b.get("thinking")) for b in blocks)],
        )
    )


def _text(content: Any) -> str:
    if content is None:
        return ""
    return (
        content
        if isinstance(content, str)
        else json.dumps(content, ensure_ascii=False, sort_keys=True)
    )


def _call(call: Mapping[str, Any], written: Mapping[str, str | None]) -> Call:
    function = call.get("function") or {}
    name, arguments = str(function.get("name", "")), _text(function.get("arguments"))
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return Call(name, arguments)
    if (
        name != "write_file"
        or not isinstance(value, dict)
        or not isinstance(value.get("content"), str)
    ):
        return Call(name, arguments)
    body = value.pop("content")
    last = written.get(str(PurePosixPath(str(value.get("path")).strip()))) == body
    shown = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return Call(name, shown, "" if last else body, WRITTEN if last else "")


def _answer(found: list[Step], result: str, served: Mapping[str, str | None]) -> None:
    """Give the result to the first call of the last turn that has none: results come in the order of the calls."""
    waiting = [call for step in found[-1:] for call in step.calls if not call.answered]
    if not waiting:
        found.append(Step("tool", found[-1].turn if found else 0, result))
        return
    call = waiting[0]
    call.answered = True
    if call.name == "read_file" and result and result in served.values():
        call.result_elsewhere = SERVED
    else:
        call.result = result
