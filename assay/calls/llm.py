"""The only module that calls litellm: one request, one call, one response, errors classified."""

import asyncio
import copy
import os
import time
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from dotenv import dotenv_values

from assay.calls.cache_markers import marked, wants_marks
from assay.calls.call_errors import classify_error, is_moderated
from assay.calls.exchange import EXCHANGE, Exchange, most_bytes
from assay.calls.key_command import printed_key
from assay.calls.lazy import litellm_module
from assay.calls.read_reply import now, response_of
from assay.config.settings import RemoteModel
from assay.errors import AssayError
from assay.ledger.request import CallError, Request
from assay.records.pipeline import Response
from assay.records.untyped import JsonObject, Message

NO_EMPTY_TEXT = ("anthropic", "bedrock", "gemini", "vertex_ai")
"""Providers, by litellm's names, to whom an empty text is an error."""
NOT_IN_RESPONSES = ("seed", "stop", "top_k")
"""Parameters that OpenAI's responses API does not have. litellm drops some without a word."""
SHORTEST_SECRET = 8
"""Shorter values of headers in the file are shown: messages would lose ordinary words."""


class RawReplies(Protocol):
    """Where the bodies of replies are kept, by the key of their request."""

    def keep_raw(self, key: str, body: str, model: str) -> None: ...
    def raw(self, key: str) -> str | None: ...


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
    request: Request, config: RemoteModel, timeout_s: float, config_path: str, replies: RawReplies
) -> Response:
    """Call litellm once, or read the stored reply to this very request without paying.

    The body of a reply is in `replies` before anything reads it. AssayError for a fatal error,
    else CallError. `config_path`: the file of the config, for messages.
    """
    access = credentials(config, config_path)
    stored = replies.raw(request.key)
    if stored is not None:
        with suppress(AssayError, CallError):  # it could not be read then, and still cannot be
            return await _classified(
                request, config, timeout_s, config_path, access, Exchange(stored=stored)
            )

    def keep(body: str) -> None:
        for secret in access.secrets:
            body = body.replace(secret, "<key>")
        replies.keep_raw(request.key, body, request.model)

    exchange = Exchange(most_bytes(request.params.get("max_tokens")), keep)
    return await _classified(request, config, timeout_s, config_path, access, exchange)


async def _classified(
    request: Request,
    config: RemoteModel,
    timeout_s: float,
    config_path: str,
    access: Credentials,
    exchange: Exchange,
) -> Response:
    started = time.monotonic()
    EXCHANGE.set(exchange)
    try:
        # litellm's own bounds each wait for a byte, not the whole
        async with asyncio.timeout(timeout_s):
            reply = await _completion(request, config, timeout_s, config_path, access)
        if not exchange.tried:
            raise AssayError(f"{config_path}: litellm called '{request.model}' past Assay's bounds")
        return response_of(reply, request, config, time.monotonic() - started)
    except TimeoutError:
        text = f"no complete reply within the time-out of {timeout_s:g} s"
        raise CallError(text, retryable=True, charged=True) from None
    except Exception as error:
        if is_moderated(error, exchange):  # some refuse with an error instead of an empty answer
            return Response(text="", finish_reason="content_filter", time=now())
        model = str(config.litellm_model)
        raise classify_error(error, model, config_path, exchange, *access.secrets) from None


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
    request: Request,
    config: RemoteModel,
    timeout_s: float,
    config_path: str,
    access: Credentials,
) -> Any:
    """litellm's reply, by a client of ours."""
    from assay.calls.http import client_for
    from assay.calls.responses_api import by_responses_api, wants_responses_api

    litellm = litellm_module()
    options: JsonObject = {
        "api_base": config.api_base,
        "api_version": config.api_version,
        "api_key": access.key or "no-key-needed",
        "extra_headers": access.headers or None,
        "timeout": timeout_s,
        **copy.deepcopy(request.params),  # litellm changes what is in it
        **_optional(request),
    }
    messages = _messages(request)
    model, provider, *_ = litellm.get_llm_provider(request.model, api_base=config.api_base)
    if wants_responses_api(litellm, model, provider, config.api_base, options):
        return await by_responses_api(litellm, model, provider, messages, options)
    return await litellm.acompletion(
        model=request.model,
        messages=messages,
        client=client_for(litellm, provider, request.model, config_path),
        num_retries=0,
        max_retries=0,
        # leave out what a model does not take: `unsupported_params` names it
        drop_params=True,
        # else litellm imports the package mcp, which it does not require
        _skip_mcp_handler=True,
        **options,
    )
