"""The methodology's five tools, on files in memory: no tool touches a disk.

A result depends only on the source files and on what the model did before. So a dialogue that was
cut off is replayed from the ledger up to the turn it had reached.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from assay.answers.containment import CLASH, MALFORMED, Refused, SideBySide, contained
from assay.answers.dialogue_process import STRUCTURE_TOO_EARLY, WRITTEN_TOO_EARLY
from assay.records.pipeline import ToolCall
from assay.records.untyped import JsonSchema, ToolArguments

JSON_ENDINGS = (".json", ".jsonc", ".json5", ".webmanifest")
FENCED_CONTENT = (
    "\n(Noticed: the content begins with a Markdown fence, which is now a part of the file. If it "
    "is not meant to be, write the file again without the fences.)"
)


def _tool(name: str, description: str, **properties: Any) -> JsonSchema:
    parameters = {"type": "object", "properties": properties, "required": list(properties)}
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters},
    }


_PATH = {
    "type": "string",
    "description": "Path relative to the application's root, with forward slashes",
}
_PATHS = {
    "type": "array",
    "items": {"type": "string"},
    "description": "Every path of the new application",
}

TOOLS: tuple[JsonSchema, ...] = (
    _tool("list_files", "List all files of the legacy application."),
    _tool("read_file", "Read one file of the legacy application.", path=_PATH),
    _tool(
        "file_structure",
        "Declare the files that the new application will consist of.",
        files=_PATHS,
    ),
    _tool(
        "write_file",
        "Write one file of the new application, replacing an earlier version of it.",
        path=_PATH,
        content={"type": "string", "description": "The whole content of the file"},
    ),
    _tool("end_task", "End the task: every file of the new application has been written."),
)
"""The tools as a request offers them. A change makes another request, which is paid again."""
NAMES = tuple(tool["function"]["name"] for tool in TOOLS)
"""Each is a method of `ToolWorkspace`."""


class ToolResult(NamedTuple):
    """The answer to a call, whether it is an error, and whether the same call was made before."""

    text: str
    failed: bool = False
    repeated: bool = False


@dataclass
class ToolWorkspace:
    """The state of the tools: files of both applications, what was declared, and counts."""

    legacy: dict[str, str | None]
    written: dict[str, str] = field(default_factory=dict)
    declared: tuple[str, ...] = ()
    read: set[str] = field(default_factory=set)
    ended: bool = False
    calls: Counter[str] = field(default_factory=Counter)
    flags: Counter[str] = field(default_factory=Counter)
    made: set[tuple[str, str]] = field(default_factory=set)
    disk: SideBySide = field(default_factory=SideBySide)

    def call(self, call: ToolCall) -> ToolResult:
        """Carry out one tool call. A wrong one is counted, and the answer says how to do better."""
        repeated = (call.name, call.arguments) in self.made
        self.flags += Counter({"repeated call": int(repeated)})
        self.made.add((call.name, call.arguments))
        try:
            if call.name not in NAMES:
                raise Refused(
                    "unknown tool",
                    f"there is no tool '{call.name[:80]}'; the tools are {', '.join(NAMES)}",
                )
            self.calls[call.name] += 1
            tool: Callable[[ToolArguments], str] = getattr(self, call.name)
            return ToolResult(tool(read_arguments(call.arguments)), repeated=repeated)
        except Refused as refused:
            self.flags[refused.kind] += 1
            return ToolResult(f"Error: {refused}", failed=True, repeated=repeated)

    def list_files(self, _: ToolArguments) -> str:
        return "\n".join(sorted(self.legacy))

    def read_file(self, arguments: ToolArguments) -> str:
        given = arguments.get("path")
        path = given if isinstance(given, str) and given in self.legacy else contained(given)
        if path not in self.legacy:
            raise Refused("missing file", f"there is no file '{path}'; {self._instead_of(path)}")
        content = self.legacy[path]
        if content is None:
            raise Refused("binary file", f"'{path}' is a binary file and cannot be shown")
        self.read.add(path)
        return content

    def _instead_of(self, path: str) -> str:
        """What to do about a path that the legacy application does not have."""
        if path in self.written:
            return "it belongs to the new application, and read_file shows the legacy one"
        for other in sorted(self.legacy):
            if other.casefold() == path.casefold():
                return f"paths are case-sensitive, and there is '{other}'"
        return "list_files shows all paths"

    def file_structure(self, arguments: ToolArguments) -> str:
        files = arguments.get("files")
        if not isinstance(files, list) or not files:
            raise Refused(
                MALFORMED,
                '\'files\' must be a list of paths, such as ["package.json", "src/main.ts"]',
            )
        paths = tuple(dict.fromkeys(contained(path) for path in files))
        readable = {path for path, content in self.legacy.items() if content is not None}
        self.flags += Counter(
            {
                STRUCTURE_TOO_EARLY: int(not readable <= self.read),
                "structure declared again": int(bool(self.declared)),
            }
        )
        self.declared = paths
        return f"Noted: {len(paths)} files. Write each of them with write_file."

    def write_file(self, arguments: ToolArguments) -> str:
        path = contained(arguments.get("path"))
        other = self.disk.clash(path)
        if other:
            raise Refused(
                CLASH,
                f"'{path}' cannot stand beside '{other}', which is written: not every disk holds "
                f"both",
            )
        content = self._content(path, arguments.get("content"))
        is_fenced = content.lstrip().startswith(("```", "~~~"))
        self.flags += Counter(
            {
                "fenced content": int(is_fenced),
                "file rewritten": int(path in self.written),
                WRITTEN_TOO_EARLY: int(not self.declared),
            }
        )
        self.written[path] = content
        self.disk.add(path)
        notice = FENCED_CONTENT if is_fenced else ""
        return f"Written: {path} ({len(content)} characters){notice}"

    def _content(self, path: str, content: Any) -> str:
        """The text to write. For a JSON file given as an object, that object as JSON."""
        if isinstance(content, dict | list) and path.lower().endswith(JSON_ENDINGS):
            self.flags["object as content"] += 1
            return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        if not isinstance(content, str):
            raise Refused(
                MALFORMED, "'content' must be a string: the whole text of the file, without fences"
            )
        return content

    def end_task(self, _: ToolArguments) -> str:
        self.ended = True
        return "The task has ended."

    def compare_structure(self) -> None:
        """At the end: count files declared and never written, and written and never declared."""
        self.flags += Counter(
            {
                "never declared a structure": int(not self.declared and bool(self.written)),
                "declared, never written": len(set(self.declared) - set(self.written)),
                "written, never declared": len(set(self.written) - set(self.declared))
                if self.declared
                else 0,
            }
        )


def read_arguments(text: str) -> ToolArguments:
    """The arguments as an object. Lone surrogates are replaced, so that all of it can be UTF-8."""
    try:
        value = json.loads(
            json.dumps(json.loads(text or "{}"), ensure_ascii=False).encode("utf-8", "replace")
        )
    except json.JSONDecodeError as error:
        raise Refused(MALFORMED, f"the arguments are not valid JSON: {_located(error)}") from error
    except (ValueError, RecursionError) as error:
        raise Refused(
            MALFORMED, "the arguments are not valid JSON: too deep, or a number is too long"
        ) from error
    if not isinstance(value, dict):
        raise Refused(MALFORMED, "the arguments must be a JSON object")
    return value


def _located(error: json.JSONDecodeError) -> str:
    """What is wrong with a JSON text, and where."""
    early = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")
    ended = ", and the text ends before it is complete" if early else ""
    return f"{error.msg} (line {error.lineno}, column {error.colno}){ended}"
