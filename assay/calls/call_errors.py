"""Errors of calls, classified: retryable or not, fatal or not; and messages without any key."""

import json
import math
import re
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote, quote_plus

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


def classify_error(
    error: Exception, model: str, config_path: str, *secrets: str | None
) -> Exception:
    """AssayError for a fatal error, else CallError: one failed call. Neither shows a secret.

    `model` is litellm's name, `config_path` the file of its config.
    """
    errors = _chain(error)
    for each in errors:
        if isinstance(each, CallError):
            return each
    text = redacted(_message(error), *secrets)
    if _is_too_long(errors):
        return ContextTooLong(
            f"{config_path}: the context window of '{model}' is too small for this prompt: {text}"
        )
    reason = _fatal(errors, model)
    if reason:
        return AssayError(f"{config_path}: {reason}: {text}")
    rate_limited = bool(
        {getattr(each, "status_code", None) for each in errors} & set(RATE_LIMIT_STATUSES)
    )
    return CallError(
        text,
        retryable=_is_retryable(errors),
        rate_limited=rate_limited,
        retry_after_s=_retry_after(errors) if rate_limited else None,
        charged=_may_be_charged(errors),
    )


def _chain(error: BaseException) -> list[BaseException]:
    """The error and those it was raised from: litellm's first, the HTTP client's last.

    litellm's classes lose the status and the headers of some replies (a 529 becomes a 500); the
    errors below keep them.
    """
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
    with suppress(
        ValueError, LookupError, TypeError
    ):  # not the JSON of a service's error: shown as it is
        said = before + str(json.JSONDecoder().raw_decode(brace + body)[0]["error"]["message"])
    return f"{type(error).__name__}: {said}"


def _is_too_long(errors: list[BaseException]) -> bool:
    if _is_unreadable(errors):
        return False
    return _is(errors[0], "ContextWindowExceededError") or bool(
        re.search(_TOO_LONG, _refusal_text(errors), re.I)
    )


def _is_redirect(errors: list[BaseException]) -> bool:
    """Whether the server answered with a redirect.

    Following it would carry key and prompt along.
    """
    return 300 <= (_status(errors) or 0) < 400


def _refusal_text(errors: list[BaseException]) -> str:
    """What a service says with a 4xx; empty for other errors, whose text may be anything."""
    status = _status(errors)
    return " ".join(map(str, errors)) if status is not None and 400 <= status < 500 else ""


def _fatal(errors: list[BaseException], model: str) -> str | None:
    """Why no further call to this model can succeed; None where one may."""
    if _is_redirect(errors):
        return (
            f"the server sends the calls to '{model}' elsewhere, and redirects are not followed: "
            "correct `api_base`"
        )
    if _is_unreadable(errors):
        return None
    status = _status(errors)
    text = _refusal_text(errors)
    if status == 402 or re.search(_UNPAID, text, re.I):
        return f"the account that pays for '{model}' has nothing left"
    if any(isinstance(each, ImportError) for each in errors):
        return f"litellm needs a package that is not installed to call '{model}'"
    refused = _is(errors[0], "AuthenticationError", "NotFoundError", "PermissionDeniedError")
    if refused or status in FATAL_STATUSES or re.search(_UNKNOWN, text):
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


def _status(errors: list[BaseException]) -> int | None:
    """The status that the service gave: of the lowest error with one, else litellm's, else None.

    None too if no reply came: litellm then reads a status out of the text, 403 out of a port 40403.
    It tries a connection twice, so a reply may follow a failure.
    """
    replied = any(_is(each, "HTTPStatusError") for each in errors)
    if not replied and any(_is(each, "TransportError") for each in errors):
        return None
    found = [
        status for each in errors if isinstance(status := getattr(each, "status_code", None), int)
    ]
    return found[-1] if found else None


def _is_retryable(errors: list[BaseException]) -> bool:
    """Whether the same call can succeed later: not if the service rejects the request itself."""
    status = _status(errors)
    return (
        _is_unreadable(errors)
        or status is None
        or not 400 <= status < 500
        or status in RETRYABLE_STATUSES
    )


def _is_unreadable(errors: list[BaseException]) -> bool:
    """Whether the service answered, but not with a valid reply.

    Then its text proves nothing: the model's own words may be in it.
    """
    status = _status(errors)
    answered = status is not None and status < 400
    return (
        isinstance(errors[0], MalformedReply)
        or answered
        or bool(re.search(_UNREADABLE, str(errors[0])))
    )


def _may_be_charged(errors: list[BaseException]) -> bool:
    """Whether the call may be billed: the service was reached and did not refuse."""
    if any(_is(each, "ConnectError", "ConnectTimeout", "HTTPStatusError") for each in errors):
        return False
    broke_off = any(_is(each, "TransportError") for each in errors)
    return broke_off or _is_unreadable(errors) or not 400 <= (_status(errors) or 0) < 500


_UNREADABLE = r"Error converting to valid response block|Unable to get json response"
"""litellm's words for it where it makes up a status: for Gemini and for Anthropic."""


def _retry_after(errors: list[BaseException]) -> float | None:
    """The seconds that the service asks to wait: from headers, or from Gemini's error text."""
    for each in errors:
        for source in (each, getattr(each, "response", None)):
            seconds = _seconds(getattr(source, "headers", None) or {})
            if seconds is not None:
                return seconds
    written = re.search(r'"retryDelay":\s*"(\d+(?:\.\d+)?)s"', str(errors[0]))
    return float(written[1]) if written else None


def _seconds(headers: Any) -> float | None:
    """The value of Retry-After, in seconds or as an HTTP date; None if it is neither."""
    value = str(headers.get("retry-after") or headers.get("Retry-After") or "")
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
    line = re.sub(
        r"[\w-]*\*{4,}[\w-]*", "<key>", " ".join(text.split())
    )  # as services mask a key that they quote
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


def is_moderated(error: Exception) -> bool:
    """Whether the service objects to the content, not to the form of the request."""
    by_xai = re.search(r"violates usage guidelines", str(error), re.I)  # with status 403
    return bool(_is(error, "ContentPolicyViolationError") or by_xai) and not _is_unreadable(
        _chain(error)
    )


def _is(error: BaseException, *names: str) -> bool:
    """Whether the error is of one of litellm's classes, by name: litellm is not imported here."""
    return bool({kind.__name__ for kind in type(error).__mro__} & set(names))
