"""litellm's reply as a Response: text, calls, thoughts, and usage that can be believed."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from assay.calls.call_errors import MalformedReply
from assay.calls.exchange import MOST_TOKENS
from assay.calls.prices import cost_of
from assay.config.settings import RemoteModel
from assay.ledger.request import Request
from assay.records.pipeline import Response, ToolCall, Usage
from assay.records.untyped import JsonObject

THOUGHTS = {
    "thinking_blocks": r"^anthropic/|claude",
    "reasoning_content": r"^(deepseek|moonshot)/",
}
"""What providers, by litellm's names of models, want back with the results of tools."""
ADDED_TOKENS = 50_000
"""What a provider may put before a prompt: rules, descriptions of tools, a chat's template."""
OVERRUN = 2
"""So many times the limit of tokens at most is believed: some do not count thoughts in it."""


def response_of(reply: Any, request: Request, config: RemoteModel, latency_s: float) -> Response:
    """The response. MalformedReply if the reply is no answer, or not one that can be read."""
    try:
        if not getattr(reply, "choices", None) or reply.choices[0].message is None:
            raise MalformedReply("the reply has no choices")
        return _response(reply, request, config, latency_s)
    except (AttributeError, TypeError, ValueError, LookupError) as error:
        raise MalformedReply(f"the reply cannot be read: {error}") from error


def _response(reply: Any, request: Request, config: RemoteModel, latency_s: float) -> Response:
    choice = reply.choices[0]
    message = choice.message
    usage = _usage(reply.usage)
    usage = usage if _is_believable(usage, request) else Usage()
    if _says_nothing(message, usage) and choice.finish_reason in (None, "stop"):
        text = "the reply says nothing, and counts no output for it"
        raise MalformedReply(text)
    cost, prices = cost_of(usage, reply, config)
    return Response(
        text=_clean(message.content),
        tool_calls=tuple(
            ToolCall(
                id=call.id or "",
                name=_clean(call.function.name),
                arguments=_clean(call.function.arguments),
            )
            for call in message.tool_calls or ()
        ),
        thoughts=_thoughts(message, config.litellm_model or ""),
        finish_reason="refusal" if _refused(message) else choice.finish_reason or "stop",
        usage=usage,
        cost_usd=cost,
        prices=prices,
        latency_s=round(latency_s, 3),
        reported_model=reply.model or "",
        time=now(),
    )


def _says_nothing(message: Any, usage: Usage) -> bool:
    """Whether a reply is no answer at all.

    A model that chose to write nothing is billed for the token that ends the reply.
    """
    return not (message.content or message.tool_calls or _refused(message) or usage.output)


def _thoughts(message: Any, model: str) -> JsonObject:
    """The fields of a message that its provider wants back, unchanged."""
    wanted = [name for name, models in THOUGHTS.items() if re.search(models, model)]
    found = {name: getattr(message, name, None) for name in wanted}
    given = {name: value for name, value in found.items() if value}
    return dict(json.loads(json.dumps(given, ensure_ascii=False).encode("utf-8", "replace")))


def _refused(message: Any) -> bool:
    """Whether the message has OpenAI's `refusal`, which litellm keeps among special fields."""
    fields = getattr(message, "provider_specific_fields", None) or {}
    return bool(getattr(message, "refusal", None) or fields.get("refusal"))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _clean(text: str | None) -> str:
    """The text with lone surrogates replaced, so that every file can be UTF-8."""
    return (text or "").encode("utf-8", "replace").decode("utf-8")


def _usage(usage: Any) -> Usage:
    given = getattr(usage, "prompt_tokens_details", None)
    made = getattr(usage, "completion_tokens_details", None)
    read = max(0, getattr(usage, "prompt_tokens", None) or 0)
    cached = min(read, max(0, getattr(given, "cached_tokens", None) or 0))
    return Usage(
        input=read,
        cached=cached,
        cache_write=min(read - cached, max(0, getattr(given, "cache_creation_tokens", None) or 0)),
        output=max(0, getattr(usage, "completion_tokens", None) or 0),
        reasoning=max(0, getattr(made, "reasoning_tokens", None) or 0),
    )


def _is_believable(usage: Usage, request: Request) -> bool:
    """Whether the request can have taken so many tokens: a token has a byte at least."""
    sent = f"{request.messages}{request.tools}{request.response_format}"
    most_input = len(sent.encode("utf-8", "replace")) + ADDED_TOKENS
    most_output = OVERRUN * (request.params.get("max_tokens") or MOST_TOKENS) + ADDED_TOKENS
    return usage.input <= most_input and usage.output <= most_output
