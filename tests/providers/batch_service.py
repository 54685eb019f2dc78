"""Batch APIs on loopback: OpenAI's files and batches, Anthropic's message batches."""

import json
from collections.abc import Awaitable, Callable

from aiohttp import web

from assay.records.untyped import JsonObject
from tests.providers.anthropic_messages import AnthropicMessages
from tests.providers.openai_chat import OpenAIChat
from tests.providers.replies import ModelReply
from tests.providers.service import Loopback

KEYS = ("Authorization", "x-api-key")
FAILS = "cannot be answered"
"""A call with these words fails in its batch."""
FORGOTTEN = "is forgotten"
"""A call with these words has no result when its batch ends."""


class BatchService(Loopback):
    """`batches`: by id, the calls of each by custom id. Each ends at the poll number `polls`.

    `refusal`: the status with which a new file or batch is refused.
    """

    def __init__(self) -> None:
        self.batches: dict[str, JsonObject] = {}
        self.files: dict[str, JsonObject] = {}
        self.polls = 1
        self.polled: list[str] = []
        self.keys: set[str] = set()
        self.refusal = 0
        app = web.Application(middlewares=[self._checked])
        app.router.add_post("/openai/v1/files", self._file)
        app.router.add_post("/{base:.*}/batches", self._batch)
        app.router.add_get("/{base:.*}/batches/{name}", self._state)
        app.router.add_get("/{base:.*}/{name}/{what:content|results}", self._results)
        super().__init__(app)

    @web.middleware
    async def _checked(
        self,
        request: web.Request,
        handler: Callable[[web.Request], Awaitable[web.StreamResponse]],
    ) -> web.StreamResponse:
        self.keys |= {request.headers[name] for name in KEYS if name in request.headers}
        if self.refusal and request.method == "POST":
            return web.json_response({"error": {"message": "no"}}, status=self.refusal)
        return await handler(request)

    async def _file(self, request: web.Request) -> web.Response:
        form = await request.post()
        file = form["file"]
        assert form["purpose"] == "batch" and isinstance(file, web.FileField)
        lines = [json.loads(line) for line in file.file.read().splitlines()]
        assert all(line["url"] == "/v1/chat/completions" for line in lines)
        name = f"file-{len(self.files)}"
        self.files[name] = {line["custom_id"]: line["body"] for line in lines}
        return web.json_response({"id": name})

    async def _batch(self, request: web.Request) -> web.Response:
        body = await request.json()
        name = f"batch-{len(self.batches)}"
        if "requests" in body:
            self.batches[name] = {one["custom_id"]: one["params"] for one in body["requests"]}
        else:
            assert body["completion_window"] == "24h" and body["endpoint"] == "/v1/chat/completions"
            self.batches[name] = self.files[body["input_file_id"]]
        return web.json_response({"id": name})

    async def _state(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        self.polled.append(name)
        if self.polled.count(name) == 1 < self.polls:
            return web.Response(text="<html>")  # as a proxy in between says that it is busy
        ended = self.polled.count(name) >= self.polls
        if "/messages/" in request.path:
            status = "ended" if ended else "in_progress"
            results = f"{request.url}/results" if ended else None
            return web.json_response({"processing_status": status, "results_url": results})
        status = "completed" if ended else "in_progress"
        return web.json_response({"status": status, "output_file_id": name if ended else None})

    async def _results(self, request: web.Request) -> web.Response:
        calls = reversed(self.batches[request.match_info["name"]].items())
        lines = [self._result(key, call) for key, call in calls if FORGOTTEN not in str(call)]
        return web.Response(text="".join(json.dumps(line) + "\n" for line in lines))

    def _result(self, key: str, call: JsonObject) -> JsonObject:
        asked = json.dumps(call["messages"])
        reply = ModelReply(f"To {asked[-20:]}")
        is_claude = call["model"].startswith("claude")
        if is_claude and FAILS in asked:
            return {"custom_id": key, "result": {"type": "errored", "error": {"type": "api_error"}}}
        if is_claude:
            message = AnthropicMessages().answer(reply, call, call["model"])
            return {"custom_id": key, "result": {"type": "succeeded", "message": message}}
        response: JsonObject = {"status_code": 500, "body": {"error": {"message": ""}}}
        if FAILS not in asked:
            response = {"status_code": 200, "body": OpenAIChat().answer(reply, call, call["model"])}
        return {"custom_id": key, "response": response}
