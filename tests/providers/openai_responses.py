"""OpenAI's responses: POST /v1/responses."""

from typing import Any

from assay.records.untyped import JsonObject
from tests.providers.openai_chat import bearer, openai_error, reasons, strict
from tests.providers.replies import ModelReply, only, refuse_if

KNOWN = set(
    "model input instructions tools tool_choice parallel_tool_calls text reasoning temperature "
    "top_p max_output_tokens include store stream metadata user previous_response_id truncation "
    "background service_tier prompt_cache_key safety_identifier".split()
)
ROLES = ("user", "assistant", "system", "developer")


class OpenAIResponses:
    path = "/openai/v1/responses"

    def check(self, headers: Any, body: JsonObject, model: str) -> None:
        bearer(headers)
        only(body, KNOWN, "Unknown parameter: '{}'.")
        if reasons(model):
            for name in ("temperature", "top_p"):
                refuse_if(name in body, f"Unsupported parameter: '{name}'.")
        else:
            refuse_if("reasoning" in body, "Unsupported parameter: 'reasoning.effort'.")
        format_ = body.get("text", {}).get("format", {})
        if format_.get("type") == "json_schema":
            named = {"name", "schema"} <= set(format_)
            refuse_if(not named, "Missing required parameter: 'text.format.name'.")
            strict(format_["schema"])
        self._check_calls(body["input"])

    def _check_calls(self, items: Any) -> None:
        called = {item["call_id"] for item in items if item.get("type") == "function_call"}
        for item in items:
            kind = item.get("type", "message")
            orphan = kind == "function_call_output" and item["call_id"] not in called
            refuse_if(orphan, "No tool call found for function call output.")
            refuse_if(kind == "message" and item["role"] not in ROLES, "Invalid value of `role`.")

    def answer(self, reply: ModelReply, body: JsonObject, model: str) -> JsonObject:
        part: JsonObject = {"type": "output_text", "text": reply.text, "annotations": []}
        if reply.end == "refusal":
            part = {"type": "refusal", "refusal": reply.text}
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [part],
        }
        output: list[JsonObject] = (
            [{"id": "rs_1", "type": "reasoning", "summary": []}] if reply.thought else []
        )
        output += [message] if reply.text else []
        output += [
            {
                "id": f"fc_{call.id}", "type": "function_call", "call_id": call.id,
                "name": call.name,
                "arguments": call.arguments, "status": "completed",
            }
            for call in reply.calls
        ]  # fmt: skip
        why = {"length": "max_output_tokens", "filter": "content_filter"}.get(reply.end)
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "status": "incomplete" if why else "completed",
            "incomplete_details": {"reason": why} if why else None,
            "error": None,
            "model": f"{model}-2026-01-01",
            "output": output,
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "temperature": 1.0,
            "top_p": 1.0,
            "usage": {
                "input_tokens": reply.input,
                "input_tokens_details": {"cached_tokens": reply.cached},
                "output_tokens": reply.output,
                "output_tokens_details": {"reasoning_tokens": reply.thought},
                "total_tokens": reply.input + reply.output,
            },
        }

    error = staticmethod(openai_error)
