"""Batch APIs on loopback: OpenAI's files and batches, Anthropic's message batches."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from assay.records.untyped import JsonObject
from tests.providers.anthropic_messages import AnthropicMessages
from tests.providers.openai_chat import OpenAIChat
from tests.providers.replies import Failure, ModelReply

KEYS = ("Authorization", "x-api-key")
FAILS = "cannot be answered"
"""A call with these words fails in its batch."""
FORGOTTEN = "is forgotten"
"""A call with these words has no result when its batch ends."""


class BatchService:
    """`batches`: by id, the calls of each by custom id. Each ends at the poll number `polls`."""

    def __init__(self) -> None:
        self.batches: dict[str, JsonObject] = {}
        self.files: dict[str, JsonObject] = {}
        self.polls = 1
        self.polled: list[str] = []
        self.keys: set[str] = set()
        self.refusal: Failure | None = None
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                service.handle(self, self.rfile.read(int(self.headers["Content-Length"])))

            def do_GET(self) -> None:
                service.handle(self, b"")

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def handle(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        self.keys |= {handler.headers[name] for name in KEYS if name in handler.headers}
        status, data = 200, b""
        if self.refusal and handler.command == "POST":
            status, data = self.refusal.status, json.dumps({"error": {"message": "no"}}).encode()
        else:
            data = self._answer(handler.path, body)
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    def _answer(self, path: str, body: bytes) -> bytes:
        if path.endswith("/files"):
            return self._written(self._file(body))
        if path.endswith("/batches"):
            return self._written(self._batch(json.loads(body)))
        *_, above, name = path.split("/")
        if name in ("content", "results"):
            return self._results(above)
        self.polled.append(name)
        return self._written(self._state(name, is_claude="/messages/" in path))

    def _written(self, value: JsonObject) -> bytes:
        return json.dumps(value).encode()

    def _file(self, form: bytes) -> JsonObject:
        lines = [json.loads(line) for line in form.splitlines() if line.startswith(b'{"custom_id"')]
        assert b'name="purpose"\r\n\r\nbatch' in form
        assert all(line["url"] == "/v1/chat/completions" for line in lines)
        name = f"file-{len(self.files)}"
        self.files[name] = {line["custom_id"]: line["body"] for line in lines}
        return {"id": name}

    def _batch(self, body: JsonObject) -> JsonObject:
        name = f"batch-{len(self.batches)}"
        if "requests" in body:
            self.batches[name] = {one["custom_id"]: one["params"] for one in body["requests"]}
        else:
            assert body["completion_window"] == "24h" and body["endpoint"] == "/v1/chat/completions"
            self.batches[name] = self.files[body["input_file_id"]]
        return {"id": name}

    def _state(self, name: str, is_claude: bool) -> JsonObject:
        ended = self.polled.count(name) >= self.polls
        if is_claude:
            results = f"{self.url}/anthropic/v1/messages/batches/{name}/results" if ended else None
            status = "ended" if ended else "in_progress"
            return {"id": name, "processing_status": status, "results_url": results}
        file = name if ended else None
        return {
            "id": name,
            "status": "completed" if ended else "in_progress",
            "output_file_id": file,
            "error_file_id": None,
        }

    def _results(self, name: str) -> bytes:
        calls = reversed(self.batches[name].items())
        lines = [self._result(key, call) for key, call in calls if FORGOTTEN not in str(call)]
        return b"".join(self._written(line) + b"\n" for line in lines)

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
