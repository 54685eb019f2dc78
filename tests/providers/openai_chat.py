"""OpenAI's chat completions, as strict as the real service: POST /v1/chat/completions."""

from typing import Any

from assay.records.untyped import JsonObject
from tests.providers.replies import Failure, ModelReply, only, refuse_if

KNOWN = set(
    "model messages tools tool_choice parallel_tool_calls response_format temperature top_p "
    "max_tokens max_completion_tokens reasoning_effort seed stop n stream stream_options user "
    "metadata store logprobs top_logprobs frequency_penalty presence_penalty service_tier "
    "verbosity prompt_cache_key".split()
)
ENDS = {"stop": "stop", "length": "length", "filter": "content_filter", "refusal": "stop"}


def reasons(model: str) -> bool:
    """Whether the model thinks before it answers, and so takes an effort but no sampling."""
    return model.startswith(("gpt-5", "o1", "o3", "o4"))


def bearer(headers: Any) -> None:
    key = headers.get("Authorization", "").removeprefix("Bearer ")
    refuse_if(not key, "You didn't provide an API key.", 401, "invalid_api_key")


def strict(schema: JsonObject) -> None:
    """Refuse what strict mode does not take."""
    if schema.get("type") == "object":
        whole = set(schema.get("required", ())) == set(schema["properties"])
        refuse_if(
            schema.get("additionalProperties") is not False or not whole,
            "Invalid schema for response_format: additionalProperties and required must be set",
        )
        for inner in schema["properties"].values():
            strict(inner)
    if "items" in schema:
        strict(schema["items"])


def check_dialogue(messages: list[JsonObject]) -> None:
    """Refuse tool calls without their results, and the other way round."""
    open_: list[str] = []
    for message in messages:
        role, called = message["role"], message.get("tool_call_id")
        known = role in ("system", "developer", "user", "assistant", "tool")
        refuse_if(not known, f"Invalid value: '{role}'.")
        if role == "tool":
            refuse_if(called not in open_, "'tool' must be a response to a preceeding message")
            open_.remove(called)
        else:
            refuse_if(open_, "'tool_calls' must be followed by tool messages")
        open_ += [call["id"] for call in message.get("tool_calls") or ()]


def chat_calls(reply: ModelReply) -> JsonObject:
    """The field of a message with the tool calls; nothing without any."""
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in reply.calls
    ]
    return {"tool_calls": calls} if calls else {}


def openai_error(failure: Failure) -> JsonObject:
    kinds = {401: "invalid_api_key", 404: "model_not_found"}
    code = failure.kind or kinds.get(failure.status)
    kind = "invalid_request_error" if failure.status < 429 else "server_error"
    kind = "insufficient_quota" if code == "insufficient_quota" else kind
    return {"error": {"message": failure.text, "type": kind, "param": None, "code": code}}


class OpenAIChat:
    """`path` of the service; a reasoning model refuses sampling and `max_tokens`."""

    path = "/openai/v1/chat/completions"

    def check(self, headers: Any, body: JsonObject, model: str) -> None:
        bearer(headers)
        only(body, KNOWN, "Unrecognized request argument supplied: {}")
        check_dialogue(body["messages"])
        if reasons(model):
            for name in ("max_tokens", "top_p"):
                refuse_if(name in body, f"Unsupported parameter: '{name}'.")
            refuse_if(body.get("temperature", 1) != 1, "Unsupported value: 'temperature'.")
        else:
            refuse_if("reasoning_effort" in body, "Unrecognized argument: reasoning_effort")
        format_ = body.get("response_format") or {}
        if format_.get("type") == "json_schema" and format_["json_schema"].get("strict"):
            strict(format_["json_schema"]["schema"])

    def answer(self, reply: ModelReply, body: JsonObject, model: str) -> JsonObject:
        message = {"role": "assistant", "content": reply.text or None, "refusal": None}
        if reply.end == "refusal":
            message |= {"content": None, "refusal": reply.text}
        message |= chat_calls(reply)
        end = "tool_calls" if reply.calls else ENDS[reply.end]
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": f"{model}-2026-01-01",
            "choices": [{"index": 0, "message": message, "finish_reason": end, "logprobs": None}],
            "usage": {
                "prompt_tokens": reply.input,
                "completion_tokens": reply.output,
                "total_tokens": reply.input + reply.output,
                "prompt_tokens_details": {"cached_tokens": reply.cached, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": reply.thought},
            },
            "service_tier": "default",
            "system_fingerprint": None,
        }

    error = staticmethod(openai_error)
