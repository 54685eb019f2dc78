"""Tools called by the provider's own tool calls, through litellm."""

import json
import re
from collections.abc import Sequence
from typing import Any

from assay.answers.dialogue_process import CALL_AS_TEXT
from assay.records.pipeline import Response, ToolCall
from assay.records.untyped import Message
from stages.generate.dialogue.notations import hint_about, written_calls
from stages.generate.dialogue.tools import TOOLS, Reading

REMEDY = (
    "Call the tools through the interface for tool calls that this conversation offers; what "
    "stands in the text of a message calls nothing."
)


class Native:
    """Tool calls as the provider returns them.

    What a provider would refuse in the next request is changed first.
    """

    tools = TOOLS
    reminder = (
        "Please go on by calling one of the tools; "
        "call end_task when the new application is complete."
    )

    def system(self, text: str) -> str:
        return text

    def read(self, response: Response, turn: int) -> Reading:
        """The calls with new ids: some servers give none, or one twice."""
        calls: dict[str, ToolCall] = {}
        for number, call in enumerate(response.tool_calls):
            id_ = call.id if call.id and call.id not in calls else f"call_{turn}_{number}"
            while id_ in calls:
                id_ += "_"
            calls[id_] = call.model_copy(update={"id": id_})
        written = _written_only(response)
        hint = hint_about(written, REMEDY) if written else ""
        return Reading(tuple(calls.values()), (CALL_AS_TEXT,) * len(written), hint)

    def as_message(self, response: Response, reading: Reading) -> Message:
        message: Message = {"role": "assistant", "content": response.text, **response.thoughts}
        calls = [call for call in reading.asked if isinstance(call, ToolCall)]
        if calls:
            message["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": _name(call), "arguments": _arguments(call)},
                }
                for call in calls
            ]
        return message

    def answers(self, reading: Reading, results: Sequence[str]) -> list[Message]:
        calls = [call for call in reading.asked if isinstance(call, ToolCall)]
        return [
            {"role": "tool", "tool_call_id": call.id, "content": result}
            for call, result in zip(calls, results, strict=True)
        ]


def _written_only(response: Response) -> tuple[str, ...]:
    """The calls in the text without those that are also made: some servers leave both."""
    made = {call.name for call in response.tool_calls}
    written = written_calls(response.text)
    return tuple(call for call in written if not made or call not in (*made, ""))


def _name(call: ToolCall) -> str:
    """A name that services accept: letters, digits, `_` and `-`."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", call.name)[:64] or "unnamed"


def _arguments(call: ToolCall) -> str:
    """The arguments if they are a JSON object; else an object that contains them.

    Some servers parse them.
    """
    try:
        value: Any = json.loads(call.arguments)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return call.arguments
    return json.dumps({"malformed": call.arguments}, ensure_ascii=False) if call.arguments else "{}"
