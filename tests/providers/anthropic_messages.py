"""Anthropic's messages: POST /v1/messages."""

import json
from typing import Any

from assay.records.untyped import JsonObject
from tests.providers.replies import Failure, ModelReply, only, refuse_if

KNOWN = set(
    "model messages max_tokens system temperature top_p top_k stop_sequences stream tools "
    "tool_choice thinking metadata output_config service_tier cache_control".split()
)
ENDS = {"stop": "end_turn", "length": "max_tokens", "filter": "refusal", "refusal": "refusal"}
WITHOUT_SAMPLING = ("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5")
WITHOUT_BOTH = ("claude-sonnet-4-5", "claude-haiku-4-5", "claude-opus-4-1")


def tool_use(id_: str, name: str, arguments: str) -> JsonObject:
    return {"type": "tool_use", "id": id_, "name": name, "input": json.loads(arguments)}


class AnthropicMessages:
    path = "/anthropic/v1/messages"

    def check(self, headers: Any, body: JsonObject, model: str) -> None:
        refuse_if(not headers.get("x-api-key"), "x-api-key header is required", 401)
        refuse_if(not headers.get("anthropic-version"), "anthropic-version: header is required")
        beta = "structured-outputs" in headers.get("anthropic-beta", "")
        known = KNOWN | ({"output_format"} if beta else set())
        only(body, known, "{}: Extra inputs are not permitted")
        refuse_if("max_tokens" not in body, "max_tokens: Field required")
        self._check_sampling(body, model)
        self._check_messages(body)

    def _check_sampling(self, body: JsonObject, model: str) -> None:
        temperature = body.get("temperature", 1)
        sampled = {"temperature", "top_p", "top_k"} & set(body)
        without = model.startswith(WITHOUT_SAMPLING)
        refuse_if(sampled and without, f"{sampled}: not supported by this model")
        refuse_if(temperature > 1, "temperature: range: 0..1")
        both = {"temperature", "top_p"} <= sampled and model.startswith(WITHOUT_BOTH)
        refuse_if(both, "`temperature` and `top_p` cannot both be specified for this model.")
        thinking = body.get("thinking", {})
        if thinking.get("type") == "enabled":
            refuse_if(without, '"thinking.type.enabled" is not supported. Use "adaptive".')
            fits = 1024 <= thinking["budget_tokens"] < body["max_tokens"]
            refuse_if(not fits, "`max_tokens` must be greater than `thinking.budget_tokens`")
            refuse_if(temperature != 1, "`temperature` must be 1 when thinking is enabled.")

    def _check_messages(self, body: JsonObject) -> None:
        thinks = body.get("thinking", {}).get("type") == "enabled"
        open_: set[str] = set()
        for message in body["messages"]:
            known = message["role"] in ("user", "assistant")
            refuse_if(not known, f'messages: Unexpected role "{message["role"]}".')
            parts = message["content"]
            parts = [{"type": "text", "text": parts}] if isinstance(parts, str) else parts
            texts = [part["text"] for part in parts if part["type"] == "text"]
            whole = parts and all(text.strip() for text in texts)
            refuse_if(not whole, "messages: text content blocks must be non-empty")
            results = {part["tool_use_id"] for part in parts if part["type"] == "tool_result"}
            refuse_if(results != open_, "`tool_use` ids were found without `tool_result` blocks")
            open_ = {part["id"] for part in parts if part["type"] == "tool_use"}
            thought = parts[0]["type"] in ("thinking", "redacted_thinking")
            refuse_if(thinks and open_ and not thought, "Expected `thinking`, found `tool_use`")

    def answer(self, reply: ModelReply, body: JsonObject, model: str) -> JsonObject:
        forced = body.get("tool_choice", {}).get("name")
        content: list[JsonObject] = []
        if body.get("thinking", {}).get("type") in ("enabled", "adaptive"):
            content.append({"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"})
        if forced:
            content.append(tool_use("toolu_f", forced, reply.text))
        elif reply.text:
            content.append({"type": "text", "text": reply.text})
        content += [tool_use(call.id, call.name, call.arguments) for call in reply.calls]
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": content,
            "stop_reason": "tool_use" if reply.calls or forced else ENDS[reply.end],
            "stop_sequence": None,
            "usage": {
                "input_tokens": reply.input - reply.cached - reply.written,
                "cache_creation_input_tokens": reply.written,
                "cache_read_input_tokens": reply.cached,
                "cache_creation": {"ephemeral_5m_input_tokens": reply.written},
                "output_tokens": reply.output,
                "service_tier": "standard",
            },
        }

    def error(self, failure: Failure) -> JsonObject:
        kinds = {
            400: "invalid_request_error", 401: "authentication_error", 403: "permission_error",
            404: "not_found_error", 429: "rate_limit_error", 529: "overloaded_error",
        }  # fmt: skip
        kind = failure.kind or kinds.get(failure.status, "api_error")
        return {
            "type": "error",
            "error": {"type": kind, "message": failure.text},
            "request_id": "req_1",
        }
