"""Batch APIs: replies within a day, at half the price (conf/calls, key batch).

A call is taken where litellm would send it, so it has the same body and the same reply as any
other. What came together is one batch by the protocol of OpenAI (a file of requests, and files of
results) or of Anthropic. A batch is noted before anything waits for it: a run that was ended finds
its batches again, and pays nothing twice.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from assay.config import paths
from assay.errors import AssayError
from assay.ledger.request import CallError
from assay.records.untyped import JsonObject

PRICE_SHARE = 0.5
"""Of the usual price: what OpenAI and Anthropic ask for."""
LONGEST_S = 26 * 3600.0
"""Both give up a batch after a day."""
COLLECT_S = 3.0
"""A batch is sent when for so long no call came that belongs to it."""
POLL_S = 20.0
MOST = 10_000
"""Calls of one batch. The providers take 50,000 and 100,000, of 200 MB together."""
RESULT_BYTES = 1 << 30
REQUEST_S = 300.0
"""Of one request about a batch."""
ENDED = ("completed", "failed", "expired", "cancelled", "ended")
RESPONSES = "/responses"
CHAT = "/chat/completions"
MESSAGES = "/v1/messages"

Send = Callable[[str, str, bytes, Mapping[str, str]], Awaitable[httpx.Response]]
"""Sends method, address, body and headers, and gives the whole reply."""
BatchReply = tuple[int, bytes]
"""Status and content of what one call of a batch came to."""


@dataclass
class BatchQueue:
    """The calls to one address with one key that wait for a batch, by their own keys."""

    base: str
    endpoint: str
    headers: Mapping[str, str]
    send: Send
    waiting: dict[str, bytes] = field(default_factory=dict)
    replies: dict[str, asyncio.Future[BatchReply]] = field(default_factory=dict)
    collects: asyncio.Task[None] | None = None


class Batches:
    """The batches of one stage. Those under way are noted in a file."""

    def __init__(self) -> None:
        self._queues: dict[tuple[str, ...], BatchQueue] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def reply(self, key: str, request: httpx.Request, send: Send) -> BatchReply:
        """The reply to the call with this key. CallError if its batch ended without one.

        AssayError if the provider has no batches that Assay knows.
        """
        queue = self._queue(request, send)
        if key not in queue.replies:
            queue.replies[key] = asyncio.get_running_loop().create_future()
            queue.waiting[key] = request.content
        if queue.collects:
            queue.collects.cancel()
        queue.collects = self._start(self._collect(queue))
        return await asyncio.shield(queue.replies[key])

    def _queue(self, request: httpx.Request, send: Send) -> BatchQueue:
        address = str(request.url.copy_with(query=None))
        known = (CHAT, RESPONSES, MESSAGES)
        end = next((each for each in known if address.endswith(each)), None)
        if end is None:
            raise AssayError(
                f"conf/calls/default.yaml: batch: {request.url.host} is called by a protocol "
                "without batches (OpenAI's and Anthropic's have them): set `batch: false`"
            )
        names = ("authorization", "x-api-key", "anthropic-version")
        headers = {name: request.headers[name] for name in names if name in request.headers}
        queue = BatchQueue(address.removesuffix(end), end, headers, send)
        return self._queues.setdefault((address, *headers.values()), queue)

    def _start(self, work: Any) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _collect(self, queue: BatchQueue) -> None:
        """Wait until no further call comes, then find the batches of all, or send new ones."""
        await asyncio.sleep(COLLECT_S)
        queue.collects = None
        bodies, queue.waiting = queue.waiting, {}
        under_way = self._under_way()
        known = {key: under_way[key] for key in bodies if key in under_way}
        for batch in sorted(set(known.values())):
            self._start(self._finish(queue, batch, [k for k in known if known[k] == batch]))
        new = sorted(bodies.keys() - known.keys())
        for start in range(0, len(new), MOST):
            keys = new[start : start + MOST]
            self._start(self._send_and_finish(queue, {key: bodies[key] for key in keys}))

    async def _send_and_finish(self, queue: BatchQueue, bodies: Mapping[str, bytes]) -> None:
        with _failing(queue, bodies):
            made = await _submitted(queue, bodies)
            if made.status_code != 200:
                return _answer(queue, dict.fromkeys(bodies, (made.status_code, made.content)))
            batch = str(made.json()["id"])
            self._note({"batch": batch, "keys": sorted(bodies)})
            print(
                f"{httpx.URL(queue.base).host}: batch {batch} of {len(bodies)} calls was sent. It "
                "may take a day; Ctrl-C leaves it there, and the next run finds it",
                file=sys.stderr,
            )
            return await self._finish(queue, batch, bodies)

    async def _finish(self, queue: BatchQueue, batch: str, keys: Iterable[str]) -> None:
        """Wait for the batch's end, and answer its calls."""
        with _failing(queue, keys):
            while (state := await _state(queue, batch)).get("status") not in ENDED:
                await asyncio.sleep(POLL_S)
            _answer(queue, await _results(queue, state))
            self._note({"batch": batch, "ended": True})
            raise CallError(f"batch {batch} ended ({state['status']}) without its result")

    def _under_way(self) -> dict[str, str]:
        """By key, the batch that an earlier run sent and that did not end in it."""
        noted = paths.BATCHES.read_text(encoding="utf-8") if paths.BATCHES.exists() else ""
        found: dict[str, list[str]] = {}
        for line in noted.splitlines():
            try:
                note = json.loads(line)
            except ValueError:  # a run was killed while it wrote
                continue
            found[note["batch"]] = note.get("keys", [])
        return {key: batch for batch, keys in found.items() for key in keys}

    def _note(self, note: JsonObject) -> None:
        paths.BATCHES.parent.mkdir(parents=True, exist_ok=True)
        with paths.BATCHES.open("a", encoding="utf-8") as file:
            file.write("\n" + json.dumps(note))  # the line before may be torn


def _answer(queue: BatchQueue, replies: Mapping[str, BatchReply]) -> None:
    for key in queue.replies.keys() & replies.keys():
        queue.replies.pop(key).set_result(replies[key])


@contextmanager
def _failing(queue: BatchQueue, keys: Iterable[str]) -> Iterator[None]:
    """The calls without a reply fail by the error inside, and are asked again."""
    try:
        yield
    except (CallError, httpx.HTTPError, ValueError, LookupError, TypeError) as error:
        for key in queue.replies.keys() & set(keys):
            queue.replies.pop(key).set_exception(CallError(f"batch: {error}", retryable=True))


async def _submitted(queue: BatchQueue, bodies: Mapping[str, bytes]) -> httpx.Response:
    """The reply to a new batch, or the first reply that is no success."""
    calls = {key: json.loads(body) for key, body in bodies.items()}
    if queue.endpoint == MESSAGES:
        requests = [{"custom_id": key, "params": call} for key, call in calls.items()]
        return await _post(queue, f"{MESSAGES}/batches", {"requests": requests})
    endpoint = f"/v1{queue.endpoint}"
    lines = [
        json.dumps({"custom_id": key, "method": "POST", "url": endpoint, "body": call})
        for key, call in calls.items()
    ]
    form = httpx.Request(
        "POST",
        f"{queue.base}/files",
        data={"purpose": "batch"},
        files={"file": ("batch.jsonl", "\n".join(lines).encode())},
    )
    headers = {**queue.headers, "content-type": form.headers["content-type"]}
    uploaded = await queue.send("POST", str(form.url), form.read(), headers)
    if uploaded.status_code != 200:
        return uploaded
    wanted = {
        "input_file_id": uploaded.json()["id"],
        "endpoint": endpoint,
        "completion_window": "24h",
    }
    return await _post(queue, "/batches", wanted)


async def _post(queue: BatchQueue, path: str, body: JsonObject) -> httpx.Response:
    headers = {**queue.headers, "content-type": "application/json"}
    return await queue.send("POST", queue.base + path, json.dumps(body).encode(), headers)


async def _state(queue: BatchQueue, batch: str) -> JsonObject:
    """The batch as the provider tells it; nothing if it could not be asked just now."""
    folder = f"{MESSAGES}/batches" if queue.endpoint == MESSAGES else "/batches"
    try:
        reply = await queue.send("GET", f"{queue.base}{folder}/{batch}", b"", queue.headers)
        found = reply.json() if reply.status_code in (200, 404) else {}
    except (CallError, httpx.HTTPError, ValueError):
        return {}
    if reply.status_code == 404:
        return {"status": "failed"}
    return {"status": found.get("processing_status"), **found}


async def _results(queue: BatchQueue, state: JsonObject) -> dict[str, BatchReply]:
    """What the batch has for each of its calls."""
    if queue.endpoint == MESSAGES:
        addresses = [state.get("results_url")]
    else:
        files = [state.get("output_file_id"), state.get("error_file_id")]
        addresses = [f"{queue.base}/files/{file}/content" for file in files if file]
    found = {}
    for address in filter(None, addresses):
        if httpx.URL(address).host != httpx.URL(queue.base).host:
            continue  # the key stays with its host
        reply = await queue.send("GET", address, b"", queue.headers)
        for line in reply.content.splitlines():
            item = json.loads(line)
            found[item["custom_id"]] = _reply_in(item)
    return found


def _reply_in(item: JsonObject) -> BatchReply:
    """The reply in a line of results, as it would have come by itself."""
    if (result := item.get("result")) is not None:
        if result["type"] == "succeeded":
            return (200, json.dumps(result["message"]).encode())
        return (500, json.dumps(result.get("error") or result).encode())
    response = item.get("response") or {}
    if response.get("status_code"):
        return (response["status_code"], json.dumps(response["body"]).encode())
    return (500, json.dumps({"error": item.get("error")}).encode())
