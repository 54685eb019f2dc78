"""The built-in models: gold (the reference answer), echo (the source unchanged), null (nothing).

Like litellm, they are providers below `complete()`. They need no network and leave no trace of
clock or machine.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from assay.config import paths
from assay.config.yaml_files import read_utf8
from assay.errors import AssayError
from assay.ledger.request import Provider, Request
from assay.records.pipeline import Prompt, Response, ToolCall
from assay.records.presentation import presented
from assay.records.untyped import ToolArguments

ScriptedCall = tuple[str, ToolArguments]
"""A tool's name and its arguments."""
DialogueScript = Sequence[Sequence[ScriptedCall]]
"""The calls of each turn of a dialogue."""


def gold_path(prompt: Prompt) -> Path:
    """The path of the reference answer: a Markdown file, or for a dialogue a folder of files."""
    path = paths.gold(prompt.type, prompt.test)
    return path.with_suffix("") if prompt.answer == "dialogue" else path


def gold(prompt: Prompt) -> Provider:
    """The reference answer. AssayError if it is missing."""
    path = gold_path(prompt)
    if not path.exists():
        raise AssayError(
            f"{path}: the gold answer is missing: write it, or take gold off `models` "
            "in params.yaml"
        )
    if prompt.answer == "dialogue":
        return scripted(orderly(prompt, gold_files(prompt)))
    return _text(read_utf8(path))


def echo(prompt: Prompt) -> Provider:
    """The data set's files as they are; an empty answer if the test has no data set."""
    files = {file.path: file.content for file in prompt.files if file.content is not None}
    if prompt.answer == "dialogue":
        return scripted(orderly(prompt, files))
    return _text(presented(prompt.files) if files else "")


def null(prompt: Prompt) -> Provider:
    """An empty answer."""
    return _text("")


BUILTIN: dict[str, Callable[[Prompt], Provider]] = {"gold": gold, "echo": echo, "null": null}


def _text(text: str) -> Provider:
    async def answer(_: Request) -> Response:
        return Response(text=text)

    return answer


def gold_files(prompt: Prompt) -> dict[str, str]:
    """The files of a dialogue's reference answer, by path."""
    folder = gold_path(prompt)
    return {
        path.relative_to(folder).as_posix(): read_utf8(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def orderly(prompt: Prompt, files: Mapping[str, str]) -> DialogueScript:
    """The calls of a dialogue that does all in order: list, read all, declare, write all, end."""
    readable = [file.path for file in prompt.files if file.content is not None]
    return (
        [("list_files", {})],
        [("read_file", {"path": path}) for path in readable],
        [("file_structure", {"files": list(files)})],
        [("write_file", {"path": path, "content": content}) for path, content in files.items()],
        [("end_task", {})],
    )


def scripted(turns: DialogueScript) -> Provider:
    """A model that makes these calls, turn by turn, whatever the tools answer."""

    async def answer(request: Request) -> Response:
        turn = sum(message["role"] == "assistant" for message in request.messages)
        calls = tuple(
            ToolCall(
                id=f"call_{turn}_{number}",
                name=name,
                arguments=json.dumps(arguments, ensure_ascii=False),
            )
            for number, (name, arguments) in enumerate(turns[turn])
        )
        return Response(text="", tool_calls=calls, finish_reason="tool_calls")

    return answer
