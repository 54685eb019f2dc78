"""OpenAI's chat completions, as strict as the real service: POST /v1/chat/completions."""

from typing import Any

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


def strict(schema: dict[str, Any]) -> None:
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


def check_dialogue(messages: list[dict[str, Any]]) -> None:
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


def chat_calls(model_reply: ModelReply) -> dict[str, Any]:
    """The field of a message with the tool calls; nothing without any."""
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in model_reply.calls
    ]
    return {"tool_calls": calls} if calls else {}


def openai_error(failure: Failure) -> dict[str, Any]:
    kinds = {401: "invalid_api_key", 404: "model_not_found"}
    code = failure.kind or kinds.get(failure.status)
    kind = "invalid_request_error" if failure.status < 429 else "server_error"
    kind = "insufficient_quota" if code == "insufficient_quota" else kind
    return {"error": {"message": failure.text, "type": kind, "param": None, "code": code}}


class OpenAIChat:
    """`path` of the service; a reasoning model refuses sampling and `max_tokens`."""

    path = "/openai/v1/chat/completions"

    def check(self, headers: Any, body: dict[str, Any], matched: dict[str, str]) -> None:
        bearer(headers)
        only(body, KNOWN, "Unrecognized request argument supplied: {}")
        check_dialogue(body["messages"])
        if reasons(body["model"]):
            for name in ("max_tokens", "top_p"):
                refuse_if(name in body, f"Unsupported parameter: '{name}'.")
            refuse_if(body.get("temperature", 1) != 1, "Unsupported value: 'temperature'.")
        else:
            refuse_if("reasoning_effort" in body, "Unrecognized argument: reasoning_effort")
        format_ = body.get("response_format") or {}
        if format_.get("type") == "json_schema" and format_["json_schema"].get("strict"):
            strict(format_["json_schema"]["schema"])

    def answer(
        self, model_reply: ModelReply, body: dict[str, Any], matched: dict[str, str]
    ) -> dict[str, Any]:
        message: dict[str, Any] = {
            "role": "assistant",
            "content": model_reply.text or None,
            "refusal": None,
        }
        if model_reply.end == "refusal":
            message |= {"content": None, "refusal": model_reply.text}
        message |= chat_calls(model_reply)
        end = "tool_calls" if model_reply.calls else ENDS[model_reply.end]
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": f"{body['model']}-2026-01-01",
            "choices": [{"index": 0, "message": message, "finish_reason": end, "logprobs": None}],
            "usage": {
                "prompt_tokens": model_reply.input,
                "completion_tokens": model_reply.output,
                "total_tokens": model_reply.input + model_reply.output,
                "prompt_tokens_details": {"cached_tokens": model_reply.cached, "audio_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": model_reply.thought},
            },
            "service_tier": "default",
            "system_fingerprint": None,
        }

    def error(self, failure: Failure) -> dict[str, Any]:
        return openai_error(failure)
