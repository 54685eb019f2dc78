"""An answer in steps: one request after another, each with the model's own files as they are."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import Executor
from typing import NamedTuple

from assay.answers.extract_files import extract_files
from assay.ledger.request import Request
from assay.records.pipeline import Prompt, Response, SourceFile
from assay.records.presentation import presented
from assay.workers import WorkerFault

STEP = "step-"
"""What a request delivered stands below `step-<number>/` in the answer, and after the first only
the files that it gave anew."""

DONE = " (done)"
OWN = "# Your files as they are"


class StepsRun(NamedTuple):
    """The answer, and the responses that it took."""

    text: str
    responses: tuple[Response, ...]


async def in_steps(
    prompt: Prompt, ask: Callable[[Prompt], Awaitable[Response]], workers: Executor
) -> StepsRun:
    """Ask the requests in their order. Raises what `ask` raises: steps before are in the ledger.

    A response whose files cannot be read within the bounds of `workers` delivers none.
    """
    files: dict[str, str] = {}
    delivered: list[SourceFile] = []
    responses: list[Response] = []
    for number in range(1, len(prompt.files) + 1):
        response = await ask(_step(prompt, number, files))
        responses.append(response)
        found = asyncio.wrap_future(workers.submit(files_of, response.text))
        new = await _unless_unread(found)
        files |= new
        delivered += _as_source(new, f"{STEP}{number}/")
    return StepsRun(presented(tuple(delivered)), tuple(responses))


def files_of(text: str) -> dict[str, str]:
    """The files of one response, by path."""
    return {file.path: file.content for file in extract_files(text).files}


def done_before(request: Request) -> int:
    """How many requests of its test were done before; 0 of a test without steps."""
    user = str(request.messages[-1]["content"])
    return user.partition(OWN)[0].count(f"{DONE}\n")


async def _unless_unread(found: Awaitable[dict[str, str]]) -> dict[str, str]:
    try:
        return await found
    except WorkerFault:
        return {}


def _step(prompt: Prompt, number: int, files: Mapping[str, str]) -> Prompt:
    """The prompt of one request: those before it, itself, and the files by then."""
    parts = [prompt.user.strip()]
    for place, request in enumerate(prompt.files[:number], 1):
        heading = f"# Request {place} of {len(prompt.files)}{DONE if place < number else ''}"
        parts.append(f"{heading}\n\n{request.content}".strip())
    own = tuple(_as_source(files))
    shown = presented(own) if own else "There are none yet.\n"
    parts.append(f"{OWN}\n\n{shown}")
    return prompt.model_copy(update={"user": "\n\n".join(parts), "files": own})


def _as_source(files: Mapping[str, str], folder: str = "") -> Iterator[SourceFile]:
    for path, content in sorted(files.items()):
        yield SourceFile(path=folder + path, content=content)
