"""The only module that calls litellm: a request in litellm's words, and its reply."""

import copy
from typing import Any

from assay.calls.credentials import Credentials
from assay.calls.lazy import litellm_module
from assay.config.settings import RemoteModel
from assay.ledger.request import Request
from assay.records.untyped import JsonObject, Message

NO_EMPTY_TEXT = ("anthropic", "bedrock", "gemini", "vertex_ai")
"""Providers, by litellm's names, to whom an empty text is an error."""
LEVELS = {"reasoning_effort": "reasoning_effort", "thinking": "thinking_budget"}
"""Parameters that set how long a model reasons, and their keys in a model's `sampling`."""
NOT_IN_RESPONSES = ("seed", "stop", "top_k")
"""Parameters that OpenAI's responses API does not have. litellm drops some without a word."""


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
    except Exception:  # a model of no known provider, and the like: the call itself tells better
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
    if name == "reasoning_effort" and _is_another_level(sent, value):
        return True
    google: JsonObject = sent.get("thinkingConfig", {})
    if name == "thinking":  # litellm may send the type alone, or an effort in its place
        budget = value["budget_tokens"]
        taken = sent.get("thinking", {}).get("budget_tokens")
        return budget not in (taken, google.get("thinkingBudget"))
    if name in sent.get("extra_body", {}):  # where litellm puts what only some servers know
        return False
    return not set(sent) - {"json_mode", "stream", "extra_body"}


def _is_another_level(sent: JsonObject, effort: str) -> bool:
    """Whether litellm sends another effort than was asked for, or a prompt in its place.

    Where thoughts can only be switched on or off, `high` is on and `none` is off.
    """
    as_it_is = (sent.get("reasoning_effort"), sent.get("thinkingConfig", {}).get("thinkingLevel"))
    if any(isinstance(level, str) and level != effort for level in as_it_is):
        return True
    is_switch = sent.get("thinking") == {"type": "enabled"}
    return "_add_reasoning_prompt" in sent or (is_switch and effort != "high")


def _messages(request: Request) -> list[Message]:
    """The messages as they are sent.

    If a service takes no empty text, an empty answer is left out: litellm would add a text of its
    own (Anthropic) or send the empty one (Gemini).
    """
    messages = [_without_nul(message) for message in request.messages]
    provider = request.model.split("/")[0]
    if provider in NO_EMPTY_TEXT:
        said = [one for one in messages if one.get("content") or one.get("tool_calls")]
        messages = [{**one, "content": one["content"] or None} for one in said]
    if request.shared and provider in PROVIDERS and "claude" in request.model:
        return marked(messages, request.shared)
    return messages


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


async def completion(
    request: Request, config: RemoteModel, timeout_s: float, config_path: str, access: Credentials
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


MARK = {"type": "ephemeral"}
PROVIDERS = ("anthropic", "azure_ai", "bedrock", "openrouter", "vertex_ai")
"""Where Claude is served, by litellm's names.

Others find a repeated beginning by themselves. Claude must be told how far it goes, and charges a
quarter more for storing it and nine tenths less for reading it within five minutes.
"""


def marked(messages: list[Message], shared: int) -> list[Message]:
    """The messages with a mark after the first `shared` characters of the last one's content."""
    *before, last = messages
    text = last["content"]
    if not isinstance(text, str) or not text[:shared].strip():
        return messages  # an empty text must not be marked
    if last["role"] == "tool":
        return [*before, {**last, "cache_control": MARK}]
    parts = [{"type": "text", "text": text[:shared], "cache_control": MARK}]
    if text[shared:].strip():
        parts.append({"type": "text", "text": text[shared:]})
    return [*before, {**last, "content": parts}]
