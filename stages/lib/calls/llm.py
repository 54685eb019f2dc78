"""litellm, and it alone: one request, one call, one response, with errors sorted into what mends and what does not."""

import gc
import os
import re
import time
import warnings
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from dotenv import dotenv_values

from stages.lib.base.config import CallsConfig, Price, RemoteModel
from stages.lib.base.errors import AssayError
from stages.lib.base.records import Response, ToolCall, Usage
from stages.lib.calls.request import CallError, Provider, Request

OVERLOADED = (429, 503, 529)
"""The status codes by which providers ask for fewer calls."""


def api_key(config: RemoteModel, place: str) -> str | None:
    """The key from the environment, else from .env; None for a server without keys. AssayError if it is not set."""
    if config.api_key_env is None:
        return None
    key = os.environ.get(config.api_key_env) or dotenv_values(".env").get(config.api_key_env)
    if not key:
        raise AssayError(
            f"{place}: the environment variable {config.api_key_env} is not set: export it or write it to .env. "
            "No call was made"
        )
    return key


def remote_provider(config: RemoteModel, calls: CallsConfig, place: str) -> Provider:
    """A provider that calls litellm once for each request."""

    async def ask(request: Request) -> Response:
        key = api_key(config, place)
        try:
            return await _call_litellm(request, config, calls.timeout_s, key)
        except Exception as error:
            raise _sorted(error, config, place, key) from None

    return ask


def price_of(config: RemoteModel) -> Price | None:
    """The model's prices in US dollars per million tokens: the config's own, else litellm's; None if nobody knows."""
    if config.price or not config.litellm_model:
        return config.price
    try:
        info = _litellm().get_model_info(config.litellm_model)
        return Price(input=1e6 * info["input_cost_per_token"], output=1e6 * info["output_cost_per_token"])
    except Exception:  # litellm raises a bare Exception for a model that it does not know
        return None


def _sorted(error: Exception, config: RemoteModel, place: str, key: str | None) -> Exception:
    """The error as the rest of Assay knows it: fatal for the stage, or one failed call. Without the key."""
    if not isinstance(error, MalformedReply) and type(error).__module__.split(".")[0] not in ("litellm", "openai"):
        return error
    text = _redacted(f"{type(error).__name__}: {error}", key)
    if _is_fatal(error):
        return AssayError(f"{place}: the provider refuses '{config.litellm_model}': {text}")
    overloaded = getattr(error, "status_code", None) in OVERLOADED
    return CallError(
        text,
        mendable=_may_mend(error),
        overloaded=overloaded,
        retry_after_s=_retry_after(error) if overloaded else None,
    )


def _may_mend(error: Exception) -> bool:
    """Whether asking again can help: overload, time-out, lost connection, a reply that is no reply."""
    litellm = _litellm()
    mendable = (
        litellm.RateLimitError, litellm.Timeout, litellm.APIConnectionError, litellm.InternalServerError,
        litellm.ServiceUnavailableError, litellm.BadGatewayError, litellm.APIError, MalformedReply,
    )  # fmt: skip
    return isinstance(error, mendable)


def _is_fatal(error: Exception) -> bool:
    litellm = _litellm()
    fatal = (
        litellm.AuthenticationError | litellm.NotFoundError | litellm.PermissionDeniedError
        | litellm.ContextWindowExceededError
    )  # fmt: skip
    refused = getattr(error, "status_code", None) in (401, 403, 404)  # litellm has no class for some providers' 403
    return isinstance(error, fatal) or refused or "LLM Provider NOT provided" in str(error)


def _retry_after(error: Exception) -> float | None:
    """The seconds of a Retry-After header; None without one, or if it is a date or no number."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        return max(0.0, float(headers.get("retry-after", "")))
    except ValueError:
        return None


def _redacted(text: str, key: str | None) -> str:
    """One line of at most 300 characters without the key, nor anything that looks like one."""
    line = " ".join(text.split())
    if key:
        line = line.replace(key, "<key>")
    return re.sub(r"\b((sk|key|gsk|xai)[-_]|AIza)[\w-]{8,}", "<key>", line)[:300]


class MalformedReply(Exception):
    """The provider's reply has no usable choice."""


async def _call_litellm(request: Request, config: RemoteModel, timeout_s: float, key: str | None) -> Response:
    litellm = _litellm()
    started = time.monotonic()
    try:
        reply = await _completion(litellm, request, config, timeout_s, key)
    except litellm.ContentPolicyViolationError:  # some providers refuse with an error instead of an empty answer
        return Response(text="", finish_reason="content_filter", time=_now())
    try:
        return _response(reply, config, time.monotonic() - started)
    except (AttributeError, TypeError, ValueError, LookupError) as error:
        raise MalformedReply(f"the reply cannot be read: {error}") from error


async def _completion(litellm: Any, request: Request, config: RemoteModel, timeout_s: float, key: str | None) -> Any:
    optional = {"tools": list(request.tools) or None, "response_format": request.response_format}
    return await litellm.acompletion(
        model=request.model,
        messages=[dict(message) for message in request.messages],
        api_base=config.api_base,
        api_key=key or "no-key-needed",
        timeout=timeout_s,
        num_retries=0,
        max_retries=0,
        drop_params=True,
        _skip_mcp_handler=True,  # else litellm imports the mcp package, which is not among its requirements
        **request.params,
        **{name: value for name, value in optional.items() if value is not None},
    )


def _response(reply: Any, config: RemoteModel, latency_s: float) -> Response:
    if not getattr(reply, "choices", None) or reply.choices[0].message is None:
        raise MalformedReply("the reply has no choices")
    message = reply.choices[0].message
    usage = _usage(reply.usage)
    cost, prices = _cost(usage, reply, config)
    return Response(
        text=_clean(message.content or ""),
        tool_calls=tuple(
            ToolCall(id=call.id, name=_clean(call.function.name or ""), arguments=_clean(call.function.arguments or ""))
            for call in message.tool_calls or ()
        ),
        finish_reason="refusal" if getattr(message, "refusal", None) else reply.choices[0].finish_reason or "stop",
        usage=usage,
        cost_usd=cost,
        prices=prices,
        latency_s=round(latency_s, 3),
        reported_model=reply.model or "",
        time=_now(),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _clean(text: str) -> str:
    """The text with lone surrogates replaced, so that every file can be UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def _usage(usage: Any) -> Usage:
    given = getattr(usage, "prompt_tokens_details", None)
    made = getattr(usage, "completion_tokens_details", None)
    return Usage(
        input=getattr(usage, "prompt_tokens", None) or 0,
        cached=getattr(given, "cached_tokens", None) or 0,
        output=getattr(usage, "completion_tokens", None) or 0,
        reasoning=getattr(made, "reasoning_tokens", None) or 0,
    )


def _cost(usage: Usage, reply: Any, config: RemoteModel) -> tuple[float | None, str]:
    """The call's price in US dollars and whose prices it is by; None where nobody knows a price."""
    if config.price:
        cached = config.price.input if config.price.cached_input is None else config.price.cached_input
        fresh = usage.input - usage.cached
        dollars = fresh * config.price.input + usage.cached * cached + usage.output * config.price.output
        return round(dollars / 1e6, 8), "config"
    try:
        cost = _litellm().completion_cost(completion_response=reply, model=config.litellm_model)
    except Exception:  # litellm raises a bare Exception for a model that it does not know
        return None, ""
    return round(float(cost), 8), f"litellm {version('litellm')}"


def _litellm() -> Any:
    """litellm, imported at the first call: it costs seconds and 180 MB, which a run from the ledger saves."""
    os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    # a fatal error cancels the other calls, and what litellm had begun for them would be announced as never awaited
    warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
    collecting = gc.isenabled()
    gc.disable()  # nothing of what the import builds is garbage: looking for it took a fifth of the time
    try:
        import litellm
    finally:
        if collecting:
            gc.enable()
    litellm.telemetry = False
    litellm.suppress_debug_info = True
    return litellm
