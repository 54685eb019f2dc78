"""The provider's own tool calls, and what goes back: through litellm, or from a built-in model.

What a provider would refuse in the next request is changed first.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from assay.records.pipeline import Response, ToolCall
from assay.records.untyped import Message

REMINDER = (
    "Please go on by calling one of the tools; call end_task when the new application is complete."
)
"""The answer to a message without a call."""


def calls_of(response: Response, turn: int) -> tuple[ToolCall, ...]:
    """The calls with new ids: some servers give none, or one twice."""
    calls: dict[str, ToolCall] = {}
    for number, call in enumerate(response.tool_calls):
        id_ = call.id if call.id and call.id not in calls else f"call_{turn}_{number}"
        while id_ in calls:
            id_ += "_"
        calls[id_] = call.model_copy(update={"id": id_})
    return tuple(calls.values())


def as_message(response: Response, calls: Sequence[ToolCall]) -> Message:
    """What the model said and called, as the next request repeats it."""
    message: Message = {"role": "assistant", "content": response.text, **response.thoughts}
    if calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": re.sub(r"[^A-Za-z0-9_-]", "_", call.name)[:64] or "unnamed",
                    "arguments": _arguments(call),
                },
            }
            for call in calls
        ]
    return message


def as_answers(calls: Sequence[ToolCall], results: Sequence[str]) -> list[Message]:
    """The result of each call, under its id."""
    return [
        {"role": "tool", "tool_call_id": call.id, "content": result}
        for call, result in zip(calls, results, strict=True)
    ]


def _arguments(call: ToolCall) -> str:
    """The arguments if they are a JSON object (some servers parse them); else one that has them."""
    try:
        value: Any = json.loads(call.arguments)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return call.arguments
    return json.dumps({"malformed": call.arguments}, ensure_ascii=False) if call.arguments else "{}"
