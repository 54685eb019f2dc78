"""`complete(request)`: the one way to ask a model. Ledger first, then the provider. Alone imports litellm."""

import asyncio
import gc
import os
import re
import time
import warnings
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from dotenv import dotenv_values

from stages.lib.base.config import CallsConfig, RemoteModel
from stages.lib.base.errors import AssayError
from stages.lib.base.records import Record, Response, ToolCall, Usage
from stages.lib.calls.ledger import Entry, Ledger
from stages.lib.hashing import content_hash

Provider = Callable[["Request"], Awaitable[Response]]


class CallFailed(Exception):
    """A call that stayed failed after its retries: a gap to be named, not a reason to stop the others."""


class Request(Record):
    """The exact content of a call. Its hash is the ledger's key; addresses, keys and time-outs are not in it."""

    model: str
    messages: tuple[dict[str, Any], ...]
    tools: tuple[dict[str, Any], ...] = ()
    params: dict[str, Any] = {}
    response_format: dict[str, Any] | None = None
    attempt: int = 1

    @property
    def key(self) -> str:
        return content_hash(self.model_dump(mode="json"))


class Client:
    """Asks one provider through one ledger, at most `calls.concurrency` at once; counts reused and new calls.

    After an error that no retry can mend it starts no further call, while those under way end and are kept.
    """

    def __init__(self, provider: Provider, ledger: Ledger, calls: CallsConfig, *, paid: bool = True) -> None:
        self._provider = provider
        self._ledger = ledger
        self._replay = paid and calls.mode == "replay"
        self._paid = paid
        self._gate = asyncio.Semaphore(calls.concurrency)
        self._stopped: AssayError | None = None
        self._asked: dict[str, asyncio.Future[Response]] = {}
        self.reused = self.new = 0
        self.usage = Usage()
        self.cost_usd = 0.0

    def knows(self, request: Request) -> bool:
        """Whether the request can be answered without a paid call."""
        return not self._paid or self._ledger.find(request.key) is not None

    async def complete(self, request: Request, about: dict[str, Any]) -> Response:
        """The answer to the request, from the ledger or else from the provider and then in the ledger.

        CallFailed if the provider stays failing; AssayError for what no retry can mend.
        """
        entry = self._ledger.find(request.key)
        if entry:
            self.reused += 1
            return entry.response
        if self._replay:
            raise AssayError(
                f"calls.mode=replay, but the ledger has no answer for {about} (key {request.key[:12]}): "
                "`dvc pull` it, or run with calls.mode=live"
            )
        if request.key in self._asked:  # the very same request is under way: one call, paid once
            self.reused += 1
        else:
            self._asked[request.key] = asyncio.ensure_future(self._gated(request, about))
        return await self._asked[request.key]

    async def _gated(self, request: Request, about: dict[str, Any]) -> Response:
        async with self._gate:
            if self._stopped:
                raise self._stopped
            return await self._ask(request, about)

    async def _ask(self, request: Request, about: dict[str, Any]) -> Response:
        try:
            response = await self._provider(request)
            if self._paid:
                asked = request.model_dump(mode="json")
                self._ledger.append(Entry(key=request.key, about=about, request=asked, response=response))
        except AssayError as error:
            self._stopped = error
            raise
        self.new += 1
        self.usage += response.usage
        self.cost_usd += response.cost_usd or 0.0
        return response


def sampling_params(config: RemoteModel) -> dict[str, Any]:
    """The sampling parameters that the config sets, as a request sends them."""
    return config.sampling.model_dump(exclude_none=True)


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
    """A provider that calls litellm, with bounded, jittered retries."""

    async def ask(request: Request) -> Response:
        key = api_key(config, place)
        try:
            return await _with_retries(calls, request, config, key)
        except Exception as error:
            raise _settled(error, config, place, key) from None

    return ask


async def _with_retries(calls: CallsConfig, request: Request, config: RemoteModel, key: str | None) -> Response:
    import tenacity

    retrying = tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(_may_mend),
        stop=tenacity.stop_after_attempt(calls.max_retries + 1),
        wait=tenacity.wait_random_exponential(multiplier=calls.retry_wait_s, max=60),
        reraise=True,
    )
    return await retrying(_call_litellm, request, config, calls.timeout_s, key)


def _may_mend(error: BaseException) -> bool:
    """Whether asking again can help: overload, time-out, lost connection, a reply that is no reply."""
    litellm = _litellm()
    mendable = (
        litellm.RateLimitError, litellm.Timeout, litellm.APIConnectionError, litellm.InternalServerError,
        litellm.ServiceUnavailableError, litellm.BadGatewayError, litellm.APIError, MalformedReply,
    )  # fmt: skip
    return isinstance(error, mendable) and not _is_fatal(error)


def _is_fatal(error: BaseException) -> bool:
    litellm = _litellm()
    fatal = litellm.AuthenticationError | litellm.NotFoundError | litellm.PermissionDeniedError
    refused = getattr(error, "status_code", None) in (401, 403, 404)  # litellm has no class for some providers' 403
    return isinstance(error, fatal) or refused or "LLM Provider NOT provided" in str(error)


def _settled(error: Exception, config: RemoteModel, place: str, key: str | None) -> Exception:
    """What becomes of an error after the retries: fatal for the stage, or one failed call. Without the key."""
    if not isinstance(error, MalformedReply) and type(error).__module__.split(".")[0] not in ("litellm", "openai"):
        return error
    text = _redacted(f"{type(error).__name__}: {error}", key)
    if _is_fatal(error):
        return AssayError(f"{place}: the provider refuses '{config.litellm_model}': {text}")
    return CallFailed(text)


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
