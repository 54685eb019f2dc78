"""Services on loopback, in a thread: each validates, logs and answers as the real one would."""

import asyncio
import socket
import struct
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


class Loopback:
    """An application on 127.0.0.1, in a thread; `url` is its address."""

    def __init__(self, app: web.Application) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._serve(app), self._loop).result(30)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._runner.cleanup(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    async def _serve(self, app: web.Application) -> None:
        self._runner = web.AppRunner(
            app, access_log=None, handler_cancellation=True, shutdown_timeout=0.1
        )
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"


class Service(Loopback):
    """All protocols behind one port.

    `replies` are given in turn, the last one for ever; `calls` is the log.
    """

    def __init__(self, protocols: list[Speaks]) -> None:
        self.calls: list[JsonObject] = []
        self.replies: list[Reply] = [ModelReply()]
        app = web.Application(client_max_size=64 * 2**20)
        for protocol in protocols:
            app.router.add_post(protocol.path, self._handler(protocol))
        super().__init__(app)

    def reset(self, *replies: Reply) -> None:
        """Forget the log; answer with these from now on."""
        self.calls.clear()
        self.replies = list(replies) or [ModelReply()]

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
                reply = refused.args[0]
            if isinstance(reply, Trouble):
                return await _trouble(reply, request)
            if isinstance(reply, Raw):
                headers = {"Content-Type": reply.content_type, **dict(reply.headers)}
                return web.Response(body=reply.body, status=reply.status, headers=headers)
            if isinstance(reply, Failure):
                error = protocol.error(reply)
                return web.json_response(error, status=reply.status, headers=dict(reply.headers))
            return web.json_response(protocol.answer(reply, body, model))

        return handle


async def _trouble(trouble: Trouble, request: web.Request) -> web.StreamResponse:
    assert request.transport
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    if trouble.kind == "drip":
        await response.prepare(request)
    deadline = asyncio.get_running_loop().time() + AT_MOST_S
    lasts = trouble.kind in ("silence", "drip")
    while lasts and request.transport and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(DRIP_S)
        if trouble.kind == "drip":
            await response.write(b" ")
    if request.transport and trouble.kind == "reset":
        linger = struct.pack("ii", 1, 0)
        raw = request.transport.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    if request.transport:
        request.transport.abort()
    return response
