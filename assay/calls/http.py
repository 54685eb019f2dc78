"""What every HTTP client of litellm has to do, whatever the provider's protocol.

Redirects are not followed: key and prompt stay with their host. A reply is read piece by piece and
given up when it is larger than its limit of tokens could explain. It may be packed as gzip, and no
more than its limit is ever unpacked; packed otherwise (brotli, zstd, gzip in gzip) it is given up
unread. A reply with status 200 that consists of an error gets the status of that error.

litellm, and the OpenAI client that it uses, make their clients themselves and in several places.
All of them are httpx clients, so the rules are set there, once for the process.
"""

import json
import zlib
from collections.abc import AsyncIterator, Callable
from contextvars import ContextVar
from functools import cache
from typing import Any

import httpx

from assay.ledger.request import CallError

FRAME_BYTES = 1 << 20
"""Of a reply without its tokens: names of fields, ids, counts."""
BYTES_PER_TOKEN = 64
"""Of a reply. A token of text has four; tokens of white space, escapes and signatures have more."""
MOST_TOKENS = 1 << 18
"""Of a reply whose request sets no max_tokens: no model writes more at once."""
REPLY_LIMIT: ContextVar[int] = ContextVar(
    "REPLY_LIMIT", default=FRAME_BYTES + BYTES_PER_TOKEN * MOST_TOKENS
)
"""The bytes that the reply to the present call may have, unpacked."""
PACKINGS = ("", "identity", "gzip")
"""What Content-Encoding may say. More than gzip is not asked for."""
GZIP_ALONE = 31
"""zlib's `wbits` for a gzip header."""
CONTENT_KEYS = ("choices", "content", "candidates", "output")
"""Where the protocols have the answer."""
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


def set_reply_limit(max_tokens: int | None) -> None:
    """Bound the reply to the call that this task makes next."""
    REPLY_LIMIT.set(FRAME_BYTES + BYTES_PER_TOKEN * (max_tokens or MOST_TOKENS))


@cache
def guard_clients() -> None:
    """Set the rules for all httpx clients of this process."""
    httpx.AsyncClient.send = _send  # type: ignore[assignment, method-assign]
    httpx.Client.send = _send_and_wait  # type: ignore[assignment, method-assign]
    httpx.Response.aiter_bytes = _aiter_bytes  # type: ignore[assignment, method-assign]


_plain_send = httpx.AsyncClient.send
_plain_send_and_wait = httpx.Client.send
_plain_aiter_bytes = httpx.Response.aiter_bytes


async def _send(
    client: httpx.AsyncClient, request: httpx.Request, **options: Any
) -> httpx.Response:
    """As httpx does it, but without redirects, and with the status of an error in the body."""
    request.headers["Accept-Encoding"] = "gzip"
    response = await _plain_send(client, request, **{**options, "follow_redirects": False})
    if response.status_code == 200 and not options.get("stream"):
        response.status_code = status_of_body(response.content) or 200
    return response


def _send_and_wait(client: httpx.Client, request: httpx.Request, **options: Any) -> httpx.Response:
    """As httpx does it, but without redirects: litellm fetches some providers' tokens so."""
    return _plain_send_and_wait(client, request, **{**options, "follow_redirects": False})


async def _aiter_bytes(
    response: httpx.Response, chunk_size: int | None = None
) -> AsyncIterator[bytes]:
    """As httpx does it, in pieces of any size. CallError once the reply has more than it may have,
    or if it is packed in another way than was asked for."""
    if response.is_stream_consumed:
        async for part in _plain_aiter_bytes(response, chunk_size):
            yield part
        return
    unpacked = await _unpacker(response)
    limit = REPLY_LIMIT.get()
    received = 0
    async for packed in response.aiter_raw():
        part = unpacked(packed, limit - received + 1)
        received += len(part)
        if received > limit:
            await response.aclose()
            raise CallError(
                f"the reply has more than {limit:,} bytes, which its limit of tokens does not "
                "explain: it was given up",
                charged=True,
            )
        yield part


async def _unpacker(response: httpx.Response) -> Callable[[bytes, int], bytes]:
    """The function that unpacks the next piece of the reply, to so many bytes at most."""
    packing = response.headers.get("Content-Encoding", "").strip().lower()
    if packing not in PACKINGS:
        await response.aclose()
        raise CallError(
            f"the reply is packed as '{packing:.40}', and gzip was asked for: it was given up",
            charged=True,
        )
    if packing != "gzip":
        return lambda piece, _: piece
    gzip = zlib.decompressobj(GZIP_ALONE)

    def unpacked(piece: bytes, most: int) -> bytes:
        try:
            return gzip.decompress(piece, most)
        except zlib.error as error:
            raise httpx.DecodingError(str(error), request=response.request) from error

    return unpacked


def status_of_body(content: bytes) -> int | None:
    """The status that a body means which is an error and no answer; None for any other body."""
    if b'"error"' not in content:
        return None
    try:
        body = json.loads(content)
    except (ValueError, RecursionError):
        return None
    if not isinstance(body, dict) or any(body.get(key) for key in CONTENT_KEYS):
        return None
    return _status_of_error(body["error"]) if body.get("error") else None


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
