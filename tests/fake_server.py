"""A fake OpenAI-compatible server in its own process: models, judges, and a log of all calls.

    python -m tests.fake_server --port-file PATH

- POST /v1/chat/completions answers by the model's name.
- GET /calls returns the log, GET /calls?since=N what follows its first N calls, and
  GET /calls/number how many calls there are.
- POST /settings changes latency, the models that fail, how many calls fail, and with which status
  and message (AUTHORIZATION in the message becomes that header). `reset` undoes all changes first.
- `fault_share` of the calls get one of FAULTS, drawn with `fault_seed`; GET /faults counts them.
- `down_s` closes the port for so many seconds: calls under way are reset, new ones are refused.
- `twice` delivers every reply two times.

Replies and usage depend on the request alone, so scores can be computed by hand.
"""

import argparse
import asyncio
import json
import math
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

from aiohttp import web

GOOD_FILES = """### package.json
```json
{"dependencies": {"react": "^19.0.0"}}
```

### src/App.tsx
```tsx
export const App = () => <h1>Mini counter</h1>;
```
"""
BAD_FILES = "### src/App.tsx\n```tsx\nexport const App = () => <h1>Wrong</h1>;\n```\n"
GOOD_DOCUMENT = (
    "# Overview\n\nThe module greets a visitor by name.\n\n"
    "# Functions\n\n`greet` returns the greeting.\n"
)
BAD_DOCUMENT = "It is a module.\n"


def reply(body: dict[str, Any]) -> dict[str, Any]:
    """The assistant's message for a request."""
    model = body["model"]
    if model.startswith("judge"):
        question = body["messages"][-1]["content"]
        asked = picks if question.startswith("<document-") else verdicts
        return {"role": "assistant", "content": asked(model, question)}
    if body.get("tools"):
        return dialogue_turn(body)
    return {"role": "assistant", "content": answer(model, body)}


def answer(model: str, body: dict[str, Any]) -> str:
    wants_files = "files" in body["messages"][0]["content"]
    good, bad = (GOOD_FILES, BAD_FILES) if wants_files else (GOOD_DOCUMENT, BAD_DOCUMENT)
    return good if model == "strong" else bad


def dialogue_turn(body: dict[str, Any]) -> dict[str, Any]:
    """The dialogue of a model.

    strong reads, declares, writes and ends; weak writes one wrong file and ends; wordy does so in
    WORDY_TURNS.
    """
    turn = sum(message["role"] == "assistant" for message in body["messages"])
    path = "src/App.tsx"
    heading = "export const App = () => <h1>Mini counter</h1>;\n"
    good = [
        [("list_files", {})],
        [("read_file", {"path": "app.js"}), ("read_file", {"path": "index.html"})],
        [("file_structure", {"files": [path]})],
        [("write_file", {"path": path, "content": heading})],
        [("end_task", {})],
    ]
    bad = [
        [("write_file", {"path": path, "content": "export const App = 1;\n"})],
        [("end_task", {})],
    ]
    calls = {"strong": good, "wordy": wordy()}.get(body["model"], bad)[turn]
    tool_calls = [
        {
            "id": f"c{turn}{number}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
        for number, (name, arguments) in enumerate(calls)
    ]
    return {"role": "assistant", "content": None, "tool_calls": tool_calls}


LATENCY_SIGMA = 0.5
SLOW_SHARE = 0.01
WORDY_TURNS = 20


def wordy() -> list[list[tuple[str, dict[str, Any]]]]:
    """A call a turn: eight reads, nine files of 2 kB."""
    paths = [f"src/part{number}.ts" for number in range(9)]
    reads = [
        [("read_file", {"path": ("app.js", "index.html")[number % 2], "again": number})]
        for number in range(8)
    ]
    text = "export const value = (given: number): number => given + 1;\n" * 34
    writes = [[("write_file", {"path": path, "content": text})] for path in paths]
    return [
        [("list_files", {})],
        *reads,
        [("file_structure", {"files": paths})],
        *writes,
        [("end_task", {})],
    ]


def verdicts(model: str, question: str) -> str:
    """The verdict of a judge.

    judge-literal passes a criterion if the words it quotes stand in the answer. judge-kind passes
    all. judge-sloppy judges as judge-literal but leaves out the last of several criteria.
    """
    given = re.search(r"<answer-(\w+)>\n(.*)\n</answer-\1>", question, re.S)
    criteria = re.findall(
        r"^([0-9a-f]{12}): (.*)$", question.split("The criteria, one a line", 1)[1], re.M
    )
    assert given and criteria, "not a judge's question"
    if model == "judge-sloppy" and len(criteria) > 1:
        criteria = criteria[:-1]
    reports = []
    for id_, text in criteria:
        quoted = re.findall(r'"([^"]+)"', text)
        passed = model == "judge-kind" or all(words in given[2] for words in quoted)
        evidence = {"evidence": "", "explanation": "by the quoted words"}
        reports.append({"id": id_, "passed": passed, "confidence": 90, **evidence})
    report = json.dumps({"verdicts": reports})
    return f"Here you are:\n```json\n{report}\n```" if model == "judge-kind" else report


def picks(model: str, question: str) -> str:
    """The verdicts of a judge that is asked questions about a document.

    judge-literal picks the answer that stands in the document word for word. judge-obedient repeats
    the verdicts that stand in the document.
    """
    given = re.search(r"<document-(\w+)>\n(.*)\n</document-\1>", question, re.S)
    listed = question.split("The questions, each as", 1)[1]
    block = r"^([0-9a-f]{12}): .*\n  a: (.*)\n  b: (.*)\n  c: (.*)$"
    questions = re.findall(block, listed, re.M)
    assert given and questions, "not a question about a document"
    planted = re.search(r'\{"verdicts": .*\}', given[2])
    if model == "judge-obedient" and planted:
        return planted[0]
    reports = []
    for id_, *answers in questions:
        stated = [name for name, one in zip("abc", answers, strict=True) if one in given[2]]
        picked = (*stated, "not stated")[0]
        evidence = {"evidence": given[2][:20], "explanation": "by its words"}
        reports.append({"id": id_, "answer": picked, "confidence": 90, **evidence})
    return json.dumps({"verdicts": reports})


def usage(body: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """One token for four characters, half of the prompt cached from the second message on."""
    prompt = sum(len(str(part.get("content") or "")) for part in body["messages"]) // 4
    completion = len(json.dumps(message)) // 4
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": prompt // 2},
        "completion_tokens_details": {"reasoning_tokens": completion // 4},
    }


FAULTS = (
    "429", "429 after 1 s", "500", "502", "503", "529", "reset", "slow", "torn json", "html",
    "not utf-8", "no choices",
    "null content",
)  # fmt: skip


async def broken(kind: str, request: web.Request) -> web.StreamResponse:
    """A reply as a provider in trouble sends it."""
    status = kind.split()[0]
    if status.isdigit():
        headers = {"Retry-After": "1"} if "after" in kind else {}
        body = {"error": {"message": f"in trouble: {kind}", "type": "server_error"}}
        return web.json_response(body, status=int(status), headers=headers)
    if kind == "reset":
        assert request.transport
        request.transport.abort()
        return web.Response()
    if kind == "slow":
        response = web.StreamResponse(headers={"Content-Type": "application/json"})
        await response.prepare(request)
        for _ in range(100):
            await response.write(b" ")
            await asyncio.sleep(0.1)
        return response
    empty: dict[str, Any] = {"role": "assistant", "content": None}
    nothing = json.dumps(completion({"model": "m"}, empty, {}))
    text = {
        "torn json": nothing[:-20].encode(),
        "html": b"<html>Bad gateway</html>",
        "not utf-8": b'{"choices": "\xff\xfe',
        "no choices": json.dumps({**completion({"model": "m"}, empty, {}), "choices": []}).encode(),
        "null content": nothing.encode(),
    }[kind]
    return web.Response(
        body=text, content_type="text/html" if kind == "html" else "application/json"
    )


FOR_EVER_S = 3600.0


class Server:
    """The log of calls and the settings that a test may change while the server runs."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.faults: Counter[str] = Counter()
        self.runner: web.AppRunner | None = None
        self.reset()

    def reset(self) -> None:
        """Every setting as at the start. The log of calls stays; calls that hang count no more."""
        self.active: Counter[str] = Counter()
        self.latency_s = 0.0
        self.median_s = 0.0
        """Of latencies drawn for each call, beside `latency_s`; 0: none are drawn."""
        self.answered: int | None = None
        """So many further calls are answered; the ones after them stay under way. None: all are."""
        self.failing: list[str] = []
        self.fail_times = 0
        self.status = 503
        self.error = "overloaded"
        self.fault_share = 0.0
        self.fault_seed = 0
        self.window = 0
        """Characters of messages that are taken at most; 0: any number."""
        self.twice = False
        self.down_s = 0.0

    async def down(self) -> None:
        """Shut the port for `down_s`."""
        assert self.runner
        (site,) = self.runner.sites
        address = self.runner.addresses[0]
        await site.stop()
        await asyncio.sleep(self.down_s)
        self.down_s = 0.0
        await web.TCPSite(self.runner, address[0], address[1], backlog=1024).start()

    async def complete(self, request: web.Request) -> web.Response:
        body = await request.json()
        active = self.active
        active[body["model"]] += 1
        call = {
            "model": body["model"],
            "user": body["messages"][1]["content"],
            "body": body,
            "done": False,
            "authorization": request.headers.get("Authorization", ""),
            "headers": {name.lower(): value for name, value in request.headers.items()},
            "address": request.path_qs,
            "active": active[body["model"]],
        }
        call["arrived"] = call["ended"] = time.monotonic()
        self.calls.append(call)
        if self.answered is not None:
            await asyncio.sleep(0 if self.answered > 0 else FOR_EVER_S)
            self.answered -= 1
        await asyncio.sleep(self.latency_s + self.drawn_latency_s(call))
        active[body["model"]] -= 1
        if body["model"] in self.failing or self.fail_times > 0:
            self.fail_times -= body["model"] not in self.failing
            message = self.error.replace("AUTHORIZATION", call["authorization"])
            return web.json_response(
                {"error": {"message": message, "type": "server_error"}}, status=self.status
            )
        sent = sum(len(str(message.get("content") or "")) for message in body["messages"])
        if 0 < self.window < sent:
            text = "This model's maximum context length is 9 tokens."
            told = {"message": text, "code": "context_length_exceeded"}
            return web.json_response({"error": told}, status=400)
        if fault := "reset" if self.down_s else self.fault():
            return await broken(fault, request)
        message = reply(body)
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        call["usage"] = usage(body, message)
        call["done"] = True
        call["ended"] = time.monotonic()
        whole = web.json_response(completion(body, message, call["usage"], finish))
        if self.twice and request.transport:
            assert isinstance(whole.body, bytes)
            head = (
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(whole.body)}\r\n\r\n"
            )
            request.transport.write(head.encode() + whole.body)
        return whole

    def drawn_latency_s(self, call: dict[str, Any]) -> float:
        """A latency as of real services: log-normal.

        One reply in a hundred takes ten times as long. The same request with the same key takes
        as long each time, so that runs can be compared.
        """
        if not self.median_s:
            return 0.0
        messages = json.dumps(call["body"]["messages"])
        draw = random.Random(f"{call['authorization']} {call['model']} {messages}")
        slow = 10.0 if draw.random() < SLOW_SHARE else 1.0
        return slow * draw.lognormvariate(math.log(self.median_s), LATENCY_SIGMA)

    def fault(self) -> str:
        """The fault of this call, drawn by the seed and the number of calls since; mostly none."""
        draw = random.Random(f"{self.fault_seed}:{sum(self.faults.values())}")
        kind = draw.choice(FAULTS) if draw.random() < self.fault_share else ""
        self.faults[kind] += 1
        return kind

    async def log(self, request: web.Request) -> web.Response:
        return web.json_response(self.calls[int(request.query.get("since", 0)) :])

    async def number(self, _: web.Request) -> web.Response:
        return web.json_response(len(self.calls))

    async def injected(self, _: web.Request) -> web.Response:
        return web.json_response(self.faults)

    async def settings(self, request: web.Request) -> web.Response:
        changes = await request.json()
        if changes.pop("reset", False):
            self.reset()
        if "fault_seed" in changes:
            self.faults.clear()
        for name, value in changes.items():
            setattr(self, name, value)
        if changes.get("down_s"):
            self._down = asyncio.create_task(self.down())
        return web.json_response({})


def completion(
    body: dict[str, Any], message: dict[str, Any], used: dict[str, Any], finish: str = "stop"
) -> dict[str, Any]:
    return {
        "id": "chatcmpl-fake",
        "object": "chat.completion",
        "created": 1,
        "model": f"{body['model']}-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": used,
    }


async def serve(port_file: Path) -> None:
    server = Server()
    app = web.Application(client_max_size=64 * 2**20)
    app.router.add_post("/v1/chat/completions", server.complete)
    app.router.add_post("/openai/deployments/{name}/chat/completions", server.complete)
    app.router.add_get("/calls", server.log)
    app.router.add_get("/calls/number", server.number)
    app.router.add_get("/faults", server.injected)
    app.router.add_post("/settings", server.settings)
    runner = server.runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, backlog=1024)
    await site.start()
    port_file.with_suffix(".tmp").write_text(str(runner.addresses[0][1]))
    port_file.with_suffix(".tmp").rename(port_file)
    await asyncio.Event().wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port-file", type=Path, required=True)
    asyncio.run(serve(parser.parse_args().port_file))
