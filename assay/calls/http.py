"""The network under litellm: one transport of ours, for every provider and protocol.

Redirects are not followed: key and prompt stay with their host. A reply is read piece by piece and
given up when it is larger than its limit of tokens could explain. It may be packed as gzip, and no
more than its limit is ever unpacked; packed otherwise (brotli, zstd, gzip in gzip) it is given up
unread. No connection is used twice, so no reply can answer another call. The body of a reply with
status 200 is handed over before anything reads it; what it means, `reply_body` decides.

litellm takes clients with this transport: `litellm.aclient_session` where it calls by OpenAI's
package, the argument `client` where it calls by its own handler.
"""

import zlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import httpx

from assay.calls.batches import REQUEST_S, RESULT_BYTES
from assay.calls.exchange import EXCHANGE, Exchange
from assay.calls.reply_body import read_body
from assay.errors import AssayError
from assay.ledger.request import CallError

PACKINGS = ("", "identity", "gzip")
"""What Content-Encoding may say. More than gzip is not asked for."""
GZIP_ALONE = 31
"""zlib's `wbits` for a gzip header."""
BY_OPENAIS_PACKAGE = (
    "azure", "azure_text", "custom_openai", "openai", "text-completion-inception",
    "text-completion-openai",
)  # fmt: skip
"""Providers that litellm calls by OpenAI's package, beside its list of compatible ones."""
BY_OWN_HANDLER = frozenset(
    "a2a anthropic azure_ai bedrock bedrock_mantle bytez cometapi compactifai databricks datarobot "
    "deepseek edenai fireworks_ai gemini groq heroku hosted_vllm huggingface langflow langgraph "
    "lemonade minimax mistral nadir ollama ollama_chat openrouter ovhcloud sagemaker_chat "
    "snowflake together_ai vertex_ai vertex_ai_beta xai".split()
)
"""Providers whose handler in litellm takes the argument `client`."""


class BoundedTransport(httpx.AsyncBaseTransport):
    """Sends a request by the transport inside, and reads the whole reply by the rules above."""

    def __init__(self, inside: httpx.AsyncBaseTransport) -> None:
        self._inside = inside

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The reply. CallError if it is given up."""
        exchange = EXCHANGE.get()
        exchange.tried = True
        if exchange.stored is not None:
            return self._reply(exchange, request, exchange.stored.encode())
        if exchange.batches is not None:
            exchange.sent = True
            status, content = await exchange.batches.reply(exchange.key, request, self._by_itself)
        else:
            status, content = await self._received(exchange, request)
        if status == 200:
            exchange.keep(content.decode("utf-8", "replace"))
            return self._reply(exchange, request, content)
        exchange.status, exchange.body = status, content
        return _response(status, exchange.headers, content, request)

    async def _received(self, exchange: Exchange, request: httpx.Request) -> tuple[int, bytes]:
        """Status and body of the provider's reply."""
        request.headers["Accept-Encoding"] = "gzip"
        try:
            response = await self._inside.handle_async_request(request)
        except BaseException as error:
            exchange.sent = not _is_unconnected(error)
            raise
        exchange.sent = True
        exchange.headers = response.headers
        try:
            content = await _content(response, exchange.most_bytes)
        finally:
            await response.aclose()
        return response.status_code, content

    async def _by_itself(
        self, method: str, address: str, body: bytes, headers: Mapping[str, str]
    ) -> httpx.Response:
        """The reply to a request about batches."""
        timeout = httpx.Timeout(REQUEST_S).as_dict()
        request = httpx.Request(
            method, address, content=body, headers=headers, extensions={"timeout": timeout}
        )
        exchange = Exchange(most_bytes=RESULT_BYTES)
        status, content = await self._received(exchange, request)
        return _response(status, exchange.headers, content, request)

    def _reply(self, exchange: Exchange, request: httpx.Request, content: bytes) -> httpx.Response:
        """The reply with status 200, as litellm shall see it."""
        read = read_body(content)
        exchange.status, exchange.cut_off = read.status, read.cut_off
        exchange.body = content if read.status == 200 else read.content
        headers = {**exchange.headers, "content-type": "application/json"}
        return _response(read.status, headers, read.content, request)

    async def aclose(self) -> None:
        """Nothing: litellm closes clients of one call, and others still use the transport."""


def _is_unconnected(error: BaseException) -> bool:
    """Whether no connection came about.

    litellm's transport says ConnectError also of one that was reset once the request was sent. The
    error of aiohttp below it has an `os_error` only if it came from connecting.
    """
    is_reset = isinstance(error.__cause__, OSError) and not hasattr(error.__cause__, "os_error")
    return isinstance(error, httpx.ConnectError | httpx.ConnectTimeout) and not is_reset


_NOT_PASSED_ON = ("content-encoding", "content-length", "transfer-encoding", "location")
"""Headers of what was unpacked here; and without `Location` no client follows a redirect."""


def _response(
    status: int, headers: Mapping[str, str], content: bytes, request: httpx.Request
) -> httpx.Response:
    passed = [(name, value) for name, value in headers.items() if name not in _NOT_PASSED_ON]
    return httpx.Response(status, headers=passed, content=content, request=request)


async def _content(response: httpx.Response, limit: int) -> bytes:
    """The whole body, unpacked. CallError once it has more than it may have, or if it is packed in
    another way than was asked for."""
    packing = response.headers.get("Content-Encoding", "").strip().lower()
    if packing not in PACKINGS:
        raise CallError(
            f"the reply is packed as '{packing:.40}', and gzip was asked for: it was given up",
            charged=True,
        )
    gzip = zlib.decompressobj(GZIP_ALONE) if packing == "gzip" else None
    content = bytearray()
    async for piece in response.aiter_raw():
        try:
            content += gzip.decompress(piece, limit - len(content) + 1) if gzip else piece
        except zlib.error as error:
            raise httpx.DecodingError(str(error)) from error
        if len(content) > limit:
            raise CallError(
                f"the reply has more than {limit:,} bytes, which its limit of tokens does not "
                "explain: it was given up",
                charged=True,
            )
    return bytes(content)


@cache
def bounded_handler(litellm: Any) -> Any:
    """litellm's HTTP handler over a transport of ours. One for the process."""
    handlers = litellm.llms.custom_httpx.http_handler
    verify = handlers.get_ssl_configuration()
    as_told = {"ssl_verify": verify} if isinstance(verify, bool) else {"ssl_context": verify}
    inside = handlers.AsyncHTTPHandler.create_async_transport(**as_told)
    transport = BoundedTransport(inside or httpx.AsyncHTTPTransport(verify=verify))
    return handlers.AsyncHTTPHandler(transport=transport)


def client_for(litellm: Any, provider: str, model: str, config_path: str) -> Any:
    """The argument `client` for a provider, by litellm's name of it; None where litellm finds ours
    by itself. AssayError for a provider that litellm calls by clients of its own."""
    if provider in BY_OWN_HANDLER:
        return bounded_handler(litellm)
    listed = litellm.llms.openai_like.json_loader.JSONProviderRegistry.exists(provider)
    compatible = listed or provider in litellm.openai_compatible_providers
    if provider in BY_OPENAIS_PACKAGE or compatible:
        return None
    raise AssayError(
        f"{config_path}: litellm calls '{model}' by a client of its own, whose replies have no "
        f"bounds: ask the model through a server that speaks OpenAI's protocol "
        "(litellm_model: openai/<name>, with api_base)"
    )
