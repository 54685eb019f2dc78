"""Anthropic's messages: POST /v1/messages."""

import json
from typing import Any

from tests.providers.replies import Failure, ModelReply, RefusedRequest, only

KNOWN = set(
    "model messages max_tokens system temperature top_p top_k stop_sequences stream tools "
    "tool_choice thinking metadata output_config service_tier cache_control".split()
)
ENDS = {"stop": "end_turn", "length": "max_tokens", "filter": "refusal", "refusal": "refusal"}
WITHOUT_SAMPLING = ("claude-sonnet-5-5", "claude-opus-5-5", "claude-haiku-5-5")
WITHOUT_BOTH = ("claude-sonnet-4-5", "claude-haiku-4-5", "claude-opus-4-1")


class AnthropicMessages:
    path = "/anthropic/v1/messages"

    def check(self, headers: Any, body: dict[str, Any], matched: dict[str, str]) -> None:
        if not headers.get("x-api-key"):
            raise RefusedRequest(401, "x-api-key header is required")
        if not headers.get("anthropic-version"):
            raise RefusedRequest(400, "anthropic-version: header is required")
        beta = "structured-outputs" in headers.get("anthropic-beta", "")
        only(
            body,
            KNOWN | ({"output_format"} if beta else set()),
            "{}: Extra inputs are not permitted",
        )
        if "max_tokens" not in body:
            raise RefusedRequest(400, "max_tokens: Field required")
        self._check_sampling(body)
        self._check_messages(body)

    def _check_sampling(self, body: dict[str, Any]) -> None:
        sampled = {"temperature", "top_p", "top_k"} & set(body)
        if sampled and body["model"].startswith(WITHOUT_SAMPLING):
            raise RefusedRequest(400, f"{sorted(sampled)[0]}: not supported by this model")
        if body.get("temperature", 1) > 1:
            raise RefusedRequest(400, "temperature: range: 0..1")
        if {"temperature", "top_p"} <= sampled and body["model"].startswith(WITHOUT_BOTH):
            raise RefusedRequest(
                400, "`temperature` and `top_p` cannot both be specified for this model."
            )
        thinking = body.get("thinking", {})
        if thinking.get("type") == "enabled":
            if body["model"].startswith(WITHOUT_SAMPLING):
                raise RefusedRequest(
                    400, '"thinking.type.enabled" is not supported for this model. Use "adaptive".'
                )
            if not 1024 <= thinking["budget_tokens"] < body["max_tokens"]:
                raise RefusedRequest(
                    400, "`max_tokens` must be greater than `thinking.budget_tokens`"
                )
            if body.get("temperature", 1) != 1:
                raise RefusedRequest(
                    400, "`temperature` may only be set to 1 when thinking is enabled."
                )

    def _check_messages(self, body: dict[str, Any]) -> None:
        open_: set[str] = set()
        for number, message in enumerate(body["messages"]):
            if message["role"] not in ("user", "assistant"):
                raise RefusedRequest(400, f'messages: Unexpected role "{message["role"]}".')
            parts = message["content"]
            parts = [{"type": "text", "text": parts}] if isinstance(parts, str) else parts
            if not parts or any(
                part["type"] == "text" and not part["text"].strip() for part in parts
            ):
                raise RefusedRequest(
                    400, f"messages.{number}: text content blocks must be non-empty"
                )
            results = {part["tool_use_id"] for part in parts if part["type"] == "tool_result"}
            if results != open_:
                raise RefusedRequest(
                    400,
                    f"messages.{number}: `tool_use` ids were found without `tool_result` blocks",
                )
            open_ = {part["id"] for part in parts if part["type"] == "tool_use"}
            thinks = body.get("thinking", {}).get("type") == "enabled"
            if thinks and open_ and parts[0]["type"] not in ("thinking", "redacted_thinking"):
                raise RefusedRequest(
                    400,
                    f"messages.{number}: Expected `thinking` or `redacted_thinking`, but found "
                    f"`tool_use`",
                )

    def answer(
        self, model_reply: ModelReply, body: dict[str, Any], matched: dict[str, str]
    ) -> dict[str, Any]:
        forced = body.get("tool_choice", {}).get("name")
        content: list[dict[str, Any]] = []
        if body.get("thinking", {}).get("type") in ("enabled", "adaptive"):
            content.append({"type": "thinking", "thinking": "Hm.", "signature": "c2lnbmVk"})
        if forced:
            content.append(
                {
                    "type": "tool_use",
                    "id": "toolu_f",
                    "name": forced,
                    "input": json.loads(model_reply.text),
                }
            )
        elif model_reply.text:
            content.append({"type": "text", "text": model_reply.text})
        content += [
            {
                "type": "tool_use",
                "id": call.id,
                "name": call.name,
                "input": json.loads(call.arguments),
            }
            for call in model_reply.calls
        ]
        return {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": content,
            "stop_reason": "tool_use" if model_reply.calls or forced else ENDS[model_reply.end],
            "stop_sequence": None,
            "usage": {
                "input_tokens": model_reply.input - model_reply.cached - model_reply.written,
                "cache_creation_input_tokens": model_reply.written,
                "cache_read_input_tokens": model_reply.cached,
                "cache_creation": {
                    "ephemeral_5m_input_tokens": model_reply.written,
                    "ephemeral_1h_input_tokens": 0,
                },
                "output_tokens": model_reply.output,
                "service_tier": "standard",
            },
        }

    def error(self, failure: Failure) -> dict[str, Any]:
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
