"""The only module that calls litellm: one request, one call, one response, errors classified."""

import asyncio
import copy
import json
import os
import re
import time
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from dotenv import dotenv_values

from assay.calls.cache_markers import marked, wants_marks
from assay.calls.call_errors import MalformedReply, classify_error, is_moderated
from assay.calls.key_command import printed_key
from assay.calls.lazy import litellm_module
from assay.calls.prices import cost_of
from assay.config.settings import RemoteModel
from assay.errors import AssayError
from assay.ledger.request import CallError, Request
from assay.records.pipeline import Response, ToolCall, Usage
from assay.records.untyped import JsonObject, Message

NO_EMPTY_TEXT = ("anthropic", "bedrock", "gemini", "vertex_ai")
"""Providers, by litellm's names, to whom an empty text is an error."""
NOT_IN_RESPONSES = ("seed", "stop", "top_k")
"""Parameters that OpenAI's responses API does not have. litellm drops some without a word."""
SHORTEST_SECRET = 8
"""Shorter values of headers in the file are shown: messages would lose ordinary words."""


def api_key(config: RemoteModel, config_path: str) -> str | None:
    """The key from the environment, else from .env, or what the command prints.

    None for a server without keys. AssayError if there is none.
    """
    if config.api_key_command:
        return printed_key(config.api_key_command, config_path)
    return _secret(config.api_key_env, config_path) if config.api_key_env else None


class Credentials(NamedTuple):
    """What a call is let in by: the key and the extra headers. No message may show `secrets`."""

    key: str | None
    headers: dict[str, str]
    secrets: tuple[str, ...]


def credentials(config: RemoteModel, config_path: str) -> Credentials:
    """The key, and all extra headers with their values. AssayError as `api_key`."""
    key = api_key(config, config_path)
    names = config.extra_headers_env.items()
    hidden = {header: _secret(variable, config_path) for header, variable in names}
    # a value in the file is no secret, unless Hydra took it from the environment
    written = [value for value in config.extra_headers.values() if len(value) >= SHORTEST_SECRET]
    secrets = (*filter(None, [key]), *hidden.values(), *written)
    return Credentials(key, {**config.extra_headers, **hidden}, secrets)


def _secret(name: str, config_path: str) -> str:
    """The value of the environment variable, else that in .env."""
    value = os.environ.get(name) or _in_dotenv(name)
    if not value:
        raise AssayError(
            f"{config_path}: the environment variable {name} is not set: "
            "export it or write it to .env. "
            "No call was made"
        )
    return value


def _in_dotenv(name: str) -> str | None:
    """The values in .env, which is read again only after it changed."""
    path = Path(".env").absolute()
    return _dotenv(path, path.stat().st_mtime_ns).get(name) if path.exists() else None


@lru_cache(maxsize=1)
def _dotenv(path: Path, changed: int) -> dict[str, str | None]:
    """The values in .env. `changed` is a key of the cache."""
    return dotenv_values(path)


async def call(
    request: Request, config: RemoteModel, timeout_s: float, config_path: str
) -> Response:
    """Call litellm once. AssayError for a fatal error, else CallError.

    `config_path`: the file of the config, for messages.
    """
    access = credentials(config, config_path)
    try:
        return await _call_litellm(request, config, timeout_s, access)
    except Exception as error:
        model = str(config.litellm_model)
        raise classify_error(error, model, config_path, *access.secrets) from None


def unsupported_params(request: Request, config: RemoteModel) -> list[str]:
    """What litellm leaves out because the model does not take it, as `name=value`.

    Tools and formats by name alone.
    """
    litellm = litellm_module()
    asked = {**request.params, **_optional(request)}
    asked.pop("extra_body", None)  # litellm sends it as it is
    try:
        model, provider, *_ = litellm.get_llm_provider(request.model, api_base=config.api_base)
        return [
            name if name in _optional(request) else f"{name}={value}"
            for name, value in asked.items()
            if _is_unsupported(litellm, model, provider, name, value)
        ]
    except (
        Exception
    ):  # a model of no known provider, and the like: the call itself tells, and better
        return []


def _is_unsupported(litellm: Any, model: str, provider: str, name: str, value: Any) -> bool:
    """Whether litellm refuses the parameter if it may not drop it, or ignores it."""
    if model.startswith("responses/") and name in NOT_IN_RESPONSES:
        return True
    try:
        sent = litellm.utils.get_optional_params(
            model=model, custom_llm_provider=provider, drop_params=False, **{name: value}
        )
    except litellm.UnsupportedParamsError:
        return True
    if name in sent.get("extra_body", {}):  # where litellm puts what only some servers know
        return False
    return not set(sent) - {"json_mode", "stream", "extra_body"}


async def _call_litellm(
    request: Request, config: RemoteModel, timeout_s: float, access: Credentials
) -> Response:
    started = time.monotonic()
    try:
        async with asyncio.timeout(
            timeout_s
        ):  # litellm's own bounds each wait for a byte, not the whole
            reply = await _completion(litellm_module(), request, config, timeout_s, access)
    except TimeoutError:
        text = f"no complete reply within the time-out of {timeout_s:g} s"
        raise CallError(text, retryable=True, charged=True) from None
    except Exception as error:
        if is_moderated(error):  # some providers refuse with an error instead of an empty answer
            return Response(text="", finish_reason="content_filter", time=_now())
        raise
    try:
        return _response(reply, config, time.monotonic() - started)
    except (AttributeError, TypeError, ValueError, LookupError) as error:
        raise MalformedReply(f"the reply cannot be read: {error}") from error


_THOUGHTS = {
    "thinking_blocks": r"^anthropic/|claude",
    "reasoning_content": r"^(deepseek|moonshot)/",
}
"""What providers, by litellm's names of models, want back with the results of tools."""


def _thoughts(message: Any, model: str) -> JsonObject:
    """The fields of a message that its provider wants back, unchanged."""
    estimate = {
        name: getattr(message, name, None)
        for name, models in _THOUGHTS.items()
        if re.search(models, model)
    }
    given = {name: value for name, value in estimate.items() if value}
    return dict(json.loads(json.dumps(given, ensure_ascii=False).encode("utf-8", "replace")))


def _messages(request: Request) -> list[Message]:
    """The messages as they are sent.

    If a service takes no empty text, an empty answer is left out: litellm would add a text of its
    own (Anthropic) or send the empty one (Gemini).
    """
    messages = [_without_nul(message) for message in request.messages]
    if request.model.split("/")[0] in NO_EMPTY_TEXT:
        said = [
            message for message in messages if message.get("content") or message.get("tool_calls")
        ]
        messages = [
            message if message["content"] else {**message, "content": None} for message in said
        ]
    return (
        marked(messages, request.shared)
        if request.shared and wants_marks(request.model)
        else messages
    )


def _without_nul(value: Any) -> Any:
    """A copy in which every NUL is U+FFFD: some services refuse it, others end the text there."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {key: _without_nul(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nul(inner) for inner in value]
    return value


def _optional(request: Request) -> JsonObject:
    """Tools and reply format, if the request has them. Copies, because litellm changes them."""
    given = {"tools": list(request.tools) or None, "response_format": request.response_format}
    return copy.deepcopy({name: value for name, value in given.items() if value is not None})


async def _completion(
    litellm: Any, request: Request, config: RemoteModel, timeout_s: float, access: Credentials
) -> Any:
    from assay.calls.http import set_reply_limit

    set_reply_limit(request.params.get("max_tokens"))
    return await litellm.acompletion(
        model=request.model,
        messages=_messages(request),
        api_base=config.api_base,
        api_version=config.api_version,
        api_key=access.key or "no-key-needed",
        extra_headers=access.headers or None,
        timeout=timeout_s,
        num_retries=0,
        max_retries=0,
        # leave out what a model does not take: `unsupported_params` names it
        drop_params=True,
        # else litellm imports the package mcp, which it does not require
        _skip_mcp_handler=True,
        **copy.deepcopy(request.params),  # litellm changes what is in it
        **_optional(request),
    )


def _first_choice(reply: Any) -> Any:
    if not getattr(reply, "choices", None) or reply.choices[0].message is None:
        raise MalformedReply("the reply has no choices")
    return reply.choices[0]


def _response(reply: Any, config: RemoteModel, latency_s: float) -> Response:
    choice = _first_choice(reply)
    message = choice.message
    finish_reason = choice.finish_reason
    usage = _usage(reply.usage)
    if _says_nothing(message, usage) and finish_reason in (None, "stop"):
        raise MalformedReply("the reply says nothing, and counts no output for it")
    cost, prices = cost_of(usage, reply, config)
    return Response(
        text=_clean(message.content),
        tool_calls=tuple(_tool_call(call) for call in message.tool_calls or ()),
        thoughts=_thoughts(message, config.litellm_model or ""),
        finish_reason="refusal" if _refused(message) else finish_reason or "stop",
        usage=usage,
        cost_usd=cost,
        prices=prices,
        latency_s=round(latency_s, 3),
        reported_model=reply.model or "",
        time=_now(),
    )


def _tool_call(call: Any) -> ToolCall:
    return ToolCall(
        id=call.id or "",
        name=_clean(call.function.name),
        arguments=_clean(call.function.arguments),
    )


def _says_nothing(message: Any, usage: Usage) -> bool:
    """Whether a reply is no answer at all.

    A model that chose to write nothing is billed for the token that ends the reply.
    """
    return not (message.content or message.tool_calls or _refused(message) or usage.output)


def _refused(message: Any) -> bool:
    """Whether the message has OpenAI's `refusal`, which litellm keeps among special fields."""
    fields = getattr(message, "provider_specific_fields", None) or {}
    return bool(getattr(message, "refusal", None) or fields.get("refusal"))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _clean(text: str | None) -> str:
    """The text with lone surrogates replaced, so that every file can be UTF-8."""
    if not text:
        return ""
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


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
