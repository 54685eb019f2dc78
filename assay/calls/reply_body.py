"""The body of a reply with status 200: an answer in a form that litellm reads, or a failure.

Pure: the same body has the same meaning, whether it has just arrived or was stored.
"""

import json
import math
from typing import Any, NamedTuple

from assay.records.untyped import JsonObject

CONTENT_KEYS = ("choices", "content", "candidates", "output")
"""Where the protocols have the answer."""
FAILED = (
    "error", "failed", "failure", "abort", "aborted", "cancelled", "insufficient_system_resource",
    "server_error", "timeout",
)  # fmt: skip
"""Finish reasons by which a provider says that it failed, and the answer is cut off.

litellm knows none of them and makes them `stop`.
"""
STATUS_OF_ERROR = {
    "authentication_error": 401,
    "context_length_exceeded": 400,
    "insufficient_quota": 402,
    "invalid_api_key": 401,
    "invalid_prompt": 400,
    "invalid_request_error": 400,
    "model_not_found": 404,
    "not_found_error": 404,
    "overloaded_error": 529,
    "permission_error": 403,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "INVALID_ARGUMENT": 400,
    "NOT_FOUND": 404,
    "PERMISSION_DENIED": 403,
    "RESOURCE_EXHAUSTED": 429,
    "UNAUTHENTICATED": 401,
    "UNAVAILABLE": 503,
}
"""The names of errors by which providers mean a status."""
OTHER_ERROR = 500
NEEDED: dict[str, JsonObject] = {
    "content": {"usage": {"input_tokens": 0, "output_tokens": 0}, "model": ""},
    "candidates": {"usageMetadata": {}},
}
"""What litellm needs beside an answer, by the answer's key (Anthropic, Gemini)."""
THOUGHTS = ("thinking", "reasoning")
"""Kinds of parts of a message that are no answer."""


class ReadBody(NamedTuple):
    """The status that the reply means, and its content. `cut_off`: part of an answer was there."""

    status: int
    content: bytes
    cut_off: bool = False


def read_body(content: bytes) -> ReadBody:
    """The meaning of a reply with status 200. A body that is no JSON object stays as it is."""
    try:
        body = json.loads(content, parse_constant=lambda _: None)  # null for NaN and infinity
    except (ValueError, RecursionError):
        return ReadBody(200, content)
    if not isinstance(body, dict):
        return ReadBody(200, content)
    has_answer = any(body.get(key) for key in CONTENT_KEYS)
    if body.get("error") and not has_answer:
        return ReadBody(_status_of_error(body["error"]), content)
    failure = _failure(body) if has_answer else None
    if failure is not None:
        status = _status_of_error(failure)
        text = failure.get("message") if isinstance(failure, dict) else None
        said = {"message": str(text or "the provider broke its answer off"), "code": status}
        return ReadBody(status, json.dumps({"error": said}).encode(), cut_off=True)
    return ReadBody(200, json.dumps(_mended(body)).encode())


def _failure(body: JsonObject) -> Any:
    """The provider's own failure beside a part of an answer; None for a whole answer."""
    choices = body.get("choices")
    listed = choices if isinstance(choices, list) else []
    for holder in [body, *(choice for choice in listed if isinstance(choice, dict))]:
        if holder.get("error"):
            return holder["error"]
        reasons = [holder.get(key) for key in _REASONS]
        if any(isinstance(reason, str) and reason.lower() in FAILED for reason in reasons):
            return {}
    return None


_REASONS = ("finish_reason", "native_finish_reason", "stop_reason", "status")


def _status_of_error(error: Any) -> int:
    """The status by the error's own number, or by its name."""
    if not isinstance(error, dict):
        return OTHER_ERROR
    values = [error.get(key) for key in ("code", "status", "type")]
    by_number = [_status_in(value) for value in values]
    by_name = [STATUS_OF_ERROR.get(value) for value in values if isinstance(value, str)]
    return next(filter(None, [*by_number, *by_name]), OTHER_ERROR)


def _status_in(value: Any) -> int | None:
    """The status of an error that the value is, as a number or in three digits."""
    if isinstance(value, str) and len(value) == 3 and value.isdecimal():
        value = int(value)
    return value if isinstance(value, int) and 400 <= value < 600 else None


def _mended(body: JsonObject) -> JsonObject:
    """The body with what litellm needs beside an answer, and with text in parts joined.

    Counts of tokens as decimal numbers or texts become whole numbers; what is no count is left out,
    so that nobody pays again for an answer whose usage cannot be read.
    """
    mended = dict(body)
    for answer, needed in NEEDED.items():
        if isinstance(body.get(answer), list):
            missing = {key for key in needed if not isinstance(body.get(key), type(needed[key]))}
            mended |= {key: needed[key] for key in missing}
    for key in ("usage", "usageMetadata"):
        if key in mended:
            mended[key] = _counts(mended[key])
    choices = body.get("choices")
    if isinstance(choices, list):
        mended["choices"] = [_with_joined_text(choice) for choice in choices]
    return mended


def _with_joined_text(choice: Any) -> Any:
    """The choice with one text for a list of parts; thoughts among them are left out."""
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict) or not isinstance(message.get("content"), list):
        return choice
    texts = []
    for part in message["content"]:
        if isinstance(part, dict) and part.get("type") in THOUGHTS:
            continue
        text = part.get("text") if isinstance(part, dict) else part
        if not isinstance(text, str):
            return choice
        texts.append(text)
    return {**choice, "message": {**message, "content": "".join(texts)}}


def _counts(usage: Any) -> Any:
    """Usage with whole numbers for all counts of tokens, at any depth."""
    if isinstance(usage, list):
        return [_counts(value) for value in usage]
    if not isinstance(usage, dict):
        return usage
    counts = {}
    for key, value in usage.items():
        if isinstance(value, dict | list):
            counts[key] = _counts(value)
        elif "token" not in key.lower():
            counts[key] = value
        elif (count := _count(value)) is not None:
            counts[key] = count
    return counts


def _count(value: Any) -> int | None:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return int(number) if math.isfinite(number) and not isinstance(value, bool) else None
