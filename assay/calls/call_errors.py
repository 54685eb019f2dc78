"""Errors of calls, classified: retryable or not, fatal or not; and messages without any key."""

import json
import math
import re
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import quote, quote_plus

from assay.calls.exchange import Exchange
from assay.errors import AssayError, printable
from assay.ledger.request import CallError, ContextTooLong

RATE_LIMIT_STATUSES = (429, 503, 529)
"""The status codes by which providers ask for fewer calls."""
FATAL_STATUSES = (401, 403, 404)
"""The key or the model is not accepted: no further call can succeed."""
RETRYABLE_STATUSES = (408, 409, 425, 429)
"""The status codes between 400 and 499 that speak of the moment, not of the request."""


class MalformedReply(Exception):
    """The provider's reply has no usable choice."""


class UnreadableReply(CallError):
    """JSON that came as a reply and is no answer. The text is the same whatever it says."""


def classify_error(
    error: Exception, model: str, config_path: str, exchange: Exchange, *secrets: str | None
) -> Exception:
    """AssayError for a fatal error, else CallError: one failed call. Neither shows a secret.

    `model` is litellm's name, `config_path` the file of its config, `exchange` what came of the
    call on the network: litellm's errors lose the status and the headers of some replies.
    """
    errors = _chain(error)
    for each in errors:
        if isinstance(each, CallError | AssayError):
            return each
    text = redacted(_message(error), *secrets)
    if exchange.status is not None and exchange.status < 300:
        return _unreadable(error, text, exchange)
    if _refuses(error, exchange, "ContextWindowExceededError", _TOO_LONG):
        return ContextTooLong(
            f"{config_path}: the context window of '{model}' is too small for this prompt: {text}"
        )
    reason = _fatal(errors, model, exchange)
    if reason:
        return AssayError(f"{config_path}: {reason}: {text}")
    rate_limited = exchange.status in RATE_LIMIT_STATUSES
    return CallError(
        text,
        retryable=_is_retryable(_status(error, exchange)),
        rate_limited=rate_limited,
        retry_after_s=_retry_after(exchange) if rate_limited else None,
        charged=exchange.sent and (exchange.status is None or exchange.cut_off),
    )


def _unreadable(error: Exception, text: str, exchange: Exchange) -> CallError:
    """What a reply with status 200 is that litellm or Assay cannot read.

    Its text proves nothing: the model's own words may be in it.
    """
    if exchange.body.lstrip()[:1] not in (b"{", b"["):
        return CallError("the reply is no JSON", retryable=True, charged=True)
    reason = text if isinstance(error, MalformedReply) else "the reply is JSON of no known form"
    return UnreadableReply(reason, retryable=True, charged=True)


def _chain(error: BaseException) -> list[BaseException]:
    """The error and those it was raised from: litellm's first, the HTTP client's last."""
    found: list[BaseException] = []
    below: BaseException | None = error
    while below is not None and below not in found:
        found.append(below)
        below = below.__cause__ or below.__context__
    return found


def _message(error: Exception) -> str:
    """The kind of the error and its text, without litellm's repetitions and tracebacks."""
    said = re.split(r"\s*Traceback \(most recent call last\)", str(error))[0]
    said = re.sub(r"^(?:(?:litellm\.)?\w*(?:Error|Timeout)\b:? *)+", "", said)
    before, brace, body = said.partition("{")
    with suppress(ValueError, LookupError, TypeError):  # no JSON of an error: shown as it is
        said = before + str(json.JSONDecoder().raw_decode(brace + body)[0]["error"]["message"])
    return f"{type(error).__name__}: {said}"


def _refusal_text(exchange: Exchange) -> str:
    """What a service says with a 4xx; empty for other replies, whose text may be anything."""
    return exchange.body.decode("utf-8", "replace") if is_refused(exchange) else ""


def is_refused(exchange: Exchange) -> bool:
    """Whether the service answered that it does not take the request."""
    return exchange.status is not None and 400 <= exchange.status < 500


def _refuses(error: Exception, exchange: Exchange, kind: str, words: str) -> bool:
    """Whether it does so by an error of this class of litellm's, or by such words of its own."""
    is_kind = any(each.__name__ == kind for each in type(error).__mro__)  # litellm is not imported
    found = re.search(words, _refusal_text(exchange), re.I)
    return (is_refused(exchange) and is_kind) or found is not None


def _fatal(errors: list[BaseException], model: str, exchange: Exchange) -> str | None:
    """Why no further call to this model can succeed; None where one may."""
    status = _status(errors[0], exchange)
    text = _refusal_text(exchange) if exchange.tried else str(errors[0])
    if status is not None and 300 <= status < 400:  # following it would carry key and prompt along
        return (
            f"the server sends the calls to '{model}' elsewhere, and redirects are not followed: "
            "correct `api_base`"
        )
    if status == 402 or re.search(_UNPAID, text, re.I):
        return f"the account that pays for '{model}' has nothing left"
    if any(isinstance(each, ImportError) for each in errors):
        return f"litellm needs a package that is not installed to call '{model}'"
    if status in FATAL_STATUSES or re.search(_UNKNOWN, text):
        return f"the provider refuses '{model}'"
    return None


_TOO_LONG = (
    r"context_length_exceeded|exceed_context_size|"
    r"exceeds the context window of this model|exceed context limit|"
    r"longer than the maximum model length|loaded with context length of only"
)
"""Texts of services for a full context window that litellm does not know.

They come from OpenAI's responses API, llama.cpp, vLLM and LM Studio.
"""
_UNPAID = r"insufficient_quota|credit balance is too low"
_UNKNOWN = r"LLM Provider NOT provided|API_KEY_INVALID|API key not valid"
"""Refusals without a status of their own. Gemini answers a wrong key with 400."""


def _status(error: BaseException, exchange: Exchange) -> int | None:
    """The service's status; litellm's own if it refused before anything was sent."""
    return exchange.status if exchange.tried else getattr(error, "status_code", None)


def _is_retryable(status: int | None) -> bool:
    """Whether the same call can succeed later: not if the service rejects the request itself."""
    return status is None or not 400 <= status < 500 or status in RETRYABLE_STATUSES


def _retry_after(exchange: Exchange) -> float | None:
    """The seconds that the service asks to wait: from its headers, or from Gemini's error."""
    seconds = _seconds(exchange.headers.get("retry-after", ""))
    if seconds is not None:
        return seconds
    text = exchange.body.decode("utf-8", "replace")
    written = re.search(r'"retryDelay":\s*"(\d+(?:\.\d+)?)s"', text)
    return float(written[1]) if written else None


def _seconds(value: str) -> float | None:
    """The value of Retry-After, in seconds or as an HTTP date; None if it is neither."""
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def redacted(text: str, *secrets: str | None) -> str:
    """One line of at most 300 characters without secrets, their pieces, or anything like a key."""
    line = " ".join(text.split())
    line = re.sub(r"[\w-]*\*{4,}[\w-]*", "<key>", line)  # as services mask a key that they quote
    for secret in secrets:
        for piece in _pieces(secret or ""):
            line = line.replace(piece, "<key>")
    line = re.sub(r"([?&](?:api[_-]?)?key=)[^&\s\"']+", r"\1<key>", line, flags=re.I)
    line = re.sub(
        r"(\bBearer\s+|\bx-(?:api|goog-api)-key\W+)[\w.~+/=*-]{8,}", r"\1<key>", line, flags=re.I
    )
    line = re.sub(r"\b((sk|key|gsk|xai|hf)[-_]|AIza|AQ\.)[\w*-]{8,}", "<key>", line)
    return printable(line[:300])


def _pieces(key: str) -> list[str]:
    """The key, also as in a URL, and its beginnings and ends of eight characters or more.

    The longest first.
    """
    if not key:
        return []
    parts = {part for size in range(8, len(key)) for part in (key[:size], key[-size:])}
    return [key, quote(key, safe=""), quote_plus(key), *sorted(parts, key=len, reverse=True)]


def is_moderated(error: Exception, exchange: Exchange) -> bool:
    """Whether the service objects to the content, not to the form of the request."""
    # the words are xAI's, with 403
    return _refuses(error, exchange, "ContentPolicyViolationError", "violates usage guidelines")
