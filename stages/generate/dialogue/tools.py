"""Dialogues with tools: a model explores a legacy application and writes the new one, turn by turn.

The tools are the methodology's five. Tool results depend only on the source files and on what the model did
before, so a dialogue that was cut off is replayed from the ledger up to the turn it had reached.
"""

import json
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from stages.lib.base.config import DialogueConfig
from stages.lib.base.records import Dialogue, Prompt, Response, SourceFile, ToolCall
from stages.lib.calls.request import ContextTooLong

Message = dict[str, Any]
Complete = Callable[[tuple[Message, ...]], Awaitable[Response]]

REMINDER = "Please go on by calling one of the tools; call end_task when the new application is complete."
MAX_PATH = 200


def _tool(name: str, description: str, **properties: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


_PATH = {"type": "string", "description": "Path relative to the application's root, with forward slashes"}
_PATHS = {"type": "array", "items": {"type": "string"}, "description": "Every path of the new application"}

TOOLS: tuple[dict[str, Any], ...] = (
    _tool("list_files", "List all files of the legacy application."),
    _tool("read_file", "Read one file of the legacy application.", path=_PATH),
    _tool("file_structure", "Declare the files that the new application will consist of.", files=_PATHS),
    _tool(
        "write_file",
        "Write one file of the new application, replacing an earlier version of it.",
        path=_PATH,
        content={"type": "string", "description": "The whole content of the file"},
    ),
    _tool("end_task", "End the task: every file of the new application has been written."),
)


class _Refused(Exception):
    """A call that cannot be carried out; the message is the tool's answer to the model."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


@dataclass
class Workspace:
    """What the tools see and change: the legacy files, the files written so far, what was declared and counted."""

    legacy: dict[str, str | None]
    written: dict[str, str] = field(default_factory=dict)
    declared: tuple[str, ...] = ()
    read: set[str] = field(default_factory=set)
    ended: bool = False
    calls: Counter[str] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)

    def call(self, call: ToolCall) -> str:
        """Carry out one tool call and return its result; a wrong call is answered with an error and counted."""
        try:
            tool = _TOOLS.get(call.name)
            if tool is None:
                raise _Refused("unknown tool", f"there is no tool '{call.name}'; the tools are {', '.join(_TOOLS)}")
            self.calls[call.name] += 1
            return tool(self, _arguments(call.arguments))
        except _Refused as refused:
            self.flags[refused.kind] += 1
            return f"Error: {refused}"

    def list_files(self, _: dict[str, Any]) -> str:
        return "\n".join(sorted(self.legacy))

    def read_file(self, arguments: dict[str, Any]) -> str:
        path = contained_path(arguments.get("path"))
        if path not in self.legacy:
            raise _Refused("missing file", f"there is no file '{path}'; list_files shows all paths")
        content = self.legacy[path]
        if content is None:
            raise _Refused("binary file", f"'{path}' is a binary file and cannot be shown")
        self.read.add(path)
        return content

    def file_structure(self, arguments: dict[str, Any]) -> str:
        files = arguments.get("files")
        if not isinstance(files, list) or not files:
            raise _Refused("malformed arguments", "'files' must be a list of paths")
        self.declared = tuple(dict.fromkeys(contained_path(path) for path in files))
        readable = {path for path, content in self.legacy.items() if content is not None}
        if not readable <= self.read:
            self.flags["structure before reading everything"] += 1
        return f"Noted: {len(self.declared)} files. Write each of them with write_file."

    def write_file(self, arguments: dict[str, Any]) -> str:
        path = contained_path(arguments.get("path"))
        content = arguments.get("content")
        if isinstance(content, dict | list):
            self.flags["object as content"] += 1
            content = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        if not isinstance(content, str):
            raise _Refused("malformed arguments", "'content' must be a string: the whole text of the file")
        if content.lstrip().startswith("```"):
            self.flags["fenced content"] += 1
        if path in self.written:
            self.flags["file rewritten"] += 1
        self.written[path] = content
        return f"Written: {path} ({len(content)} characters)"

    def end_task(self, _: dict[str, Any]) -> str:
        self.ended = True
        return "The task has ended."


_TOOLS: dict[str, Callable[[Workspace, dict[str, Any]], str]] = {
    "list_files": Workspace.list_files,
    "read_file": Workspace.read_file,
    "file_structure": Workspace.file_structure,
    "write_file": Workspace.write_file,
    "end_task": Workspace.end_task,
}


def _arguments(text: str) -> dict[str, Any]:
    """The arguments as an object, lone surrogates replaced: what is written and answered can always be UTF-8."""
    try:
        value = json.loads(json.dumps(json.loads(text or "{}"), ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise _Refused("malformed arguments", "the arguments are not valid JSON") from error
    if not isinstance(value, dict):
        raise _Refused("malformed arguments", "the arguments must be a JSON object")
    return value


def contained_path(path: Any) -> str:
    """The path in normal form, relative and inside the application; anything else is refused and counted."""
    if not isinstance(path, str) or not path.strip():
        raise _Refused("malformed arguments", "'path' must be a non-empty string")
    path = path.strip().replace("\\", "/")
    parts = PurePosixPath(path).parts
    absolute = path.startswith("/") or path[1:2] == ":"
    if "\0" in path or len(path) > MAX_PATH or absolute or not parts or ".." in parts:
        raise _Refused("path outside", "the path must be relative, inside the application and without '..'")
    return "/".join(parts)


@dataclass(frozen=True)
class Run:
    """A finished dialogue with the responses it took."""

    dialogue: Dialogue
    responses: tuple[Response, ...]


async def converse(prompt: Prompt, complete: Complete, bounds: DialogueConfig) -> Run:
    """Play the dialogue until the model ends it or a bound is reached; the outcome says which.

    Seconds are the sum of the responses' latencies, so that a replay ends where the first run ended.
    """
    space = Workspace({file.path: file.content for file in prompt.files})
    messages: list[Message] = [
        {"role": "system", "content": prompt.system},
        {"role": "user", "content": prompt.user},
    ]
    responses: list[Response] = []
    outcome = ""
    while not outcome:
        try:
            response = await complete(tuple(messages))
        except ContextTooLong:
            if not responses:
                raise
            outcome = "context too long"
            break
        responses.append(response)
        messages.append(_assistant_message(response))
        silent = not response.tool_calls and messages[-2]["content"] == REMINDER
        messages.extend(_results(space, response))
        outcome = _outcome(space, responses, bounds, silent)
    return Run(_record(space, messages, len(responses), outcome), tuple(responses))


def _assistant_message(response: Response) -> Message:
    message: Message = {"role": "assistant", "content": response.text}
    if response.tool_calls:
        message["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in response.tool_calls
        ]
    return message


def _results(space: Workspace, response: Response) -> list[Message]:
    """The tools' results in the order of the calls, or one reminder where the model called none."""
    if not response.tool_calls:
        space.flags["text without a call"] += 1
        return [{"role": "user", "content": REMINDER}]
    return [{"role": "tool", "tool_call_id": call.id, "content": space.call(call)} for call in response.tool_calls]


def _outcome(space: Workspace, responses: list[Response], bounds: DialogueConfig, silent: bool) -> str:
    """Why the dialogue is over, or '' while it goes on."""
    if space.ended:
        return "ended"
    if silent:
        return "stopped calling tools"
    if len(responses) >= bounds.max_turns:
        return "too many turns"
    if sum(response.usage.output for response in responses) >= bounds.max_output_tokens:
        return "too many tokens"
    if sum(response.latency_s for response in responses) >= bounds.max_seconds:
        return "too long"
    return ""


def _record(space: Workspace, messages: list[Message], turns: int, outcome: str) -> Dialogue:
    return Dialogue(
        outcome=outcome,
        turns=turns,
        transcript=tuple(messages),
        declared=space.declared,
        files=tuple(SourceFile(path=path, content=space.written[path]) for path in sorted(space.written)),
        calls=dict(sorted(space.calls.items())),
        flags=dict(sorted(space.flags.items())),
    )
