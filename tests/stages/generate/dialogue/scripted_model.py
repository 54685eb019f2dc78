"""A scripted model, for dialogues turn by turn without a server."""

import asyncio
import json
from typing import Any

from assay.config.settings import DialogueConfig
from assay.records.pipeline import Dialogue, Prompt, Response, SourceFile, ToolCall, Usage
from assay.records.untyped import Message
from stages.generate.dialogue.engine import converse

LEGACY = (
    SourceFile(path="app.js", content="let a = 1;\n"),
    SourceFile(path="img/logo.png", content=None),
    SourceFile(path="src/b.js", content=""),
)
BOUNDS = DialogueConfig(
    files=15,
    max_turns=10,
    max_idle_turns=4,
    max_input_tokens=5000,
    max_output_tokens=1000,
    max_seconds=100,
    max_usd=1,
)
END = [("end_task", {})]
ORDERLY = (("read_file", {"path": "app.js"}), ("read_file", {"path": "src/b.js"}))
"""Everything that can be read, read."""


def prompt(files: tuple[SourceFile, ...] = LEGACY) -> Prompt:
    return Prompt(
        test="U-M", scenario="U", dataset="M", category="instruction_following", type="t",
        title="U", answer="dialogue",
        system="S", user="Upgrade.", files=files, count_html=True, sha256="0", tokens_estimate=1,
    )  # fmt: skip


def turn(
    *calls: tuple[str, Any], text: str = "", output: int = 0, latency: float = 0.0, **more: Any
) -> Response:
    """A response that makes the calls; arguments that are no dict are sent as they are."""
    made = tuple(
        ToolCall(
            id=f"c{n}", name=name, arguments=json.dumps(given) if isinstance(given, dict) else given
        )
        for n, (name, given) in enumerate(calls)
    )
    return Response(
        text=text, tool_calls=made, latency_s=latency, **{"usage": Usage(output=output)} | more
    )


def play(
    *turns: Response, bounds: DialogueConfig = BOUNDS, files: tuple[SourceFile, ...] = LEGACY
) -> Dialogue:
    """The dialogue with a model that answers so, turn by turn."""
    script = iter(turns)

    async def complete(_: tuple[Message, ...]) -> Response:
        return next(script)

    return asyncio.run(converse(prompt(files), complete, bounds))


def after(*calls: tuple[str, Any], files: tuple[SourceFile, ...] = LEGACY) -> Dialogue:
    """The dialogue with a model that makes these calls at once, and then ends."""
    return play(turn(*calls), turn(*END), files=files)


def result(name: str, arguments: Any) -> tuple[str, dict[str, int]]:
    """What one call is answered, and what is counted."""
    run = after((name, arguments))
    return run.transcript[3]["content"], run.flags


def write(path: Any, content: Any = "x") -> tuple[str, Any]:
    return ("write_file", {"path": path, "content": content})


def declare(*paths: Any) -> tuple[str, Any]:
    return ("file_structure", {"files": list(paths)})
