"""Services on loopback, in a thread: each validates, logs and answers as the real one would."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from aiohttp import web

from assay.records.untyped import JsonObject
from tests.providers.replies import Failure, ModelReply, Raw, RefusedRequest, Reply, Trouble

DRIP_S = 0.02
AT_MOST_S = 5.0
"""A trouble is over after this: a test without a time-out of its own fails and does not hang."""


class Speaks(Protocol):
    """A protocol: path (aiohttp's syntax), what it refuses, how it words answers and errors."""

    path: str

    def check(self, headers: Any, body: JsonObject, model: str) -> None: ...

    def answer(self, reply: ModelReply, body: JsonObject, model: str) -> JsonObject: ...

    def error(self, failure: Failure) -> JsonObject: ...


class Service:
    """All protocols behind one port.

    `replies` are given in turn, the last one for ever; `calls` is the log.
    """

    def __init__(self, protocols: list[Speaks]) -> None:
        self.calls: list[JsonObject] = []
        self.replies: list[Reply] = [ModelReply()]
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._serve(protocols), self._loop).result(30)

    def reset(self, *replies: Reply) -> None:
        """Forget the log; answer with these from now on."""
        self.calls.clear()
        self.replies = list(replies) or [ModelReply()]

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    async def _serve(self, protocols: list[Speaks]) -> None:
        app = web.Application(client_max_size=64 * 2**20)
        for protocol in protocols:
            app.router.add_post(protocol.path, self._handler(protocol))
        self._runner = web.AppRunner(
            app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"

    def _handler(self, protocol: Speaks) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            body = await request.json()
            model = request.match_info.get("model") or body["model"]
            call = {"headers": dict(request.headers), "url": str(request.url)}
            self.calls.append({**call, "path": request.path, "body": body})
            reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
            try:
                protocol.check(request.headers, body, model)
            except RefusedRequest as refused:
                reply = refused.failure
            if isinstance(reply, Trouble):
                return await _trouble(reply, request)
            if isinstance(reply, Raw):
                headers = {"Content-Type": reply.content_type, **dict(reply.headers)}
                return web.Response(body=reply.body, status=reply.status, headers=headers)
            if isinstance(reply, Failure):
                return _json(protocol.error(reply), reply.status, dict(reply.headers))
            return _json(protocol.answer(reply, body, model))

        return handle


def _json(
    value: JsonObject, status: int = 200, headers: dict[str, str] | None = None
) -> web.Response:
    return web.Response(
        text=json.dumps(value), status=status, content_type="application/json", headers=headers
    )


async def _trouble(trouble: Trouble, request: web.Request) -> web.StreamResponse:
    assert request.transport
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    if trouble.kind == "drip":
        await response.prepare(request)
    deadline = asyncio.get_running_loop().time() + AT_MOST_S
    lasts = trouble.kind != "reset"
    while lasts and request.transport and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(DRIP_S)
        if trouble.kind == "drip":
            await response.write(b" ")
    if request.transport:
        request.transport.abort()
    return response
